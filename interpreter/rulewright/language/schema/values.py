"""Values of the right type that are wrong all the same: unknown words, numbers out of range, empty lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...source.diagnostics import Diagnostic, Note, did_you_mean, one_of
from ...source.source import Span
from ..document.nodes import Mapping, Scalar, Sequence, plain
from .groups import NUMBERS
from .names import bad_name, is_name, is_name_pattern
from .places import Spot, shortened, spoken
from .schema_map import Place, SchemaMap, Violation, as_yaml, kind_of

_YES = {"true", "on", "y", "yes", "1"}
_NO = {"false", "off", "n", "no", "0"}
# More of them in one list say nothing new.
_MOST_REPEATS = 10


class Values:
    def __init__(self, schema: SchemaMap, root: Mapping) -> None:
        self._schema = schema
        self._root = root

    def explain(self, spot: Spot, violation: Violation) -> list[Diagnostic]:
        rule, value = violation.rule, violation.value
        place = self._schema.at(spot.path)
        if rule in ("enum", "anyOf"):
            return [self._not_a_choice(spot, place, value)]
        if rule == "uniqueItems":
            return list(islice(self._twice(spot), _MOST_REPEATS))
        if rule in ("minLength", "minItems", "minProperties"):
            return [self._empty(spot, place, value)]
        if rule in ("pattern", "maxLength") and isinstance(spot.node, Scalar):
            is_option = spot.node.text.startswith("$") and bool(re.search(violation.pattern, "$option"))
            if is_option or is_name_pattern(violation.pattern):
                return [bad_name(spot.node, violation.pattern)]
        if rule == "pattern":
            return [self._bad_text(spot, place, str(value))]
        return [self._out_of_range(spot, rule, violation.wanted, value)]

    def _where(self, spot: Spot) -> str:
        return spoken(self._root, spot.path)

    def nothing(self, spot: Spot) -> list[Diagnostic]:
        """`~` where nothing is inherited. A key with nothing behind it has been told by the reader."""
        if not isinstance(spot.node, Scalar) or not spot.node.text:
            return []
        message = f'{self._where(spot)} is "{spot.node.text}", which means nothing.'
        help = '"~" removes what a game inherits; this one extends nothing. For the sign itself use quotes'
        if spot.path and isinstance(spot.path[-1], int):
            help = "leave it out: a list replaces an inherited one as a whole. For the sign itself use quotes"
        return [Diagnostic("schema-empty", message, spot.span, help)]

    def _empty(self, spot: Spot, place: Place, value: object) -> Diagnostic:
        what = "an empty text" if isinstance(value, str) else f"{kind_of(value)} with nothing in it"
        message = f"{self._where(spot)} is {what}."
        return Diagnostic("schema-empty", message, spot.span, place.for_example(spot.key))

    def _not_a_choice(self, spot: Spot, place: Place, value: object) -> Diagnostic:
        choices = place.choices
        if not isinstance(spot.node, Scalar):
            message = f"{self._where(spot)} must be {place.noun}, but this is {kind_of(value)}."
            return Diagnostic("schema-type", message, spot.span, f"choose {one_of(choices)}")
        text = spot.node.text
        if text.startswith("$"):
            return bad_name(spot.node)
        message = f'"{shortened(text)}" is not {place.noun}.'
        similar = did_you_mean(text, choices) or next((word for word in choices if text.startswith(word)), None)
        if choices == ["yes", "no"]:
            message = f'"{spot.key}" is yes or no, not "{shortened(text)}".'
            meant = "yes" if text.lower() in _YES else "no" if text.lower() in _NO else None
            help = f"write {spot.key}: {meant}" if meant else "write yes or no"
        elif spot.key == "holds" and text in NUMBERS:
            help = "a number has a range instead:  range: 0..100"
        elif other := self._sibling_with(spot, text):
            help = f'"{text}" is {self._schema.at((*spot.path[:-1], other)).noun}: write {other}: {text}'
        elif spot.key == "shape" and text in ("unbounded", "infinite", "endless"):
            help = "how large it is says size:  size: unbounded"
        elif similar:
            help = f'did you mean "{similar}"?'
        elif len(choices) > 1:
            help = f"choose {one_of(choices)}"
        else:
            help = f"write {choices[0]}, or leave the key out"
        return Diagnostic("schema-value", message, spot.span, help)

    def _sibling_with(self, spot: Spot, word: str) -> str | None:
        """Another key of the same mapping that takes this word."""
        above = self._schema.at(spot.path[:-1])
        return next((key for key in above.keys if word in self._schema.inner(above, key).choices), None)

    def _bad_text(self, spot: Spot, place: Place, text: str) -> Diagnostic:
        is_number = bool(re.fullmatch(r"-?[0-9]+", text))
        if place.noun == "a whole number" or (is_number and "integer" in place.types):
            message = f'{self._where(spot)} must be {place.noun}, but "{shortened(text)}" is a text.'
            help = f"write {text} without quotes" if is_number else place.for_example(spot.key)
            return Diagnostic("schema-type", message, spot.span, help)
        examples = [example for example in place.examples if isinstance(example, str | int | float)]
        similar = did_you_mean(text, [str(example) for example in examples if is_name(str(example))])
        tidied = [tidy for tidy in _tidied(text) if self._schema.accepts(place, tidy)]
        if tidied:
            help = f"write {tidied[0]}"
        elif similar:
            help = f'did you mean "{similar}"?'
        else:
            shown = dict.fromkeys(as_yaml(example) for example in examples)
            help = f"for example {one_of(list(shown)[:3])}"
        return Diagnostic("schema-value", f'"{shortened(text)}" is not {place.noun}.', spot.span, help)

    def _out_of_range(self, spot: Spot, rule: str, bound: Any, value: Any) -> Diagnostic:
        where = self._where(spot)
        if rule == "multipleOf":
            message = f"{where} is {value}, but only whole and half points are possible."
            help = "for example 7 or 7.5"
        elif rule == "maxLength":
            message = f"{where} has {len(value)} characters; {bound} is the most."
            help = "make the text shorter"
        elif rule in ("maxItems", "maxProperties"):
            message, help = f"{where} has {len(value)} entries; {bound} is the most.", "take some away"
        elif rule == "minimum":
            message, help = f"{where} is {value}; {bound} is the least.", f"write {bound} or more"
        else:
            message, help = f"{where} is {value}; {bound} is the most.", f"write {bound} or less"
        return Diagnostic("schema-number", message, spot.span, help)

    def _twice(self, spot: Spot) -> Iterator[Diagnostic]:
        assert isinstance(spot.node, Sequence)
        first: dict[str, Span] = {}
        for item in spot.node.items:
            text = as_yaml(plain(item))
            if text in first:
                message = f'"{text}" is listed twice in {spoken(self._root, spot.path)}.'
                notes = (Note("first written here", first[text]),)
                yield Diagnostic("schema-twice", message, item.span, "take one of them away", notes)
            first.setdefault(text, item.span)


def _tidied(text: str) -> list[str]:
    """The text as it may have been meant: `3 X 3` is 3x3, `0-3` is 0..3."""
    close = re.sub(r"\s+", "", text.lower()).replace("\u00d7", "x").replace("*", "x").replace("by", "x")
    return [close, re.sub(r"-|to|\.{3,}|\u2026|,", "..", close)]
