"""What native code and a hook exchange in the block: the words of the part, and the lines of effects as numbers."""

from __future__ import annotations

WORDS = ("origin", "target", "it", "leaving", "entering")  # of the part, as they lie in the block behind `me`
MOST_RECORDS = 1024
RECORD_SIZE = 48
OPS = {
    "capture": 1, "remove": 2, "flip": 3, "move": 4, "put": 5,
    "set owner": 6, "set kind": 7, "set state": 8, "set facing": 9, "var": 10,
}  # fmt: skip
