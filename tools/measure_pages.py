"""Measures pages in a real browser: bytes, first paint, how long the main thread is blocked, the first move.

    python tools/measure_pages.py                 every kind of page: of serve, exported, of a site
    python tools/measure_pages.py --rounds 5      how often each is opened (3); the table has the middle of them
    python tools/measure_pages.py --site FOLDER   a folder that `rulewright site` has made, perhaps with the workshop
    python tools/measure_pages.py --export hive   the games that are exported (tictactoe and hive)
    python tools/measure_pages.py --json          the figures of every round

Each round has a browser context of its own, so nothing is kept from the one before. No throttle: it is this machine,
and the last line says how busy it was. Bytes are those that came over the network, or of the file. "Painted" is the
first contentful paint, "ready" when somebody can click, both on the clock since the page was asked for. "Main thread"
is the CPU time of its tasks until then; "blocked" is what single tasks took beyond 50 ms, on the clock, so it grows
where others use the machine. "Move" is from the last click of somebody's first move until the page shows it, "answer"
until a program has answered that plays at random. Ends with 1 where a budget of bytes is broken, and with `--strict`
any budget: those are for a machine that has nothing else to do. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import monotonic
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "interpreter")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import rulewright  # noqa: E402
from rulewright.cli.main import run  # noqa: E402
from rulewright.show.clicking import Kind, Pick, Picking  # noqa: E402
from tests.browser.conftest import ARGUMENTS, CHROMIUM, serving  # noqa: E402
from tests.browser.hosting import hosted  # noqa: E402

SERVED = ("tictactoe", "hive", "chess")
SITE = ("tictactoe", "hive", "surikata")
PATIENCE = 600_000  # milliseconds: for a busy machine
BOARD = "#board .rw-site"
_WATCH = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration]);
}).observe({ type: "longtask", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A kind of page: where it is, what is there when it can be used, and the game that is played in it, if any."""

    name: str
    address: str
    ready: str
    game: str = ""
    budget: int = 0  # bytes


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one opening; times in milliseconds."""

    bytes: int
    requests: int
    painted: float
    ready: float
    main_thread: float
    blocked: float
    move: float | None = None
    answer: float | None = None


HEADS = (
    "Page", "kB", "Requests", "Painted, ms", "Ready, ms", "Main thread, ms", "Blocked, ms", "Move, ms", "Answer, ms",
)  # fmt: skip
BUDGETS = {"painted": 1000.0, "ready": 2000.0, "blocked": 300.0, "move": 1000.0, "answer": 1000.0}
"""Milliseconds, on a machine that has nothing else to do."""


def kinds(stack: ExitStack, arguments: argparse.Namespace) -> Iterator[Shown]:
    server = stack.enter_context(serving())
    yield Shown("gallery (serve)", f"{server}/", "#games li:nth-child(100)")
    for game in SERVED:
        yield Shown(f"{game} (serve)", f"{server}/play/{game}{_seats(game)}", BOARD, game)
    yield Shown("rules of hive (serve)", f"{server}/rules/hive", "#file > span")
    yield Shown("workshop (serve)", f"{server}/workshop?game=tictactoe", BOARD)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    for game in arguments.export:
        page = folder / f"{game}.html"
        assert run(["export", game, "-o", str(page)]) == 0
        budget = 300_000 if game == "tictactoe" else 1_000_000
        yield Shown(f"{game} (export, from disk)", f"{page.as_uri()}{_seats(game)}", BOARD, game, budget)
    site = Path(arguments.site) if arguments.site else folder / "site"
    if not arguments.site:
        assert run(["site", *SITE, "-o", str(site)]) == 0
    host = stack.enter_context(hosted(site))
    yield Shown("gallery (site)", f"{host}/index.html", "#games li")
    game = next(game for game in SITE if (site / "play" / f"{game}.html").is_file())
    yield Shown(f"{game} (site)", f"{host}/play/{game}.html{_seats(game)}", BOARD, game)
    if (site / "workshop" / "index.html").is_file():
        yield Shown("workshop (site, Pyodide)", f"{host}/workshop/index.html", BOARD)


def _seats(game: str) -> str:
    """Somebody plays first, and programs at random after that."""
    first, *others = rulewright.load(game).players
    return f"#{urlencode({first: 'person', **dict.fromkeys(others, 'random'), 'seed': '1'})}"


@contextmanager
def _opened(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def measured(browser: Browser, kind: Shown) -> Figures:
    with _opened(browser) as page:
        session = page.context.new_cdp_session(page)
        came: list[int] = []
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda told: came.append(int(told["encodedDataLength"])))
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        begin = monotonic()
        page.goto(kind.address)
        page.wait_for_selector(kind.ready, state="attached")
        ready = (monotonic() - begin) * 1000
        told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        painted = page.evaluate(
            "() => performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)[0] ?? NaN"
        )
        tasks = page.evaluate("() => window.tasks")
        local = kind.address.startswith("file:")
        weight = (
            Path(page.evaluate("() => decodeURIComponent(location.pathname)")).stat().st_size if local else sum(came)
        )
        move, answer = _played(page, kind.game) if kind.game else (None, None)
    return Figures(
        weight, 1 if local else len(came), painted, ready, told["TaskDuration"] * 1000,
        sum(max(0.0, duration - 50) for _, duration in tasks), move, answer,
    )  # fmt: skip


def _played(page: Page, game: str) -> tuple[float, float]:
    """From the last click of the first move until the page lists it, and until the answer is there."""
    picking, picks = Picking(rulewright.load(game).start()), list[Pick]()
    while (choices := picking.after(picks)) is not None and choices.turn is None:
        picks.append(choices.picks[0])
    board = page.locator("#board")
    begin = monotonic()
    for pick in picks:
        before = board.get_attribute("data-shown")
        site = f'#board .rw-site[data-site="{pick.value}"]'
        lying = f'#board .lying.lit[data-hand="{pick.value}"]'
        other = (
            lying if pick.kind is Kind.HAND and page.locator(lying).count() else f'#board .choice[data-pick="{pick}"]'
        )
        begin = monotonic()
        page.locator(site if pick.kind is Kind.SITE else other).click()
        page.wait_for_function("(was) => document.getElementById('board').dataset.shown !== was", arg=before)
    moved = (monotonic() - begin) * 1000
    page.wait_for_selector("#history li:nth-child(3)", state="attached")
    return moved, (monotonic() - begin) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--site", metavar="FOLDER")
    parser.add_argument("--export", nargs="*", default=["tictactoe", "hive"], metavar="GAME")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    broken: list[str] = []
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        stack.callback(browser.close)
        if not arguments.json:
            print(f"| {' | '.join(HEADS)} |\n{'|---' * len(HEADS)}|")
        for kind in kinds(stack, arguments):
            rounds = [measured(browser, kind) for _ in range(arguments.rounds)]
            if arguments.json:
                told = [asdict(one) for one in rounds]
                print(json.dumps({"page": kind.name, "load": os.getloadavg()[0], "rounds": told}), flush=True)
            middle = {key: _middle([asdict(one)[key] for one in rounds]) for key in Figures.__slots__}
            if not arguments.json:
                shown = [f"{value:.0f}" if value is not None else "" for value in list(middle.values())[1:]]
                print(f"| {kind.name} | {(middle['bytes'] or 0) / 1000:.0f} | {' | '.join(shown)} |", flush=True)
            budgets = {"bytes": kind.budget} if kind.budget else {}
            for key, most in (budgets | (BUDGETS if arguments.strict else {})).items():
                value = middle[key]
                if value is not None and value > most:
                    broken.append(f"{kind.name}: {key} {value:.0f}, the budget is {most:.0f}")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"load {load} (1, 5, 15 minutes) on {os.cpu_count()} cores", *broken, sep="\n", file=sys.stderr)
    return bool(broken)


def _middle(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


if __name__ == "__main__":
    sys.exit(main())
