"""The workshop as a page of the folder: the one of the server, over Rulewright in the browser itself."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..export.page import SHARED, data_in_page, policy
from ..workshop.glossary import words
from .pages import HERE, placed
from .python import archive

_IMPORT = re.compile(r'^import .* from "(\.[^"]+)";$', re.MULTILINE)
_STYLES = ("board.css", "workshop/page.css", "workshop/editor.css")
_WORKSHOP = "workshop/page.js"
FIRST = "tictactoe"
"""What the workshop begins with, also where it is not among the games."""
_STARTING = """</header>
  <p class="starting" role="status">Python is being loaded, some 15 MB the first time. You can write meanwhile;
    the board and the messages come with it.</p>"""
_PLAYERS = '<div id="players" class="players"></div>'
_SLOW = """
        <p class="soft">Here the reference interpreter plays, in Python in your browser: hundreds of times slower than
          <code>rulewright serve</code> does on your computer.</p>"""


def workshop_files(entries: Sequence[Mapping[str, Any]], pyodide: Sequence[Path]) -> Iterator[tuple[str, str | bytes]]:
    """Everything but the games to begin with."""
    yield "workshop/index.html", _page(entries)
    yield "workshop/words.json", json.dumps({word: about.kind for word, about in words().items()})
    for name in sorted(_modules()):
        yield f"shared/{name}", _text(name)
    for name in (*_STYLES, "from_disk.js", "python_worker.js", "workshop/in_browser.css"):
        yield f"shared/{name}", _text(name)
    for file in pyodide:
        yield f"workshop/python/{file.name}", file.read_bytes()
    yield "workshop/python/rulewright.zip", archive()


def _text(name: str) -> str:
    """Our own module, where the folder has another one than the server."""
    folders = (HERE / "in_browser", HERE, SHARED)
    return next(folder / name for folder in folders if (folder / name).is_file()).read_text("utf-8")


def _modules() -> set[str]:
    """What the workshop is made of, by the names from the folder of all of them."""
    found: set[str] = set()
    waiting = [_WORKSHOP]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            folder = (SHARED / name).parent
            for other in _IMPORT.findall(_text(name)):
                waiting.append((folder / other).resolve().relative_to(SHARED.resolve()).as_posix())
    return found


def _page(entries: Sequence[Mapping[str, Any]]) -> str:
    page = placed((SHARED / "workshop" / "page.html").read_text("utf-8"), "../", workshop=True)
    nonce = hashlib.sha256(page.encode()).hexdigest()[:24]  # the editor marks its own styles with it
    rules = policy("'self'", f"'self' 'nonce-{nonce}'", "'self' data: blob:")
    rules = rules.replace("worker-src blob:", "worker-src 'self'; connect-src 'self'")
    told = f'<script type="application/json" id="games-data" data-up="../">{data_in_page(entries)}</script>'
    for before, after in (
        ("NONCE", nonce),
        ("<title>", f'<meta http-equiv="Content-Security-Policy" content="{rules}">\n  <title>'),
        ("</head>", '  <link rel="stylesheet" href="../shared/workshop/in_browser.css">\n</head>'),
        ("</header>", _STARTING),
        ('<button id="lab"', '<button id="lab" hidden'),  # a study takes thousands of games
        ('<button id="full"', '<button id="full" hidden'),  # the other tables there play without Python
        (_PLAYERS, f"{_PLAYERS}{_SLOW}"),
        ("</body>", f'{told}\n<script src="../shared/from_disk.js"></script>\n</body>'),
    ):
        assert page.count(before) == 1, before
        page = page.replace(before, after)
    return page
