"""English nouns: one, many, none; whose they are; what stands before and behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

_IRREGULAR = {
    "man": "men", "woman": "women", "mouse": "mice", "goose": "geese", "ox": "oxen",
    "wolf": "wolves", "sheep": "sheep", "fish": "fish", "die": "dice", "thief": "thieves", "foot": "feet",
}  # fmt: skip
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def plain(name: str) -> str:
    """A name of a file as people write it."""
    return name.replace("_", " ").strip()


def plural(noun: str) -> str:
    head, _, last = noun.rpartition(" ")
    many = _IRREGULAR.get(last) or _many(last)
    return f"{head} {many}".strip()


def _many(word: str) -> str:
    if word.endswith("man") and word != "human":
        return word[:-3] + "men"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u"):
        return word[:-1] + "ies"
    return word + "s"


def article(text: str) -> str:
    """ "a stone", "an ant"."""
    bare = text.lstrip("“\"'(")
    hard = bare.startswith(("a", "e", "i", "o", "u", "8", "11", "18")) and not bare.startswith(("uni", "one", "use"))
    return f"{'an' if hard else 'a'} {text}"


def amount(number: int) -> str:
    """Small numbers are written as words."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
             "eleventh", "twelfth")  # fmt: skip


def ordinal(number: int) -> str:
    """ "fourth", "21st"."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def number_of(count: int, noun: str) -> str:
    return f"{amount(count)} {noun if count == 1 else plural(noun)}"


def joined(items: Sequence[str], word: str = "and") -> str:
    """ "a, b and c"."""
    kept = list(dict.fromkeys(item for item in items if item))
    if len(kept) < 2:
        return "".join(kept)
    comma = "; " if any("," in item for item in kept) else ", "
    last = f" {word} " if comma == ", " else f"; {word} "
    return comma.join(kept[:-1]) + last + kept[-1]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = " ".join(text.split())
    return capital(text) + ("" if text.endswith((".", ":", "!", "?")) else ".")


@dataclass(frozen=True, slots=True)
class Noun:
    """A set of sites or pieces as a noun. `fixed` is a phrase that needs no article: "the space it left"."""

    one: str = "space"
    whose: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    fixed: str = ""
    is_piece: bool = False
    only: bool = False  # there is one of its kind: "your king", "the meerkat"
    several: tuple[Noun, ...] = ()

    @property
    def is_single(self) -> bool:
        return bool(self.fixed) and not self.several

    def also(self, after: str) -> Noun:
        return replace(self, after=(*self.after, after)) if after else self

    def being(self, before: str) -> Noun:
        return replace(self, before=(*self.before, before))

    def _behind(self, text: str, many: bool = False) -> str:
        if not self.after:
            return text
        first, *rest = [_plural_clause(item) for item in self.after] if many else self.after
        behind = [first, *(item if item.startswith(("that ", "with ")) else f"and {item}" for item in rest)]
        return " ".join([text, *behind]).strip()

    def bare(self, many: bool = False) -> str:
        """Without an article, but with all that is said of it; "your" is left out."""
        if self.several:
            return self._behind(joined([item.bare(many) for item in self.several], "or"))
        if self.fixed:
            return self._behind(self.fixed)
        whose = [] if self.whose == "your" else [self.whose]
        noun = plural(self.one) if many else self.one
        return self._behind(" ".join(word for word in (*whose, *self.before, noun) if word), many)

    def a(self) -> str:
        """Any one of them: "a stone", "one of your stones"."""
        if self.several:
            return self._behind(joined([item.a() for item in self.several], "or"))
        if self.fixed:
            return self.bare()
        if self.only:
            return f"your {self.bare()}" if self.whose == "your" else f"the {self.bare()}"
        return f"one of your {self.bare(True)}" if self.whose == "your" else article(self.bare())

    def all(self) -> str:
        """Whatever there is of them: "your stones"."""
        if self.several:
            return self._behind(joined([item.all() for item in self.several]))
        if self.fixed:
            return self.bare()
        if self.only:
            return self.a()
        return f"your {self.bare(True)}" if self.whose == "your" else self.bare(True)

    def every(self) -> str:
        """All of them, as a group: "all your stones", "all enemy stones"."""
        return self.all() if self.fixed or self.only else f"all {self.all()}"

    def none(self) -> str:
        if self.several:
            return self._behind(f"no {joined([item.bare() for item in self.several], 'or')}")
        if self.fixed:
            return f"nothing of {self.bare()}"
        return f"no {self.bare()}"


def _plural_clause(text: str) -> str:
    """ "that is empty" of many: "that are empty"."""
    for one, many in (("that is ", "that are "), ("that has ", "that have "), ("that holds ", "that hold ")):
        if text.startswith(one):
            text = many + text[len(one) :]
    return text.removesuffix(" on it") + " on them" if text.endswith(" on it") else text


def union(items: Sequence[Noun]) -> Noun:
    """One or the other."""
    flat = [part for item in items for part in (item.several if item.several and not item.after else (item,))]
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else Noun(several=unique, is_piece=all(item.is_piece for item in unique))
