"""What is proposed where."""

from __future__ import annotations

import json

import pytest

from rulewright.language.compilation import compile_text
from rulewright.language.game_files import grammar_folder, shipped
from rulewright.workshop.completion import complete
from tests.workshop.cursor import GAME, in_game, labels, split


def test_keys_of_the_game_that_are_not_there_yet() -> None:
    schema = json.loads((grammar_folder() / "game.schema.json").read_text(encoding="utf-8"))
    found = labels(in_game("stuck: lose\n", "¦\nstuck: lose\n"))
    assert set(found) == set(schema["properties"]) - set(compile_keys())


def compile_keys() -> list[str]:
    document = compile_text(GAME).document
    assert document is not None
    return document.root.keys()


@pytest.mark.parametrize(
    ("old", "new", "wanted", "unwanted"),
    [
        # keys
        ("stuck: lose", "stu¦", ["stuck"], ["turn", "game"]),
        ("  pawn: {letter: p}", "  pawn: {¦}", ["letter", "each", "states"], ["tiling"]),
        ("  pawn: {letter: p}", "  pawn: {letter: p, ¦}", ["each"], ["letter"]),
        ("  walk: {move", "  run:\n    ¦\n  walk: {move", ["move", "path", "again"], ["tiling", "game"]),
        ("end:\n", "tests:\n  - ¦\nend:\n", ["perft", "position"], ["win"]),
        ("  white pawn: row 1", "  ¦", ["white pawn", "white tower", "hand"], ["black pawn"]),
        # words that go together
        ("forward to empty}", "forward to empty, do: ¦}", ["set", "set up again", "sow"], ["up again"]),
        ("forward to empty}", "forward to empty, do: set ¦}", ["up again", "it"], ["set up again"]),
        ("forward to empty}", "forward to empty, do: quiet = quiet / 2 ¦}", ["rounded down", "rounded up"], []),
        # values
        ("tiling: square", "tiling: ¦", ["square", "hex"], ["size"]),
        ("{forward: n}", "{forward: ¦}", ["n", "sw"], ["orth", "a1"]),
        ("stuck: lose\n", "extends: ¦\nstuck: lose\n", ["chess", "hive"], ["white"]),
        # rules
        ("turn: walk or glide", "turn: ¦", ["walk", "glide", "may"], ["pawn", "step"]),
        ("turn: walk or glide", "turn: walk ¦", ["or", "then", "else"], ["walk", "pawn"]),
        ("path: step forward to empty}", "path: ¦}", ["step", "leap", "stroll", "its"], ["pawn", "walk"]),
        ("path: step forward to empty}", "path: step ¦}", ["forward", "any", "orth", "along"], ["pawn", "empty"]),
        ("path: step forward to empty}", "path: step forward ¦}", ["to", "over", "as"], ["pawn", "forward"]),
        ("path: step forward to empty}", "path: step forward to ¦}", ["empty", "open", "enemy"], ["it", "step"]),
        ("path: step forward to empty}", "path: its ¦}", ["move"], ["pawn"]),
        ("move: my pawn,", "move: my ¦,", ["pawn", "tower", "high", "goal"], ["hill", "white"]),
        ("move: my pawn,", "move: my pa¦,", ["pawn"], ["tower"]),
        ("  - win if some mine in my goal", "  - ¦", ["win", "draw", "white"], ["pawn", "step"]),
        ("  - win if some mine in my goal", "  - win if ¦", ["some", "no", "pawn", "count", "it"], ["win"]),
        ("  - win if some mine in my goal", "  - win if some mine ¦", ["in", "next to", "joined to"], ["win"]),
        ("  - win if some mine in my goal", "  - win if mine attacked by ¦", ["enemy", "white"], ["pawn"]),
        ("  - win if some mine in my goal", "  - win if origin in walk.¦", ["walk.target", "walk.origin"], ["pawn"]),
        ("  - win if some mine in my goal", "  - win if origin in glide.¦", ["glide.mid", "glide.d"], ["pawn"]),
        ("    let: {mid: d of origin}", "    if: ¦", ["d", "target", "origin", "near"], ["it", "leaving"]),
        ("    let: {mid: d of origin}", "    do: ¦", ["capture", "set", "quiet", "end turn"], ["pawn", "max("]),
        ("    let: {mid: d of origin}", "    do: set target to ¦", ["high", "pawn", "neutral"], ["empty", "hill"]),
        ("    let: {mid: d of origin}", "    do:\n      - ¦", ["capture"], ["pawn"]),
        ("    let: {mid: d of origin}", "    if: target with ¦", ["height"], ["pawn"]),
        ("hill: [c3]", "hill: ¦", ["row", "rim", "goal"], ["mine", "pawn", "empty"]),
    ],
)  # fmt: skip
def test_what_is_proposed(old: str, new: str, wanted: list[str], unwanted: list[str]) -> None:
    found = labels(in_game(old, new))
    assert [word for word in wanted if word not in found] == []
    assert [word for word in unwanted if word in found] == []


def test_defines_of_effects_are_proposed_where_effects_stand() -> None:
    lines = "  open: empty not in hill\n  clear_hill: [remove hill]\n  raise(stones): {do: [set stones to high]}\n"
    doing = in_game("    let: {mid: d of origin}", "    do: ¦").replace("  open: empty not in hill\n", lines)
    assert {"clear_hill", "raise"} <= set(labels(doing))
    assert "near" not in labels(doing)
    asking = in_game("move: my pawn,", "move: ¦,").replace("  open: empty not in hill\n", lines)
    assert "open" in labels(asking)
    assert not {"clear_hill", "raise"} & set(labels(asking))


def test_what_the_game_names_comes_before_what_every_game_has() -> None:
    found = labels(in_game("move: my pawn,", "move: ¦,"))
    assert found.index("pawn") < found.index("anywhere") < found.index("a1")


def test_an_old_mistake_does_not_stop_it() -> None:
    """The beginning of the rule is wrong, and so is another line of the file."""
    text = in_game("  - win if some mine in my goal", "  - win if if some pa¦").replace("board: {", "board {")
    assert "pawn" in labels(text)


def test_options_are_proposed_by_their_sign() -> None:
    text = in_game("size: 5x5", "size: $¦").replace("stuck: lose\n", "stuck: lose\noptions:\n  big: {default: 5x5}\n")
    assert labels(text) == ["$big"]


def test_names_of_the_game_it_extends() -> None:
    assert "knight" in labels("game: Mine\nextends: chess\nend:\n  - win if no enemy ¦\n")


@pytest.mark.parametrize("text", ["# a comm¦ent\n", "game: A # so¦\n", "setup:\n  board: |\n    . ¦\n"])
def test_nothing_where_nothing_fits(text: str) -> None:
    assert labels(text) in ([], ["a"])


def test_the_word_is_replaced_from_its_beginning() -> None:
    text, at = split(in_game("move: my pawn,", "move: my pa¦wn,"))
    assert text[complete(text, at)["from"] : at] == "pa"


def test_what_is_proposed_first_is_right_when_it_is_taken() -> None:
    """Not only likely: the game with it is one without mistakes."""
    text, at = split(in_game("path: step forward to empty}", "path: step fo¦ to empty}"))
    found = complete(text, at)
    item = found["items"][0]
    taken = text[: found["from"]] + (item["insert"] or item["label"]) + text[at:]
    assert [str(found.message) for found in compile_text(taken).report.errors] == []
    assert item["label"] == "forward"


@pytest.mark.parametrize("name", ["tictactoe", "hive", "backgammon"])
def test_it_answers_in_every_half_written_file(name: str) -> None:
    text = shipped()[name].read_text(encoding="utf-8")[:6000]
    for end in range(0, len(text), 127):
        assert "items" in complete(text[:end], end)
        assert "items" in complete(text[:end] + text[end + 9 :], end)
