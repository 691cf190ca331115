"""Settings that all tests share, and which of them are quick."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import rulewright.cache
from tests.all_sorts import SEVEN

_TESTS = Path(__file__).parent
_EVERY = 10**6

# `pytest -m quick` tries a little of every room, in less than a minute. For each folder or file: how many cases of
# each test. The longest way that fits counts; what fits none is left out, as is what the normal run leaves out.
QUICK = {
    "analysis": 3,
    "api/test_reading.py": 1,
    "board": _EVERY,
    "cli/test_main.py": 2,
    "cli/test_moves.py": 2,
    "cli/test_perft.py": 2,
    "cli/test_show.py": 2,
    "cli/test_validate.py": 2,
    "conformance": _EVERY,
    "conformance/test_hashes.py": 1,
    "conformance/test_suite.py": 1,
    "diagnostics": 40,
    "docs/test_api.py": 3,
    "docs/test_coverage.py": 3,
    "docs/test_specification.py": 3,
    "drawing": 1,
    "drawing/test_drawing_live.py": 0,
    "drawing/test_drawing_terminal.py": 0,
    "explanations/test_pages.py": 5,
    "language": 3,
    "language/check": _EVERY,
    "language/test_grammar.py": 0,
    "language/test_hostile.py": 0,
    "language/test_options.py": 0,
    "language/test_printer.py": 0,
    "language/test_reading.py": 0,
    "language/test_schema.py": 0,
    "language/test_yaml_reader.py": 0,
    "library/test_front_end.py": 3,
    "matches/test_elo.py": _EVERY,
    "native/test_lockstep_library.py": 2,
    "native/test_plan.py": 2,
    "proof/test_evidence.py": _EVERY,
    "rulebooks/test_surikata.py": 1,
    "search/test_spec.py": _EVERY,
    "search/test_wins.py": 1,
    "test_packaging.py": _EVERY,
    "test_pipeline.py": _EVERY,
    "test_records.py": 2,
    "web/test_guard.py": 3,
    "workshop/test_beginnings.py": 2,
    "workshop/test_outline.py": 2,
    "workshop/test_words.py": 2,
}

# Of tests with many cases that take long, the normal run tries one case in so many; those of the seven games of the
# rulebooks are never left out, and neither is the first. The others come with `-m rest`.
THINNED = {
    "browser/test_games.py": 3,
    "cli/test_with_the_compiler.py": 3,
    "conformance/test_suite.py": 8,
    "docs/test_examples.py": 2,
    "drawing/test_drawing_every_game.py": 6,
    "language/test_printer.py": 6,
    "native/test_counting.py": 6,
    "native/test_lockstep_library.py": 6,
    "native/test_meeting_ways.py": 5,
    "native/test_repeated_chains.py": 3,
    "native/test_sampler.py": 6,
    "native/test_torus.py": 6,
    "native/test_widths.py": 2,
    "proof/peers/test_tables.py": 6,
    "proof/test_counts.py": 8,
    "search/test_wins.py": 4,
}

# A busy machine is no mistake: properties are bounded by their number of examples, never by time.
settings.register_profile("rulewright", deadline=None)
settings.load_profile("rulewright")

# Programs that tests start see the checkout, as the tests themselves do (pythonpath in pyproject.toml).
os.environ["PYTHONPATH"] = str(_TESTS.parent / "interpreter")

# One cache for everything that a run starts, in the checkout: a game is compiled once and not once in each process, and
# nobody's own cache is read or written. A run makes more files than a person, so that fewer of them are thrown away.
_CACHE = _TESTS.parent / ".pytest_cache" / "kept"
_CACHE.mkdir(parents=True, exist_ok=True)
os.environ["XDG_CACHE_HOME"] = str(_CACHE)
rulewright.cache._MOST_FILES = 3000

# Whoever wants no bytecode beside the sources has it there, too: otherwise each of the programs that tests start would
# compile everything that it imports, and each run all tests.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(_CACHE / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Shells let what runs in the background ignore Ctrl-C, and programs inherit that; then tests of it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@cache
def _quick_cases(path: Path) -> int:
    """How many cases of each test in this file are quick."""
    way = path.relative_to(_TESTS)
    return next((QUICK[str(part)] for part in (way, *way.parents) if str(part) in QUICK), 0)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without quick tests are not even read when only those are asked for."""
    if (
        config.getoption("markexpr") == "quick"
        and collection_path.name.startswith("test_")
        and collection_path.is_file()
    ):
        return _quick_cases(collection_path) == 0 or None
    return None


@cache
def _thinned(path: Path) -> int:
    return THINNED.get(str(path.relative_to(_TESTS)), 1)


# Before pytest looks at the marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _thin_out(items)
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.split("[")[0]
        if seen[test] < _quick_cases(item.path) and not any(map(item.get_closest_marker, ("rest", "slow"))):
            item.add_marker("quick")
            seen[test] += 1


def _thin_out(items: list[pytest.Item]) -> None:
    """Marks the cases that are left to the rest."""
    seen: Counter[str] = Counter()
    for item in items:
        if _thinned(item.path) == 1 or any(map(item.get_closest_marker, ("rest", "slow"))):
            continue
        test, _, case = item.nodeid.partition("[")
        # The browser test has no other games than the seven.
        kept = not {*SEVEN}.isdisjoint(case.rstrip("]").split("-")) and item.path.parent.name != "browser"
        if not kept and seen[test] % _thinned(item.path):
            item.add_marker("rest")
        seen[test] += not kept
