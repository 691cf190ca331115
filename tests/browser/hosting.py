"""A folder of pages on a plain web host, and a table of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser

from rulewright.cli.main import run
from tests.browser.table import Table


class SiteTable(Table):
    def at(self, game: str) -> str:
        return f"{super().at(game)}.html"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        pass


def built(folder: Path, *arguments: str) -> Path:
    assert run(["site", *arguments, "-o", str(folder)]) == 0
    return folder


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of the folder, without a stroke at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"[:-1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def seated(browser: Browser, address: str, *, phone: bool = False) -> Iterator[Table]:
    """Somebody at a screen; nothing may go wrong unnoticed."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
    context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone)  # type: ignore[arg-type]
    made = SiteTable(context.new_page(), address)
    yield made
    context.close()
    assert made.complaints == []
