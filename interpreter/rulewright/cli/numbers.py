"""Whole numbers on the command line, refused in a sentence of our own."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress

MOST_THREADS = 256
LONGEST = 86_400  # seconds: a day
MOST = 2**64 - 1  # seeds are 64 bits wide; nothing else comes near


def whole_number(least: int, most: int = MOST) -> Callable[[str], int]:
    """For `type=` of an argument."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        # The most of all is only told to whoever went past it.
        told = most != MOST or len(text) >= len(str(MOST))
        bounds = f"from {least} to {most}" if told else f"of at least {least}"
        raise argparse.ArgumentTypeError(f'"{text}" should be a whole number {bounds}')

    return read


def seconds(text: str) -> float:
    """For `type=` of an argument: a time, with decimals."""
    with suppress(ValueError):
        value = float(text)
        if 0 < value <= LONGEST:
            return value
    raise argparse.ArgumentTypeError(f'"{text}" should be a number of seconds above 0')


def add_threads_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", metavar="N", type=whole_number(1, MOST_THREADS), default=1, help="use so many threads (1)"
    )
