"""A game for PettingZoo: agents that take turns (AEC), one for each seat."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ..encoding.arrays import numpy_module
from ..game import Game
from .spaces import action_space, observation_space, shown, spaces_module
from .table import CLOSED, ClosedEnvironment, Table, needed

try:
    from pettingzoo import AECEnv
except ImportError:
    raise needed("PettingZoo", "pettingzoo") from None


class RulewrightAEC(AECEnv):
    """An observation is `{"observation": arrays, "action_mask": 0 or 1 for each number}`, from the view of the one to
    move; whoever waits sees the same board with an empty mask. An illegal action loses the game, or raises
    `IllegalMove` with `illegal="raise"`."""

    def __init__(
        self,
        game: Game | str | Path,
        *,
        window: int | None = None,
        max_plies: int | None = None,
        fingerprint: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        super().__init__()
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f'render_mode is "ansi" or "svg", not {render_mode!r}')
        self.table = Table(game, options, window=window, max_plies=max_plies, fingerprint=fingerprint)
        self._illegal, self.render_mode = illegal, render_mode
        self.metadata = {
            "name": f"rulewright_{self.table.game.id}", "render_modes": ["ansi", "svg"], "is_parallelizable": False,
            "fingerprint": self.table.encoding.fingerprint,
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]  # whoever asks before `reset` is told
        encoding, spaces = self.table.encoding, spaces_module()
        mask = spaces.Box(0, 1, (encoding.action_count,), numpy_module().int8)
        seen = spaces.Dict({"observation": observation_space(encoding), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: action_space(encoding) for agent in self.possible_agents}
        self.observation_space = cache(self.observation_spaces.__getitem__)
        self.action_space = cache(self.action_spaces.__getitem__)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        np, table = numpy_module(), self.table
        mask = np.zeros(table.encoding.action_count, np.int8)
        if agent == self.agent_selection and agent in self.agents and not self.terminations[agent]:
            mask[list(table.numbers)] = 1
        return {"observation": shown(table.observe()), "action_mask": mask}

    def step(self, action: Any) -> None:
        if not self.agents:
            why = CLOSED if self.table.is_closed else "the game is over, or was never begun: call reset()"
            raise ClosedEnvironment(why)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._illegal == "lose" and not self.table.is_legal(action):
            self._forfeit(agent, action)
        else:
            self.table.decide(action)
            if self.table.is_over:
                self._end(dict(zip(self.possible_agents, self.table.rewards(), strict=True)), self.table.is_cut)
            else:
                self.agent_selection = self.possible_agents[self.table.seat]
        self._accumulate_rewards()
        self._deads_step_first()

    def _forfeit(self, agent: str, action: Any) -> None:
        self.infos[agent] = {"illegal": str(action)}
        others = max(1, len(self.possible_agents) - 1)
        self._end({each: -1.0 if each == agent else 1 / others for each in self.possible_agents}, False)

    def _end(self, rewards: dict[str, float], is_cut: bool) -> None:
        self.rewards = rewards
        (self.truncations if is_cut else self.terminations).update(dict.fromkeys(self.agents, True))

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        state = self.table.state
        return state.svg() if self.render_mode == "svg" else str(state)

    def close(self) -> None:
        self.table.close()
        self.agents = []


def env(game: Game | str | Path, **settings: Any) -> RulewrightAEC:
    """The game as an environment of PettingZoo."""
    return RulewrightAEC(game, **settings)
