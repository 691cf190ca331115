"""What all pages of the folder share, what lies around a game there, and the gallery.

Whatever is linked lies beside the page, and scripts are plain ones: so the folder also works where it is opened from a
disk, and under any address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..export.bundle import Bundle
from ..export.page import SHARED, Surroundings, data_in_page, page_style, play_script, policy, worker_script

HERE = Path(__file__).parent / "static"
_OURS = "'self'"
_PICTURES = "'self' data:"
_ADDRESS = re.compile(r'(href|src)="(/[^"]*)"')
_HEAD_END = "</head>"


def around_a_game(name: str, workshop: bool) -> Surroundings:
    write = f'<a href="../workshop/index.html?game={escape(quote(name, safe=""))}">Workshop</a>' if workshop else ""
    return Surroundings(
        policy=policy(_OURS, _OURS, _PICTURES),
        head='<link rel="icon" href="../shared/icon.svg" type="image/svg+xml">\n'
        '  <link rel="stylesheet" href="../shared/game.css">',
        code='<script src="../shared/game.js"></script>',
        home='<a class="home" href="../index.html" target="_top">'
        '<img src="../shared/icon.svg" alt="" width="28" height="28"><span>Rulewright</span></a>\n    ',
        links=write,
    )


def shared_files() -> Iterator[tuple[str, str]]:
    """Code and style of all pages, by their names in the folder."""
    yield "shared/icon.svg", (SHARED / "icon.svg").read_text("utf-8")
    yield "shared/page.css", (SHARED / "page.css").read_text("utf-8")
    yield "shared/game.css", page_style()
    yield "shared/game.js", _alone(f"{_with_worker()}\n{play_script()}")
    yield "shared/gallery.js", _alone(Bundle((HERE, SHARED)).script("gallery.js", waits=True))


def _with_worker() -> str:
    """The code of the worker, in the page before it is asked for: where a page lies on a disk, none may be fetched."""
    made = {"type": "text/plain", "id": "worker-code", "textContent": worker_script()}
    return f'document.body.append(Object.assign(document.createElement("script"), {json.dumps(made)}));'


def _alone(script: str) -> str:
    """A module as a plain script: browsers load no modules from a disk."""
    return f"(async () => {{\n{script}\n}})();\n"


def gallery(entries: Sequence[Mapping[str, Any]], workshop: bool) -> str:
    """The gallery of the server, over these games."""
    page = placed((SHARED / "gallery.html").read_text("utf-8"), "", workshop)
    told = f'<script type="application/json" id="games-data" data-up="">{data_in_page(entries)}</script>'
    code = '<script type="module" src="shared/gallery.js"></script>'
    assert page.count(code) == 1
    rules = policy(_OURS, _OURS, _PICTURES)
    page = page.replace(code, f'<meta http-equiv="Content-Security-Policy" content="{rules}">')
    return page.replace("</body>", f'{told}\n<script src="shared/gallery.js"></script>\n</body>')


def placed(page: str, up: str, workshop: bool) -> str:
    """A page of the server with the addresses of the folder; `up` leads to it from there."""
    places = {"/": f"{up}index.html", "/workshop": f"{up}workshop/index.html"}
    if not workshop:
        page = page.replace('<a href="/workshop">Workshop</a>', "")

    def moved(found: re.Match[str]) -> str:
        kind, address = found.groups()
        return f'{kind}="{places.get(address) or address.replace("/static/", f"{up}shared/")}"'

    return _ADDRESS.sub(moved, page)
