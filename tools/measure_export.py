"""How large exported pages are, and how fast their modules play: a table for docs/export.md.

python tools/measure_export.py [GAME …]

Both engines play the same random games, one after the other, three times; the best of each counts, in processor time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "interpreter"))

import rulewright
from rulewright.export import game_data as exporting
from rulewright.export.page import page_of
from rulewright.game import Game

GAMES = (
    "surikata", "creeper", "hive", "abalone", "schleicher_und_huepfer", "erleuchtung", "vier_kreise", "chess",
    "connect_four", "tictactoe",
)  # fmt: skip
SECONDS = 1.0  # of native playouts, about
SEED, ROUNDS = 7, 3
RUN = """
import { readFileSync } from "node:fs";
import { Engine } from %r;
const data = JSON.parse(readFileSync(%r, "utf-8"));
data.start = new Uint8Array(Buffer.from(data.start, "base64"));
const engine = await Engine.start(readFileSync(%r), data);
const start = engine.first();
engine.playouts(start, 7, 0, %d, 1000000);
const begin = process.cpuUsage().user;
const tally = engine.playouts(start, 7, 0, %d, 1000000);
console.log(JSON.stringify({ tally, seconds: (process.cpuUsage().user - begin) / 1e6 }));
"""


def main(names: list[str]) -> None:
    if shutil.which("node") is None:
        sys.exit("this takes node")
    print("| Game | Page, kB | Module, kB | In the page, M moves/s | Native, M moves/s | Share |")
    print("|---|---|---|---|---|---|")
    for name in names:
        print(row(rulewright.load(name)), flush=True)


def row(game: Game) -> str:
    page = len(page_of([game]).encode())
    made = exporting.game_data(game)
    games = enough(game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.wasm").write_bytes(made.wasm)
        (folder / "game.json").write_text(json.dumps(made.data))
        ours = theirs = 0.0
        for _ in range(ROUNDS):
            tally, rate = natively(game, games)
            found, in_page = with_node(folder, games)
            if found != tally:
                sys.exit(f"{game.id}: other games than natively")
            ours, theirs = max(ours, rate), max(theirs, in_page)
    return (
        f"| {game.title} | {page / 1000:.0f} | {len(made.wasm) / 1000:.0f} | {theirs / 1e6:.2f} | {ours / 1e6:.2f} "
        f"| {theirs / ours:.2f} |"
    )


def natively(game: Game, games: int) -> tuple[list[int], float]:
    native = game._engines.native()
    assert native is not None
    native.prepare_playouts(careful=True)
    block, start = native.borrow(), native.snapshot(game._engine.start())
    begin = time.process_time()
    tally = list(native.playouts(block, start, SEED, 0, games, 1_000_000))
    spent = time.process_time() - begin
    native.give_back(block)
    return tally, tally[1] / spent


def enough(game: Game) -> int:
    games = 1
    while True:
        tally, rate = natively(game, games)
        if tally[1] / rate > SECONDS / 4:
            return max(1, int(games * SECONDS * rate / tally[1]))
        games *= 4


def with_node(folder: Path, games: int) -> tuple[list[int], float]:
    engine = Path(exporting.__file__).parent / "static" / "engine.js"
    script = RUN % (engine.as_uri(), str(folder / "game.json"), str(folder / "game.wasm"), max(1, games // 10), games)
    (folder / "run.mjs").write_text(script)
    run = subprocess.run(["node", str(folder / "run.mjs")], capture_output=True, text=True, check=True)
    told = json.loads(run.stdout)
    return told["tally"], told["tally"][1] / told["seconds"]


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
