"""Measures clicks in the page of a game, in a real browser: from the click until the board shows the answer.

    python tools/measure_clicks.py                   Tzaar's largest position that random games come to first
    python tools/measure_clicks.py chess --plies 20  another game, after so many random plies of seed 1
    python tools/measure_clicks.py --rounds 20       how often the whole turn is clicked and taken back (10)

For each click of a turn: the time on the clock from the event until the board has changed, and until that is painted,
both by the browser's own clock; and the CPU time of the server with its workers and of all processes of the browser.
The last click plays the turn. On a busy machine only the CPU times say something. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "interpreter")]

from playwright.sync_api import Locator, sync_playwright  # noqa: E402

from rulewright.game import load_with  # noqa: E402
from rulewright.headless.random_games import random_move  # noqa: E402
from rulewright.show.clicking import Pick, Picking  # noqa: E402
from tests.browser.conftest import ARGUMENTS, CHROMIUM, serving  # noqa: E402
from tests.browser.table import Table  # noqa: E402
from tools.benching.large import largest  # noqa: E402

# Told by the page itself, clicked by the bare mouse: what playwright does around a click takes longer than the answer.
_WATCH = """
() => {
  window.answers = [];
  window.answered = () => {};
  addEventListener("click", (event) => { window.clicked = event.timeStamp; }, true);
  new MutationObserver(() => {
    const shown = performance.now() - window.clicked;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();  // its message comes after the frame was painted
      channel.port1.onmessage = () => {
        window.answers.push([shown, performance.now() - window.clicked]);
        window.answered();
      };
      channel.port2.postMessage(0);
    });
  }).observe(document.getElementById("board"), { attributes: true, attributeFilter: ["data-shown"] });
}
"""
_ANSWER = """
async () => {
  if (!window.answers.length) await new Promise((done) => { window.answered = done; });
  return window.answers.shift();
}
"""


def processes_below(pid: int) -> list[int]:
    """A process and all that it has started, directly or not."""
    found = [pid]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found += processes_below(int(entry.name))
    return found


def cpu_of(pids: list[int]) -> float:
    """Milliseconds of CPU time, in steps of the system's clock only where it keeps nothing finer."""
    spent = 0.0
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            spent += int(task.read_text().split()[0]) / 1e6
    return spent


def row_in_the_middle(game: str, moves: list[str]) -> list[Pick]:
    """The clicks of a turn: of what can be picked, that in the middle."""
    state = load_with(game, {}).start()
    for move in moves:
        state.push(move)
    picking, row = Picking(state), list[Pick]()
    while True:
        choices = picking.after(row)
        assert choices is not None
        if choices.turn is not None:
            return row
        row.append(choices.picks[len(choices.picks) // 2])


def position(game: str, plies: int | None) -> list[str]:
    if plies is None:
        return largest(game)[0]
    state = load_with(game, {}).start()
    for ply in range(plies):
        state.push(random_move(state, 1, 0, ply))
    return [move.text for move in state.history]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tzaar")
    parser.add_argument("--plies", type=int, help="random plies before; without it the largest position of six games")
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("measure_clicks.py: there is no chromium here")
    moves = position(given.game, given.plies)
    row = row_in_the_middle(given.game, moves)
    found: list[list[tuple[float, ...]]] = [[] for _ in row]
    own = os.getpid()
    with serving() as address:
        servers = [pid for pid in processes_below(own) if pid != own]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            table = Table(browser.new_page(viewport={"width": 1280, "height": 900}), address)
            table.open(given.game, moves=moves)
            table.page.evaluate(_WATCH)
            for _ in range(given.rounds):
                for pick, times in zip(row, found, strict=True):
                    times.append(one_click(table, pick, servers[0], own))
                answer_to(table.page.locator("#undo"))
            browser.close()
    print(
        "| click | answered, ms | painted, ms | CPU of the server, ms | CPU of the browser, ms |\n|---|---|---|---|---|"
    )
    for pick, times in zip(row, found, strict=True):
        shown = " | ".join(
            f"{median(each):.1f} ({min(each):.1f} to {max(each):.1f})" for each in zip(*times, strict=True)
        )
        print(f"| {pick} | {shown} |")
    return 0


def one_click(table: Table, pick: Pick, server: int, own: int) -> tuple[float, ...]:
    serving_now = processes_below(server)
    browsing = [pid for pid in processes_below(own) if pid != own and pid not in serving_now and _is_browser(pid)]
    before = cpu_of(serving_now), cpu_of(browsing)
    shown, painted = answer_to(table.pick(pick))
    return shown, painted, cpu_of(serving_now) - before[0], cpu_of(browsing) - before[1]


def answer_to(place: Locator) -> tuple[float, float]:
    """Clicks into the middle of a place: milliseconds until the board has changed, and until it is painted."""
    box = place.bounding_box()
    assert box is not None
    place.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shown, painted = place.page.evaluate(_ANSWER)
    return shown, painted


def _is_browser(pid: int) -> bool:
    try:
        return b"chrom" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
