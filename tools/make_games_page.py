"""Writes docs/games.md: every game of the library with its picture, its length and what proves it, and who uses what.

    python tools/make_games_page.py

The pictures go to docs/pictures. A test fails when the page is not that of the library.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "games.md"
PICTURES = ROOT / "docs" / "pictures"
_WIDTH = 260

# What the language has, and how it is recognised: a key of the file, or a pattern in the rules as JSON, with extends
# and options applied.
FEATURES = {
    "square board": r'"tiling": "square"',
    "hex board": r'"tiling": "hex"',
    "board of octagons and squares": r'"tiling": "octosquare"',
    "alquerque board": r'"tiling": "alquerque"',
    "drawn board": r'"drawing": "',
    "board of named sites": r'"sites": "',
    "unbounded board": r'"size": "unbounded"',
    "edges and corners": r'"uses": \[',
    "links": r'"links": \{',
    "tracks": r'"tracks": \{',
    "loose sites beside the board": r'"extra": \{',
    "own directions": r'"directions": \{',
    "stacks": "key stack",
    "layers": r'"layer": "',
    "states": r'"states": ',
    "hands and supplies": r'"(?:hand|supply)": |"tray": ',
    "taken pieces": r"\btaken\(",
    "phases": "key phases",
    "a turn for each player": r'"turn": \{',
    "several actions a turn": r'"turn": "[^"]*\bthen\b|"turn": "repeat',
    "compulsory actions (else)": r'"turn": "[^"]*\belse\b',
    "chance": r"\bchance \w",
    "chains (again)": r'"again": ',
    "prefer": "key prefer",
    "must of the game": "key must",
    "slides": r"\bslide ",
    "jumps": r"\bjump ",
    "leaps": r"\bleap ",
    "several legs (then)": r"\bto [^\"|]*\bthen step\b",
    "repeat in paths": r"\brepeat 1\.\. \(",
    "off the board": r"\bto [^\"]*\boff\b",
    "like": r"\blike \w",
    "attacked by": r"\battacked by\b",
    "can": r"\b(?:enemy|white|black) can \w",
    "joined to": r"\bjoined to\b",
    "connected": r"\bconnected \w",
    "line of": r"\bline of\b",
    "reached by, passed by": r"\b(?:reached|passed) by\b",
    "sides, distance": r"\b(?:sides|distance)\(",
    "holding": r"\bholding\(",
    "unmoved": r"\bunmoved\b",
    "sow": r"\bsow \w",
    "shift": r"\bshift \w",
    "swap sides": r"\bswap sides\b",
    "next_player": r"\bnext_player\b",
    "variables": "key vars",
    "score": "key score",
    "repetition": "key repetition",
    "out": "key out",
    "when_captured": "key when_captured",
    "options": "key options",
    "extends": "key extends",
    "Python hooks": "key hooks",
}

# Why the language has what one game alone uses.
ALONE = {
    "board of octagons and squares": "Creeper is one of the seven games the language was made for; it is a tiling "
    "like the others, and costs one module of the boards",
    "links": "bridges between sites that lie a leap apart; no other word says which two of them cross",
    "a turn for each player": "players with different tasks; other uneven games of the library differ only in their "
    "pieces, Entropy's two players do different things",
}

_HEAD = """\
# The games of the library

<!-- Written by tools/make_games_page.py; do not change it by hand. -->

*Proven* games have been compared with a program that we did not write, or with a published table; *tested* games pass
the tests in their own file. What was compared is in [evidence.json](../games/evidence.json), written by
`tools/prove.py`. Lines are those of the file without blank lines and comments, tests included.

"""


def page() -> str:
    """The text of the page."""
    from rulewright.cli.list import _entry
    from rulewright.language.library import shipped

    games = [(_entry(game, path), _rules(path)) for game, path in sorted(shipped().items())]
    proven = sum(entry["status"] == "proven" for entry, _ in games)
    parts = [_HEAD, f"{len(games)} games, {proven} of them proven.\n"]
    parts += ["\n| | Game | |\n|---|---|---|\n", *(_row(entry) for entry, _ in games)]
    parts.append("\n## Who uses what\n\n| Feature | Games |\n|---|---|\n")
    alone: list[str] = []
    for feature in FEATURES:
        users = [str(entry["id"]) for entry, rules in games if _uses(rules, feature)]
        parts.append(f"| {feature} | {len(users)}: {', '.join(users)} |\n")
        if len(users) == 1:
            alone.append(f"* {feature}: {ALONE[feature]}.\n")
    parts += ["\nWhat one game alone uses, and why it is there:\n\n", *alone]
    return "".join(parts)


def _row(entry: dict[str, Any]) -> str:
    game = entry["id"]
    picture = f'<img src="pictures/{game}.svg" width="{_WIDTH}" alt="{_safe(entry["title"])}">'
    about = f"[**{_safe(entry['title'])}**](../games/{game}.yaml)<br>{_safe(entry['about'] or '')}"
    proofs = [f"{proof['by']}: {proof['text']}" for proof in entry["evidence"]]
    standing = "<br>".join([f"*{entry['status']}*, {entry['lines']} lines", *map(_safe, proofs)])
    return f"| {picture} | {about} | {standing} |\n"


def _safe(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _rules(path: Path) -> dict[str, Any]:
    """The keys of a game that are rules; `extends` is kept, though it has been applied."""
    from rulewright.language.document.nodes import plain
    from rulewright.language.pipeline import compile_game

    compilation = compile_game(path)
    assert compilation.merged is not None
    data = plain(compilation.merged)
    assert isinstance(data, dict)
    kept = {key: value for key, value in data.items() if key not in ("tests", "about", "source", "by", "game")}
    extends = re.search(r"(?m)^extends: (\w+)", path.read_text(encoding="utf-8"))
    return {**kept, "extends": extends[1]} if extends else kept


def _uses(rules: dict[str, Any], feature: str) -> bool:
    kind, _, key = FEATURES[feature].partition(" ")
    return key in rules if kind == "key" else re.search(FEATURES[feature], json.dumps(rules)) is not None


def draw() -> None:
    """The picture of every game at its start."""
    from rulewright import load
    from rulewright.drawing import draw_svg
    from rulewright.language.library import shipped

    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        if old.stem not in shipped():
            old.unlink()
    for game in shipped():
        (PICTURES / f"{game}.svg").write_text(draw_svg(load(game).start()) + "\n", encoding="utf-8")


def main() -> None:
    draw()
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main()
