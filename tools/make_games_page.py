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
    "repeat in turns": r'"turn": "[^"]*\brepeat\b',
    "actions and effects with may": r"\bmay [\w(]",
    "questions while a piece is in the air (if_lifted)": r'"if_lifted": ',
    "effects before landing (before)": r'"before": ',
    "several pieces of a stack (take)": r'"take": [^{]',
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
    "sides": r"\bsides\(",
    "distance": r"\bdistance\(",
    "crossing": r"\bcrossing\b",
    "holding": r"\bholding\(",
    "unmoved": r"\bunmoved\b",
    "sow": r"\bsow \w",
    "shift": r"\bshift \w",
    "swap sides": r"\bswap sides\b",
    "next_player": r"\bnext_player\b",
    "variables": "key vars",
    "score": "key score",
    "bonus": "key bonus",
    "limit": "key limit",
    "distinct": "key distinct",
    "repetition": "key repetition",
    "three and more players": r'"players": (?:\[(?:[^\],]*,){2}|\{(?:[^{}]*\{[^{}]*\}){3})',
    "teams": r'"team": ',
    "facing": r'"facing": ',
    "out": "key out",
    "when_out": "key when_out",
    "when_captured": "key when_captured",
    "options": "key options",
    "extends": "key extends",
    "Python hooks": "key hooks",
}

# Why the language has what one game alone uses, or none.
ALONE = {
    "board of octagons and squares": "Creeper is one of the seven games the language was made for; it is a tiling "
    "like the others, and costs one module of the boards",
    "links": "bridges between sites that lie a leap apart; no other word says which two of them cross",
    "crossing": "belongs to links",
    "a turn for each player": "players with different tasks; other uneven games of the library differ only in their "
    "pieces, Entropy's two players do different things",
    "distance": "how far something is; a rulebook that says 'nearer' needs it, and it is a search like joined to",
    "bonus": "a number for one player that people choose before the game, such as komi; the only one that may be a "
    "fraction",
    "limit": "for games of your own that may go on for ever; the games of the library end by their own rules",
    "distinct": "counts routes as other programs do; tests ask for it, and rulebooks do not",
    "teams": "partners, who are neither mine nor enemy; a word for who may win together",
    "facing": "pieces that look somewhere and then have a forward of their own; a row of states like any other",
    "when_out": "what becomes of the pieces of a player who is out; in the library they stay",
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
    from rulewright.language.game_files import shipped
    from rulewright.library.listing import entry as listed

    games = [(listed(game, path), rules_of(path)) for game, path in sorted(shipped().items())]
    proven = sum(entry["status"] == "proven" for entry, _ in games)
    parts = [_HEAD, f"{len(games)} games, {proven} of them proven.\n"]
    parts += ["\n| | Game | |\n|---|---|---|\n", *(_row(entry) for entry, _ in games)]
    parts.append(used({str(entry["id"]): rules for entry, rules in games}))
    return "".join(parts)


def used(games: dict[str, dict[str, Any]]) -> str:
    """The table of features with the games that use them, and a word for those that hardly any game uses."""
    parts = ["\n## Who uses what\n\n| Feature | Games |\n|---|---|\n"]
    alone: list[str] = []
    for feature in FEATURES:
        users = [game for game, rules in games.items() if _uses(rules, feature)]
        parts.append(f"| {feature} | {len(users)}{': ' if users else ''}{', '.join(users)} |\n")
        if len(users) <= 1:
            alone.append(f"* {feature}: {ALONE[feature]}.\n")
    parts += ["\nWhat one game alone uses, or none, and why it is there:\n\n", *alone]
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


def rules_of(path: Path) -> dict[str, Any]:
    """The keys of a game that are rules; `extends` is kept, though it has been applied."""
    from rulewright.language.compilation import compile_game
    from rulewright.language.document.nodes import plain

    compilation = compile_game(path)
    assert compilation.merged is not None
    data = plain(compilation.merged)
    assert isinstance(data, dict)
    kept = {key: value for key, value in data.items() if key not in ("tests", "about", "source", "by", "game")}
    extends = re.search(r"(?m)^extends: (\w+)", path.read_text(encoding="utf-8"))
    return {**kept, "extends": extends[1]} if extends else kept


def _uses(rules: dict[str, Any], feature: str) -> bool:
    kind, _, key = FEATURES[feature].partition(" ")
    return bool(rules.get(key)) if kind == "key" else re.search(FEATURES[feature], json.dumps(rules)) is not None


def draw() -> None:
    """The picture of every game at its start; what chance deals first has been dealt."""
    from rulewright import load
    from rulewright.headless.random_games import random_move
    from rulewright.language.game_files import shipped
    from rulewright.show.drawing import draw_svg

    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        if old.stem not in shipped():
            old.unlink()
    for game in shipped():
        state = load(game).start()
        dealt = 0
        while state.is_chance:
            state.push(random_move(state, 1, 0, dealt))
            dealt += 1
        (PICTURES / f"{game}.svg").write_text(draw_svg(state) + "\n", encoding="utf-8")


def main() -> None:
    draw()
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main()
