"""The words of the rules language, as `words.yaml` tells them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True)
class Word:
    """`kind` is keyword, verb, noun, function or result; `says` is one sentence."""

    kind: str
    says: str
    example: str


@lru_cache(maxsize=1)
def words() -> dict[str, Word]:
    text = Path(__file__).with_name("words.yaml").read_text(encoding="utf-8")
    # The plainest of PyYAML's readers: for it "no" and "on" are words, as they are in a game.
    found: dict[str, dict[str, str]] = yaml.load(text, Loader=yaml.BaseLoader)
    return {word: Word(**about) for word, about in found.items()}
