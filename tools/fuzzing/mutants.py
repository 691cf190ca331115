"""Mutants: games and broken files, with words and lines changed, or with what people take for another rule."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from rulewright.language.syntax.leaves import leaves
from rulewright.language.syntax.parse import parse
from rulewright.language.syntax.printer import show
from rulewright.proving.mutations import mutants
from rulewright.source.diagnostics import Report

from .originals import any_of_them, compiled, text_of

_MEANT = 0.05  # how often a change is one of a syntax tree: most of these are games
_TESTS = re.compile(r"^tests:.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_NO_RULES = re.compile(r"^(?:about|by|source|notation):.*\n|^\s*#.*\n|  +#.*", re.MULTILINE)
_NUMBERS = (0, 1, 2, 3, 7, 60, 64, 65, 255, 4096, 10**6, 10**9)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text, and the name of what it was made from; without one it is nothing else's."""

    text: str
    origin: str


def mutant(seed: int, number: int) -> Mutant:
    """The same from the same numbers, as long as the files are the same."""
    chance = Random(f"{seed} {number}")
    origin, other = any_of_them(chance), any_of_them(chance)
    text, foreign = text_of(origin), text_of(other)
    if chance.random() < _MEANT:
        return Mutant(_meaning_another(origin, chance) or text, origin)
    if chance.random() < 0.75:  # what is no rule changes no game, and most changes of names are refused for a test
        text = _NO_RULES.sub("", _TESTS.sub("", text))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = _spliced(text, foreign, chance) if chance.random() < 0.25 else reworded(text, foreign, chance)
    return Mutant(text, origin)


def _meaning_another(origin: str, chance: Random) -> str | None:
    """With one rule that is another one; None where nothing can be changed so."""
    compilation = compiled(origin)
    document, source = compilation.merged, compilation.source
    texts = [] if document is None else [leaf for leaf in leaves(document) if leaf.text.span.source is source]
    if source is None or not texts:
        return None
    leaf = chance.choice(texts)
    tree = parse(leaf.text, leaf.entry, Report())
    changed = [] if tree is None else list(mutants(tree))
    if not changed:
        return None
    with suppress(AssertionError):  # not a form of the language
        span = leaf.text.span
        return f"{source.text[: span.start]}{json.dumps(show(chance.choice(changed)))}{source.text[span.end :]}"
    return None


def words_of(text: str) -> list[str]:
    """Words, blanks and signs; together they are the text."""
    return re.findall(r"\w+|\s+|[^\w\s]", text)


def reworded(text: str, other: str, chance: Random) -> str:
    """One word or sign is another, two are swapped, one is gone or there twice."""
    words = words_of(text)
    places = [number for number, word in enumerate(words) if not word.isspace()]
    if not places:  # all of it is gone already
        return other
    one, two = chance.choice(places), chance.choice(places)
    match chance.choice((0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6)):
        case 0:
            words[one], words[two] = words[two], words[one]
        case 1:
            words[one] = ""
        case 2:
            words[one] += f" {words[one]}"
        case 3:
            words[one] = chance.choice([word for word in words_of(other) if not word.isspace()] or [""])
        case 4:  # the same word may fit elsewhere
            words[one] = words[chance.choice([number for number in places if words[number].isalpha()] or places)]
        case 5:  # its neighbour, or the one after that
            next_to = places[(places.index(one) + chance.choice((1, 2))) % len(places)]
            words[one], words[next_to] = words[next_to], words[one]
        case _:
            numbers = [number for number, word in enumerate(words) if word.isdecimal()] or [one]
            words[chance.choice(numbers)] = str(chance.choice(_NUMBERS))
    return "".join(words)


def _spliced(text: str, other: str, chance: Random) -> str:
    """Some lines are gone, and some of another file stand there; or one is twice there."""
    lines, foreign = text.splitlines(keepends=True), other.splitlines(keepends=True)
    at, taken = chance.randrange(len(lines) + 1), chance.randrange(4)
    if chance.random() < 0.2 and lines:
        lines.insert(at, chance.choice(lines))
    else:
        start = chance.randrange(len(foreign) or 1)
        lines[at : at + taken] = foreign[start : start + chance.randrange(6)]
    return "".join(lines)
