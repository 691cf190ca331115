"""Tianshou's DQN learns Connect Four on both seats, against a player at random."""

import gymnasium
import numpy as np
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step, torch_train_mode

from rulewright.env.gymnasium import RulewrightEnv


class Masked(gymnasium.ObservationWrapper):
    """What is seen as one row, and beside it which actions there are: as Tianshou wants it."""

    def observation(self, seen):
        row = gymnasium.spaces.flatten(self.env.observation_space, seen)
        return {"obs": row.astype(np.float32), "mask": self.env.action_masks()}


table = RulewrightEnv("connect_four", seat="random", opponent="random")
size = gymnasium.spaces.flatdim(table.observation_space)
net = Net(state_shape=size, action_shape=table.action_space.n, hidden_sizes=[128, 128])
policy = DiscreteQLearningPolicy(model=net, action_space=table.action_space, eps_training=0.1)
dqn = DQN(
    policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=0.97, n_step_return_horizon=3, target_update_freq=250
)
collector = Collector(dqn, Masked(table), VectorReplayBuffer(30_000, 1), exploration_noise=True)
collector.reset()


def learn(steps, seed=1):
    for _ in range(steps // 8):
        with policy_within_training_step(policy):
            collector.collect(n_step=8)
            with torch_train_mode(policy):
                dqn.update(buffer=collector.buffer, sample_size=64)


def player(state):
    encoding, turn = state.game.encoding(), state.turn()
    seen = encoding.observe(state)
    row = gymnasium.spaces.flatten(table.observation_space, {name: seen[name] for name in table.observation_space})
    mask = np.isin(np.arange(encoding.action_count), turn.numbers)
    given = Batch(obs=Batch(obs=row[None].astype(np.float32), mask=mask[None]), info=Batch())
    return state.turn(int(policy(given).act[0]))
