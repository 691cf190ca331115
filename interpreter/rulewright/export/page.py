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
_SHARED = Path(__file__).parents[1] / "web" / "static"
_DIAGRAMS = 4  # of the rules in words
_MAIN = re.compile(r"<main>.*</main>", re.DOTALL)


def page_of(games: Sequence[Game], choosing: Sequence[str] = ()) -> str:
    """The page of a game: one or more of its variants, the one that it begins with first.

    They differ in the options that can be chosen in the page.
    """
    first = games[0]
    variants = json.dumps([_variant(game, choosing) for game in games], separators=(",", ":")).replace("<", "\\u003c")
    bundle = Bundle((_HERE, _SHARED))
    script, worker = bundle.script("play.js", waits=True), bundle.script("worker.js", waits=False)
    style = "\n".join((folder / name).read_text("utf-8") for folder, name in _STYLES)
    icon = _data_address((_SHARED / "icon.svg").read_bytes(), "image/svg+xml")
    filled = {
        "POLICY": _policy(script, style),
        "TITLE": escape(first.title),
        "ICON": icon,
        "STYLE": style,
        "MAIN": _main(),
        "DATA": variants,
        "WORKER": _inline(worker),
        "SCRIPT": _inline(script),
    }
    page = (_HERE / "page.html").read_text("utf-8")
    return re.sub(r"\{\{([A-Z]+)\}\}", lambda found: filled[found[1]], page)


_STYLES = ((_SHARED, "page.css"), (_SHARED, "board.css"), (_HERE, "export.css"))


def _main() -> str:
    """The same table as on the server."""
    found = _MAIN.search((_SHARED / "play.html").read_text("utf-8"))
    assert found is not None
    return found[0]


def _inline(code: str) -> str:
    assert "</script" not in code.lower()
    assert "<!--" not in code
    return code


def _policy(script: str, style: str) -> str:
    """What the page may do, for the browser: run this script and this style, start a worker of its own, no more."""
    allowed = {
        "default-src": "'none'",
        "script-src": f"{_digest(script)} 'wasm-unsafe-eval'",
        "worker-src": "blob:",
        "style-src": _digest(style),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _data_address(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


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
