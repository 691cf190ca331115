"""What exists where: the scope table of the semantics as data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ...rules.types import Type

# The words of a part, by when they come to be.
# `last_sown` stays readable for the rest of the turn.
_SOWN = frozenset({"last_sown"})
_START = _SOWN | {"origin", "kind", "load"}
_WALK = frozenset({"leaving"})
_LANDING = frozenset({"entering", "dir"})
_CHOSEN = _START | {"dir", "target", "passed"}
_DONE = _CHOSEN | {"it"}

PART_WORDS = frozenset({"origin", "kind", "load", "leaving", "entering", "dir", "target", "passed", "it", "last_sown"})
# What may stand behind the dot of `turn.` and of `ACTION.` (the latter also knows the action's own names).
TURN_FIELDS = ("origin", "target", "passed", "it", "kind", "dir")
ACTION_FIELDS = (*TURN_FIELDS, "load")

WORD_TYPES = {
    "origin": Type.SITE,
    "target": Type.SITE,
    "it": Type.SITE,
    "leaving": Type.SITE,
    "entering": Type.SITE,
    "last_sown": Type.SITE,
    "dir": Type.DIRECTION,
    "kind": Type.KIND,
    "load": Type.NUMBER,
}


WORDS_AT: dict[str, frozenset[str]] = {
    "subject": _SOWN,
    "take": _SOWN | {"origin"},
    "if_lifted": _START,
    "to": _START,
    "path": _START | _WALK,
    "path if": _START | _WALK | _LANDING,
    "let": _CHOSEN,
    "if": _CHOSEN,
    "before": _CHOSEN,
    "do": _DONE,
    "must": _DONE,
    "guard": _DONE,
    "end of turn": _DONE,
    "repetition": _DONE,
    "when_captured": _START | {"target", "passed", "it"},
    "position": frozenset(),
    "regions": frozenset(),
    "score": _DONE,
    "anything": PART_WORDS,
}
COUNTERS_AT: dict[str, frozenset[str]] = {
    "before": frozenset({"captures"}),
    "do": frozenset({"captures"}),
    "must": frozenset({"captures"}),
    "guard": frozenset({"captures"}),
    "end of turn": frozenset({"captures", "parts"}),
    "repetition": frozenset({"captures", "parts", "kept"}),
    "score": frozenset({"captures", "parts", "bonus"}),
    "anything": frozenset({"captures", "parts", "bonus", "kept"}),
}


@dataclass(slots=True)
class Uses:
    """What the body of a define or a named path asks of the place where it is used."""

    words: dict[str, None] = field(default_factory=dict)
    memories: dict[str, None] = field(default_factory=dict)
    counters: dict[str, None] = field(default_factory=dict)

    def add(self, other: Uses) -> None:
        self.words.update(other.words)
        self.memories.update(other.memories)
        self.counters.update(other.counters)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that exist at one place of a file. `place` is its row in the table, `title` its name in messages."""

    place: str
    title: str
    words: frozenset[str]
    counters: frozenset[str] = frozenset()
    locals: dict[str, Type] = field(default_factory=dict)
    parameters: dict[str, Type] = field(default_factory=dict)
    memories: frozenset[str] | None = None  # actions that can come before; None: none exist here
    passed: Type = Type.SET
    action: str | None = None
    attribute: str | None = None  # inside the path attribute of this name
    uses: Uses | None = None  # set in bodies, whose words are checked where they are used
    each: bool = False  # in the condition of `where`, or in a define called there: `it` is the site asked about
    bound: frozenset[str] = frozenset()  # words of an inner walk: a body does not ask its user for them

    def with_words(self, *words: str) -> Scope:
        return replace(self, words=self.words | set(words))

    def without_words(self, *words: str) -> Scope:
        return replace(self, words=self.words - set(words))

    def with_locals(self, **names: Type) -> Scope:
        return replace(self, locals={**self.locals, **names})


def scope_at(place: str, title: str, **more: Any) -> Scope:
    made = Scope(place, title, WORDS_AT[place], COUNTERS_AT.get(place, frozenset()))
    return replace(made, **more)


WORD_HELP = {
    "target": "the target is only known once a site is chosen: use if: or must:",
    "it": "the piece has not arrived yet: use do: or must:, or speak of origin",
    "entering": 'it is the site a leg lands on, in an "if" inside a path; the end of the whole walk is target',
    "leaving": "it is the site a leg starts from, inside a path; the start of the whole walk is origin",
    "passed": "what was passed is only known once the walk is chosen: use if: or must:",
    "dir": 'the direction is only known once the walk is chosen: use if:, or name it with "as"',
    "origin": "no piece has been chosen here",
    "kind": "no piece has been chosen here",
    "load": "no piece has been lifted here",
    "last_sown": "nothing has been sown here",
    "captures": "captures are only counted once effects have run: use do:, must: or end:",
    "bonus": "put it into score: and ask for the highest score",
    "kept": "it looks back from a repeated position: write it into the result: of repetition:",
    "parts": "parts are counted at the end of the turn: use must:, prefer: or end:",
}
