"""Slips in the sections that authors write last: what is said leads to the right word."""

from __future__ import annotations

import pytest

from rulewright.pipeline import Pipeline

GAME = """\
game: Slips
players: [white, black]
board: {tiling: square, size: 5x5, tracks: {TRACKS}}
pieces: {stone: {letter: o}}
setup: {white stone: [a1], black stone: [e5]}
vars: {VARS}
tables: {TABLES}
actions: {walk: {move: mine, path: step orth to empty}}
turn: walk
stuck: draw
display: {DISPLAY}
options: {OPTIONS}
tests: [{TESTS}]
"""
SECTIONS = ("TRACKS", "VARS", "TABLES", "DISPLAY", "OPTIONS", "TESTS")


def told(section: str, text: str) -> list[tuple[str, str | None]]:
    whole = GAME
    for name in SECTIONS:
        whole = whole.replace(f"{{{name}}}", f"{{{text}}}" if name == section else "{}")
    lines = [line for line in whole.replace(", tracks: {}", "").splitlines() if not line.endswith((": {}", ": [{}]"))]
    pipeline = Pipeline.of_text("\n".join(lines))
    pipeline.front.validate()
    return [(found.message, found.help) for found in pipeline.report if found.code != "tests-none"]


@pytest.mark.parametrize(
    ("section", "text", "message", "help_text"),
    [
        ("DISPLAY", "stone: {shape: starr}", '"starr" is not a shape.', "choose disc, block, tile, sign or dice"),
        ("DISPLAY", "stone: {shape: blok}", '"blok" is not a shape.', 'did you mean "block"?'),
        ("DISPLAY", "moves: {notation: algebra}", '"algebra" is not a notation.', 'did you mean "algebraic"?'),
        ("DISPLAY", "pieces: {stone: {shape: disc}}", 'unknown key "stone" in display "pieces".',
         'names stand right below "display":  display: {stone: …}'),
        ("TRACKS", "ring: {close: yes, sites: a1..e1}",
         '"close" says nothing beside "sites", which are those of all players.', 'did you mean "closed"?'),
        ("TRACKS", "ring: {sites: a1..e1, white: a2..e2}",
         '"white" says nothing beside "sites", which are those of all players.',
         'write "sites" for all, or a row for each player'),
        ("TRACKS", "ring: {close: a1..e1}", '"close" is not a player of this game.', 'did you mean "closed"?'),
        ("TRACKS", "ring: {all: a1..e1}", '"all" is not a player of this game.',
         'the players are white, black; what is the same for all stands behind "sites"'),
        ("TABLES", "next: {a1: 1, else: 0}", '"next" is a word of the language and cannot be the name of a table.',
         'choose another name, for example "the_next"'),
        ("TABLES", "home: {values: {a1: b1}}",
         '"values" of table "home" must be a rule text, but this is a group of keys.',
         "rows stand right below the name of their table:  a1: …"),
        ("TABLES", "home: {stone: 1}", 'the table "home" does not say what holds for everything else.',
         'add a last row:  else: …, for example "else: 0"'),
        ("TESTS", "vars: {count: 3}, moves: []", 'this game has no variable "count".', "it has no variables at all"),
        ("OPTIONS", "size: {choices: [big, small]}", 'option "size" has no "default".',
         "add for example  default: big"),
        ("OPTIONS", "size: {choices: {small: {}, big: {}}}", 'option "size" has no "default".',
         "add for example  default: small"),
        ("VARS", "a: {holds: number, range: 0..3}", '"number" is not a kind of value.',
         "a number has a range instead:  range: 0..100"),
    ],
)  # fmt: skip
def test_one_sentence_that_leads_on(section: str, text: str, message: str, help_text: str) -> None:
    assert told(section, text)[:1] == [(message, help_text)]
    assert len(told(section, text)) == 1 or section == "TABLES"
