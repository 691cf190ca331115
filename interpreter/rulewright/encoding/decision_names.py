"""The names of decisions, in the order of their numbers: no two of a game are written alike."""

from __future__ import annotations

from ..reference.engine import Engine
from ..reference.naming import Names
from ..reference.vocabulary import Decision, Kind


def decision_names(engine: Engine) -> tuple[str, ...]:
    """`site:e4`, `hand:queen`, `with:castle.side=0`: the kind and what tells it from others of its kind."""
    names, vocabulary = Names(engine), engine.vocabulary
    found = (_named(engine, names, vocabulary.decision(number)) for number in range(len(vocabulary)))
    return tuple(found)


def _named(engine: Engine, names: Names, decision: Decision) -> str:
    rules, kind, value = engine.rules, decision.kind, decision.value
    told = "".join(map(str, value))
    match kind:
        case Kind.SITE if rules.unbounded is not None:  # numbers of the torus stay, names depend on the position
            told = f"{value[0] % rules.board.wrap},{value[0] // rules.board.wrap}"
        case Kind.SITE:
            told = names.site(value[0])
        case Kind.HAND:
            told = names.kind_in_state(*value)
        case Kind.WITH:
            action, place, index = value
            told = f"{rules.actions[action].name}.{rules.actions[action].choices[place].name}={index}"
        case Kind.DIRECTION:
            told = rules.board.directions[value[0]].name
        case Kind.ACTION if rules.distinct != "route":
            told = rules.actions[value[0]].name
    return f"{kind.name.lower()}:{told}" if told else kind.name.lower()
