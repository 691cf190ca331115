"""What a viewer can set, and how the protocol writes it: "Threads;int;2;2;1;256"."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import echoed
from ..players.settings import Whole
from .problems import Problem


class Choice:
    """One of several words."""

    def __init__(self, name: str, value: str, choices: tuple[str, ...]) -> None:
        self.name, self.choices = name, choices
        self.value = self.default = value

    def set(self, text: str) -> None:
        if text.lower() not in self.choices:
            raise Problem(f"{self.name} is one of {', '.join(self.choices)}")
        self.value = text.lower()

    def __str__(self) -> str:
        return ";".join((self.name, "enum", self.value, self.default, *self.choices))


class Amount:
    """A whole number within bounds."""

    def __init__(self, name: str, value: int, least: int, most: int) -> None:
        self.name, self.bounds = name, Whole(least, most)
        self.value = self.default = value

    def set(self, text: str) -> None:
        value = self.bounds.read(text)
        if value is None:
            raise Problem(f"{self.name} is {self.bounds}")
        self.value = value

    def __str__(self) -> str:
        return f"{self.name};int;{self.value};{self.default};{self.bounds.least};{self.bounds.most}"


class Options:
    def __init__(self, options: Iterable[Choice | Amount]) -> None:
        self._by_name = {option.name.lower(): option for option in options}

    def answer(self, words: list[str]) -> list[str]:
        """What `options …` answers: all of them, or the one that was asked for or set."""
        if not words:
            return [str(option) for option in self._by_name.values()]
        action = words[0].lower()
        if action == "get" and len(words) == 2:
            return [str(self._named(words[1]))]
        if action == "set" and len(words) == 3:
            option = self._named(words[1])
            option.set(words[2])
            return [str(option)]
        raise Problem('write "options", "options get NAME" or "options set NAME VALUE"')

    def _named(self, name: str) -> Choice | Amount:
        option = self._by_name.get(name.lower())
        if option is None:
            known = ", ".join(known.name for known in self._by_name.values())
            raise Problem(f'there is no option "{echoed(name)}"; there are {known}')
        return option
