"""Delta debugging: a text that fails is made as small as it goes, while it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable

from .mutants import words_of


def reduced(text: str, fails: Callable[[str], bool], tries: int) -> str:
    """The text with as few lines, and then as few words, as so many tries lead to."""
    left = [tries]

    def asked(parts: list[str]) -> bool:
        left[0] -= 1
        return left[0] >= 0 and fails("".join(parts))

    lines = _fewer(text.splitlines(keepends=True), asked)
    return "".join(_fewer(words_of("".join(lines)), asked))


def _fewer(parts: list[str], fails: Callable[[list[str]], bool]) -> list[str]:
    """Without one piece after the other: first halves, at last single parts, until none can go."""
    size = max(1, len(parts) // 2)
    while True:
        at, shorter = 0, False
        while at < len(parts) and len(parts) > 1:
            rest = parts[:at] + parts[at + size :]
            if rest and fails(rest):
                parts, shorter = rest, True
            else:
                at += size
        if size > 1:
            size = max(1, size // 2)
        elif not shorter:
            return parts
