"""Fairy-Stockfish, the program itself, asked for perft by its own protocol (UCI).

Its `go perft` counts the last ply in bulk, as ours does: it makes the list of legal moves before it and adds up their
lengths, so no move of the last ply is carried out, but each that could leave a king in check is tested.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

from .runners import Missing, Run

FOLDERS = "/usr/games:/usr/local/bin"  # where packages put it, also if nobody looks there for programs


class FairyStockfish:
    def __init__(self, variant: str) -> None:
        program = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path=FOLDERS)
        if program is None:
            raise Missing("there is no fairy-stockfish; apt-get install fairy-stockfish")
        if sys.platform != "linux":
            raise Missing("the CPU time of another program can only be read on Linux")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The clock of another process: clock_getcpuclockid(3), which Python does not have.
        self.clock = ~self.process.pid << 3 | 2
        known = self._ask("uci", "uciok")
        if variant not in next(line for line in known if "UCI_Variant" in line).split():
            raise Missing(f"this fairy-stockfish does not know {variant}")
        self._ask(f"setoption name UCI_Variant value {variant}\nposition startpos\nisready", "readyok")

    def _ask(self, asked: str, last: str) -> list[str]:
        """Everything it says until the line that begins with `last`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(asked + "\n")
        self.process.stdin.flush()
        said: list[str] = []
        for line in self.process.stdout:
            said.append(line)
            if line.startswith(last):
                return said
        raise Missing("fairy-stockfish has stopped")

    def playouts(self, seconds: float) -> Run:
        raise Missing("it plays no random games")

    def perft(self, depth: int) -> Run:
        begin = time.clock_gettime(self.clock)
        said = self._ask(f"go perft {depth}", "Nodes searched")
        return Run(0, int(said[-1].split()[-1]), time.clock_gettime(self.clock) - begin)
