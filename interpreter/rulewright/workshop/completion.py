"""What may be written next: keys and values by the schema, words and names inside rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from ..language.check.symbols import What
from ..language.game_files import shipped
from ..language.schema.schema import game_schema
from ..language.schema.schema_map import Place as SchemaPlace
from ..language.schema.schema_map import as_yaml
from ..rules.appearance import BOARD, MOVES
from .names import Named, Names, names_of
from .place import Place, place_at
from .proposal import Proposal, names_proposed
from .rule_completion import rule_proposals

_MOST = 300


def complete(text: str, offset: int) -> dict[str, Any]:
    """Proposals for the word at a cursor; they replace the text from `from` up to it."""
    place = place_at(text, offset)
    if place is None:
        return {"from": offset, "items": []}
    names = names_of(place.root)
    found: dict[str, Proposal] = {}
    for proposal in _proposals(place, names):
        found.setdefault(proposal.label, proposal)
    fitting = [proposal for proposal in found.values() if _fits(proposal.label, place.typed)]
    fitting.sort(key=lambda proposal: (-proposal.boost, proposal.label))
    return {"from": place.start, "items": [asdict(proposal) for proposal in fitting[:_MOST]]}


def _fits(label: str, typed: str) -> bool:
    """Whether the letters typed so far occur in the label in this order: editors rank, this only leaves out."""
    letters = iter(label.lower())
    return all(letter in letters for letter in typed.lower())


def _proposals(place: Place, names: Names) -> Iterator[Proposal]:
    schema = game_schema()
    if place.in_key:
        yield from _keys(schema.at(place.path), place, names)
        return
    if place.typed.startswith("$"):
        yield from _options(names)
        return
    if place.rule is not None:
        yield from rule_proposals(place, place.rule, names)
        yield from _options(names)
        return
    here = schema.at(place.path)
    if not place.before.strip():
        yield from _values(here, place, names)
        yield from _options(names)
        if isinstance(place.path[-1] if place.path else None, int):  # behind a dash a group of keys may begin
            yield from _keys(here, place, names)


# ---------------------------------------------------------------- keys


def _keys(here: SchemaPlace, place: Place, names: Names) -> Iterator[Proposal]:
    schema = game_schema()
    taken = set(place.siblings)
    for key in here.keys:
        if key in taken:
            continue
        inner = schema.inner(here, key)
        yield Proposal(key, "key", "", describe(inner, key), f"{key}: ", 5)
    for label, detail in _own_keys(place, names):
        if label not in taken:
            yield Proposal(label, "name", detail, "", f"{label}: ", 8)


def _own_keys(place: Place, names: Names) -> Iterator[tuple[str, str]]:
    """Keys that are names of this game: by player, by piece."""
    players = [named.name for named in names.of(What.PLAYER)]
    kinds = [named.name for named in names.of(What.KIND)]
    match place.path:
        case ("regions", _) | ("turn",) | ("bonus",) | ("phases", _, "turn") | ("tests", _, "hand" | "taken" | "score"):
            yield from ((player, What.PLAYER.value) for player in players)
        case ("setup",) | ("tests", _, "position"):
            yield from ((f"{player} {kind}", "a piece") for player in players for kind in kinds)
        case ("setup", "hand" | "supply") | ("tests", _, "supply"):
            yield from ((kind, What.KIND.value) for kind in kinds)
        case ("display",):
            yield from ((name, "a look") for name in (*players, *kinds, BOARD, MOVES))
        case ("tests", _, "options") | ("variants", _):
            yield from ((option, "an option") for option in names.options)


def describe(inner: SchemaPlace, key: str) -> str:
    """What the schema says about a key, with an example."""
    said = [str(facet["description"]) for facet in inner.facets if "description" in facet]
    example = inner.example_line(key)
    return "\n".join([*said[:1], *([f"Example: {example}"] if example else [])])


# ---------------------------------------------------------------- values


def _values(here: SchemaPlace, place: Place, names: Names) -> Iterator[Proposal]:
    for choice in here.choices:
        yield Proposal(choice, "value", "", "", None, 5)
    yield from names_proposed(_named_values(place, names), 6)
    if place.path == ("extends",):
        for game in shipped():
            yield Proposal(game, "game", "a game of the library", "", None, 4)
    for example in here.examples:
        written = as_yaml(example)
        if "\\n" not in written and len(written) <= 60 and not isinstance(example, dict | list):
            yield Proposal(written, "example", "for example", "", None, 0)


def _named_values(place: Place, names: Names) -> Iterable[Named]:
    match place.path:
        case ("players", _, "forward"):
            return [named for named in names.of(What.DIRECTION) if named.name not in ("orth", "diag")]
        case ("tests", _, "to_move") | ("pieces", _, "owner"):
            return names.of(What.PLAYER)
        case ("board", "adjacency") | ("board", "directions", *_):
            return names.of(What.DIRECTION)
        case ("actions", _, "with", *_):
            return names.of(What.DIRECTION, What.KIND, What.STATE, What.PLAYER, What.TRACK)
        case ("pieces", _, "on"):
            return names.of(What.CLASS)
        case ("pieces", _, "states", *_):
            return [named for named in names.of(What.DIRECTION) if named.name in ("orth", "diag")]
        case ("tests", _, "result"):
            return [Named(f"{named.name} wins", "a result") for named in names.of(What.PLAYER)]
        case ("tests", _, "position", _):
            players, kinds = names.of(What.PLAYER), names.of(What.KIND)
            return [Named(f"{player.name} {kind.name}", "a piece") for player in players for kind in kinds]
    return ()


def _options(names: Names) -> Iterator[Proposal]:
    for named in names.options.values():
        yield Proposal(f"${named.name}", "option", "an option of this game", "", None, -5)
