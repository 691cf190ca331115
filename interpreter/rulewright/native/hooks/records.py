"""Lines of effect hooks as words in the block: what is done, then its numbers."""

from __future__ import annotations

MOST_RECORDS = 1024
RECORD_SIZE = 48
OPS = {
    "capture": 1, "remove": 2, "flip": 3, "move": 4, "put": 5,
    "set owner": 6, "set kind": 7, "set state": 8, "set facing": 9, "var": 10,
}  # fmt: skip
