"""Both engines find what the conformance suite says (docs/specification/20-conformance.md).

The suite is written by tools/export_conformance.py from our own reference interpreter, so it guards against change and
does not prove; proofs are in tests/proof.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulewright.engine_choice import EngineName
from rulewright.game import Game, load_with
from rulewright.headless.perft import perft
from rulewright.language.game_files import library_folder, shipped
from rulewright.state import State
from tests.all_sorts import ALL_SORTS, SEVEN
from tools.export_conformance import FORMAT, SMALL_FILE, SUITE, main, position_line

FILES = sorted(path.stem for path in SUITE.glob("*.jsonl"))


def _cases(name: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Headings of a file, each with the positions below it."""
    heading: dict[str, Any] | None = None
    positions: list[dict[str, Any]] = []
    for line in (SUITE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        if "format" in read:
            if heading is not None:
                yield heading, positions
            heading, positions = read, []
        else:
            positions.append(read)
    assert heading is not None
    yield heading, positions


def test_every_game_is_there() -> None:
    assert sorted([*shipped(), SMALL_FILE]) == FILES


def _some(name: str, step: int) -> slice:
    """Every game with its defaults, and some of the small ones: both engines also play all of them in lock step."""
    return slice(None, None, step) if name == SMALL_FILE else slice(1)


@pytest.mark.parametrize("name", FILES)
def test_the_reference_engine_conforms(name: str) -> None:
    """The first seven games with every option. In games of all sorts it counts, and plays more than the first game."""
    some = slice(None) if name in SEVEN else _some(name, 6)
    _conforms(name, "reference", some, briefly=name not in {*ALL_SORTS, SMALL_FILE})


@pytest.mark.rest
@pytest.mark.parametrize("name", sorted({*FILES} - {*SEVEN}))
def test_the_reference_engine_conforms_with_every_option_and_counts(name: str) -> None:
    _conforms(name, "reference")


@pytest.mark.parametrize("name", FILES)
def test_the_native_engine_conforms(name: str) -> None:
    _conforms(name, "native", _some(name, 8))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_the_native_engine_conforms_with_every_option(name: str) -> None:
    _conforms(name, "native")


def test_it_is_written_anew_the_same_with_the_games_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["tictactoe", "surikata"]
    monkeypatch.setattr(sys, "argv", ["export_conformance", *names, "--to", str(tmp_path / "new" / "suite")])
    main()
    assert capsys.readouterr().out.split() == names
    folder = tmp_path / "new" / "suite"
    assert sorted(path.name for path in folder.iterdir()) == ["games", "surikata.jsonl", "tictactoe.jsonl"]
    for name in names:
        assert (folder / f"{name}.jsonl").read_bytes() == (SUITE / f"{name}.jsonl").read_bytes()
    beside = {path.name for path in library_folder().iterdir() if path.suffix in (".yaml", ".py")}
    assert {path.name for path in (folder / "games").iterdir()} == beside


def test_every_heading_has_a_start_and_every_second_line_goes_on_from_the_first() -> None:
    for name in FILES:
        for heading, positions in _cases(name):
            assert heading["format"] == FORMAT, name
            assert ("file" in heading) != ("text" in heading), name
            assert [positions[0][key] for key in ("game", "decision", "played")] == [0, 0, None], name
            for before, after in pairwise(positions):
                if after["decision"]:
                    assert (before["game"], before["decision"] + 1) == (after["game"], after["decision"]), name
                    assert after["played"] in before["moves"], name
                else:
                    assert (before["game"] + 1, None) == (after["game"], after["played"]), name


def test_a_difference_is_told_with_its_place_and_what_to_do() -> None:
    heading, positions = next(_cases("tictactoe"))
    changed = {**positions[1], "moves": [*positions[1]["moves"][1:], "z9"]}
    game = load_with("tictactoe", heading["options"], engine="reference")
    with pytest.raises(pytest.fail.Exception) as told:
        _follow(game, [positions[0], changed], "tictactoe", "tictactoe")
    assert str(told.value).splitlines() == [
        "tictactoe, game 0, decision 1 (ply 2): moves",
        f"  found:    {positions[1]['moves'][:1]}",
        "  expected: ['z9']",
        "If that is meant:  python tools/export_conformance.py tictactoe  and read the difference.",
    ]


def _conforms(name: str, engine: EngineName, some: slice = slice(None), briefly: bool = False) -> None:
    for heading, positions in list(_cases(name))[some]:
        source = heading["text"] if "text" in heading else library_folder() / heading["file"]
        game = load_with(source, heading["options"], engine=engine)
        about = f"{heading.get('about', name)} {heading['options']} on the {engine} engine"
        if briefly:
            first = [line for line in positions if line["game"] == 0]
            positions = [{key: value for key, value in line.items() if key != "perft"} for line in first]
        _follow(game, positions, about, name)


def _follow(game: Game, positions: list[dict[str, Any]], about: str, name: str) -> None:
    state = game.start()
    for expected in positions:
        if expected["decision"] == 0:
            state = game.start()
        else:
            state.push(expected["played"])
        where = f"{about}, game {expected['game']}, decision {expected['decision']} (ply {state.position.ply})"
        _compare(state, expected, where, name)


def _compare(state: State, expected: dict[str, Any], where: str, name: str) -> None:
    found = position_line(state, expected["game"], expected["decision"], expected["played"])
    if "perft" in expected:
        found["perft"] = [perft(state, depth + 1) for depth in range(len(expected["perft"]))]
    if found == expected:
        return
    key = next(key for key in expected | found if expected.get(key) != found.get(key))
    one, other = found.get(key), expected.get(key)
    if key == "moves":  # of hundreds, only those that differ
        one, other = sorted({*found[key]} - {*expected[key]}) or one, sorted({*expected[key]} - {*found[key]}) or other
    pytest.fail(
        f"{where}: {key}\n  found:    {one}\n  expected: {other}\n"
        f"If that is meant:  python tools/export_conformance.py {name}  and read the difference.",
        pytrace=False,
    )
