"""Runs the suites of PettingZoo, Gymnasium and OpenSpiel on games of the library, or on all of them.

    python tools/check_environments.py                 every game
    python tools/check_environments.py chess hive      these

A line for each game: which suites passed, and the seconds of CPU that they took. Suites whose library is missing are
left out and told. The exit code is 1 if something failed.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from time import process_time

from rulewright.language.game_files import shipped

PLIES = 60
LENGTH = 20


def pettingzoo_suite(game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from rulewright.env.pettingzoo import env

    api_test(env(game, max_plies=PLIES), num_cycles=60)
    seed_test(lambda: env(game, max_plies=PLIES), num_cycles=10)


def gymnasium_suite(game: str) -> None:
    import gymnasium.utils.env_checker

    from rulewright.env.gymnasium import RulewrightEnv, RulewrightVectorEnv

    for seat in (0, "turns"):
        gymnasium.utils.env_checker.check_env(RulewrightEnv(game, seat=seat, max_plies=PLIES), skip_render_check=True)
    many = RulewrightVectorEnv(game, 4, max_plies=PLIES)
    seen, infos = many.reset(seed=1)
    for _ in range(20):
        assert many.observation_space.contains(seen)
        seen, _, _, _, infos = many.step(infos["action_mask"].argmax(axis=1))
    many.close()


def openspiel_suite(game: str) -> None:
    import pyspiel
    from open_spiel.python.algorithms import generate_playthrough

    from rulewright.env.openspiel import openspiel_game

    made = openspiel_game(game, max_length=LENGTH)
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)
    generate_playthrough.playthrough(f"{made.kind.short_name}(max_length=6)", action_sequence=None)


SUITES: dict[str, Callable[[str], None]] = {
    "pettingzoo": pettingzoo_suite, "gymnasium": gymnasium_suite, "pyspiel": openspiel_suite,
}  # fmt: skip


def main(games: list[str]) -> int:
    warnings.simplefilter("ignore")
    suites = {name: suite for name, suite in SUITES.items() if find_spec(name) is not None}
    for name in SUITES.keys() - suites.keys():
        print(f"{name} is not installed, and so its suite is left out")
    failed = 0
    for game in games or sorted(shipped()):
        told = []
        for name, suite in suites.items():
            begin = process_time()
            try:
                with redirect_stdout(StringIO()):
                    suite(game)
                told.append(f"{name} {process_time() - begin:.1f} s")
            except Exception as error:
                failed += 1
                told.append(
                    f"{name} FAILED ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''})"
                )
        print(f"{game}: {', '.join(told)}", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
