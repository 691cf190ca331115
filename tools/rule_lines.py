"""Counts the rule lines of game files: how long a game is to write, without what is said about it.

    python tools/rule_lines.py [FILE …]        without files: the library

Blank lines and comments do not count, nor do the names, sources, options, colours and tests of a game.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median

LIBRARY = Path(__file__).resolve().parents[1] / "games"
_NO_RULES = {"game", "by", "about", "source", "language", "options", "variants", "display", "tests"}


def rule_lines(text: str) -> int:
    """The lines of a game file that are rules."""
    lines, counts = 0, False
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace():
            counts = line.partition(":")[0] not in _NO_RULES
        lines += counts
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    files: list[Path] = parser.parse_args().files or sorted(LIBRARY.glob("*.yaml"))
    counts = {file.stem: rule_lines(file.read_text(encoding="utf-8")) for file in files}
    for game, count in counts.items():
        print(f"{count:5} {game}")
    print(f"{median(counts.values()):5g} median of {len(counts)}, {max(counts.values())} at most")


if __name__ == "__main__":
    main()
