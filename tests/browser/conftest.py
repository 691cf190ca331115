"""A real browser and a real server. Without chromium or playwright, all tests of this folder are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.table import Table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync "
    "--no-first-run"
).split()
INTERPRETER = Path(__file__).parents[2] / "interpreter"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    from playwright.sync_api import sync_playwright  # the tests themselves are skipped where it is missing

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def serving(*files: Path, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """The address of a server of our own, without a stroke at the end; with games beside those of the library."""
    pytest.importorskip("uvicorn")
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "rulewright",
            "serve",
            "--no-open",
            "--host",
            host,
            "--port",
            str(port),
            *map(str, files),
        ],
        stdout=subprocess.PIPE,
        stderr=None if host == "127.0.0.1" else subprocess.DEVNULL,  # it warns
        text=True,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        yield next(word for word in said.split() if word.startswith("http://127.0.0.1:")).rstrip("/")
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """Somebody at a screen; nothing may go wrong unnoticed."""
    from tests.browser.table import Table

    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = Table(context.new_page(), address)
    yield made
    context.close()
    assert made.complaints == []
