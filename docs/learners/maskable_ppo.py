"""MaskablePPO of sb3-contrib learns Connect Four on both seats, against a player at random."""

import gymnasium
from gymnasium.wrappers import FlattenObservation
from sb3_contrib import MaskablePPO

from rulewright.env.gymnasium import RulewrightEnv

table = RulewrightEnv("connect_four", seat="random", opponent="random")
model = MaskablePPO("MlpPolicy", FlattenObservation(table), n_steps=1024, batch_size=256, ent_coef=0.01, seed=1)


def learn(steps, seed=1):
    model.learn(steps, reset_num_timesteps=False)


def player(state):
    encoding, turn = state.game.encoding(), state.turn()
    seen = encoding.observe(state)
    flat = gymnasium.spaces.flatten(table.observation_space, {name: seen[name] for name in table.observation_space})
    mask = [number in turn.numbers for number in range(encoding.action_count)]
    return state.turn(int(model.predict(flat, action_masks=mask, deterministic=True)[0]))
