"""A game as one page of HTML that needs nothing else: code, rules, pictures and style are in it.

Whatever a game is called, its names stay text: they come as packed data, and the page puts them where text belongs. The
page says itself what it may do: it loads nothing, sends nothing, and runs no other code than what it was made with.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from .. import __version__
from ..game import Game
from ..language.version import LANGUAGE_VERSION
from ..show.about import about
from ..wording import words_data
from .bundle import Bundle
from .game_data import GameData, game_data
from .pictures import picture_data

_HERE = Path(__file__).parent / "static"
SHARED = Path(__file__).parents[1] / "web" / "static"
_DIAGRAMS = 4  # of the rules in words
_MAIN = re.compile(r"<main>.*</main>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a page has around its game: where code and style come from, and where it leads."""

    policy: str
    head: str
    code: str
    home: str = ""
    links: str = ""


def page_of(games: Sequence[Game], choosing: Sequence[str] = (), around: Surroundings | None = None) -> str:
    """The page of a game: one or more of its variants, the one that it begins with first.

    They differ in the options that can be chosen in the page. Unless something else is `around` it, all is in the page.
    """
    around = around or _all_in_one()
    variants = [_variant(game, choosing) for game in games]
    filled = {
        "POLICY": around.policy,
        "TITLE": escape(games[0].title),
        "HEAD": around.head,
        "HOME": around.home,
        "LINKS": around.links,
        "MAIN": main_of("play.html"),
        "DATA": data_in_page(variants),
        "CODE": around.code,
    }
    page = (_HERE / "page.html").read_text("utf-8")
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda found: filled[found[1]], page)


def _all_in_one() -> Surroundings:
    script, worker, style = play_script(), worker_script(), page_style()
    icon = f"data:image/svg+xml;base64,{base64.b64encode((SHARED / 'icon.svg').read_bytes()).decode('ascii')}"
    return Surroundings(
        policy=policy(_digest(script), _digest(style), "data:"),
        head=f'<link rel="icon" href="{icon}">\n  <style>{style}</style>',
        code=f'<script type="text/plain" id="worker-code">{worker}</script>\n  <script type="module">{script}</script>',
    )


def play_script() -> str:
    """A module: some of what it is made of waits while it begins."""
    return _inline(Bundle((_HERE, SHARED)).script("play.js", waits=True))


def worker_script() -> str:
    return _inline(Bundle((_HERE, SHARED)).script("worker.js", waits=False))


def page_style() -> str:
    return "\n".join((folder / name).read_text("utf-8") for folder, name in _STYLES)


def data_in_page(data: object) -> str:
    """JSON that stays data wherever a page has it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


_STYLES = ((SHARED, "page.css"), (SHARED, "board.css"), (_HERE, "export.css"))


def main_of(name: str) -> str:
    """What a page of the server has between its head and its foot."""
    found = _MAIN.search((SHARED / name).read_text("utf-8"))
    assert found is not None
    return found[0]


def _inline(code: str) -> str:
    assert "</script" not in code.lower()
    assert "<!--" not in code
    return code


def policy(script: str, style: str, images: str) -> str:
    """What a page may do, for the browser: run this script and this style, start a worker of its own, no more."""
    allowed = {
        "default-src": "'none'",
        "script-src": f"{script} 'wasm-unsafe-eval'",
        "worker-src": "blob:",
        "style-src": style,
        "img-src": images,
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _variant(game: Game, choosing: Sequence[str]) -> dict[str, Any]:
    made, told = game_data(game), about(game)
    told["options"] = [option for option in told["options"] if option["name"] in choosing]
    return {"about": told, "wasm": _packed(made.wasm), "data": _packed(_text(game, made))}


def _text(game: Game, made: GameData) -> bytes:
    data: Mapping[str, Any] = made.data | {
        "pictures": picture_data(game),
        "words": words_data(game, _DIAGRAMS),
        "record": {
            "rulewright": __version__,
            "language": LANGUAGE_VERSION,
            "rules": game._pipeline.fingerprint,
            "game": game.id,
            "options": dict(game.rules.options),
        },
    }
    return json.dumps(data, separators=(",", ":")).encode("ascii")


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")
