"""Every hard limit of what is read and of what a game may lead to, in one place.

A file that somebody sent must never hang, crash or eat the machine. Each limit is far above what any
game in the library needs and low enough that the worst file is refused in well under a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit: its value and, in a phrase, what it bounds."""

    value: int
    bounds: str
    way_out: str = "let a turn have fewer parts, or fewer choices in each of them"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits as attributes; `rulewright limits` prints them."""

    file_bytes: Limit = Limit(64 * 1024, "bytes in a game file")
    hook_bytes: Limit = Limit(128 * 1024, "bytes in a hook file")
    drawings: Limit = Limit(512 * 1024, "characters of drawings beside a game, and of what is drawn of them")
    yaml_depth: Limit = Limit(12, "levels of nesting in a game file")
    yaml_nodes: Limit = Limit(6_000, "keys and values in a game file")
    extends_depth: Limit = Limit(8, "files in a chain of extends")
    number_digits: Limit = Limit(15, "digits in a number")
    name_length: Limit = Limit(40, "characters in a name")
    rule_length: Limit = Limit(2_000, "characters in one rule")
    rule_depth: Limit = Limit(40, "levels of brackets and other nesting in one rule")
    define_depth: Limit = Limit(24, "defines that use one another in a chain")
    expanded_rules: Limit = Limit(20_000, "parts of rules after all defines and paths are filled in")
    sites: Limit = Limit(4_096, "sites of a board")
    named_sites: Limit = Limit(200_000, "sites that all lists of a game file name, with those of their ranges")
    players: Limit = Limit(12, "players")
    kinds: Limit = Limit(64, "kinds of pieces")
    states: Limit = Limit(256, "combinations of states of one kind")
    stack: Limit = Limit(255, "pieces in a stack")
    pieces: Limit = Limit(4_096, "pieces of one kind")
    entries: Limit = Limit(512, "values one `with` may choose from, and entries of one variable")
    remembered: Limit = Limit(4_096, "values of all variables together; a set of sites is one for every 64 sites")
    turn_parts: Limit = Limit(4_000, "parts of one turn")
    turns: Limit = Limit(1_000_000, "turns of one position, before those that lead to the same are one move")
    turn_pieces: Limit = Limit(6_000_000, "pieces in the positions that the turns of one position come by")
    turn_work: Limit = Limit(12_000_000, "pieces in the positions that are tried to find the turns of one position")
    steps: Limit = Limit(
        10_000_000,
        "steps to answer one question about a position",
        "ask about fewer sites, and less often: name what is asked again and again; or allow more with --effort",
    )
    tests: Limit = Limit(200, "tests in a game file")
    test_pieces: Limit = Limit(20_000, "pieces in all positions of the tests of a game file")
    option_combinations: Limit = Limit(64, "combinations of options that validate tries one by one")
    record_bytes: Limit = Limit(16 * 2**20, "bytes in a record, which is one line of its file")
    record_moves: Limit = Limit(100_000, "moves in a record")
    move_length: Limit = Limit(10_000, "characters in a move of a record")
    option_rules: Limit = Limit(200_000, "characters of rules and sites of boards, in all combinations of options")
    shown_errors: Limit = Limit(20, "errors shown in one run")


LIMITS = Limits()
# What bounds the work at one position; whoever wants to wait longer may change it.
OF_PLAY = ("turn_parts", "turns", "turn_pieces", "turn_work", "steps")
MOST_EFFORT = 1_000_000


def with_limits(values: Mapping[str, int]) -> Limits:
    """The limits with other values for some that bound play."""
    for name, value in values.items():
        if name not in OF_PLAY:
            raise ValueError(f'there is no limit "{name}" that can be changed: there are {", ".join(OF_PLAY)}')
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"the limit {name} is a whole number, at least 1, and not {value!r}")
    return replace(LIMITS, **{name: replace(getattr(LIMITS, name), value=value) for name, value in values.items()})


def with_effort(effort: float) -> Limits:
    """Limits of play that are so many times as large."""
    return with_limits({name: max(1, int(getattr(LIMITS, name).value * effort)) for name in OF_PLAY})


def most_in_a_turn(word: str, room: int) -> int:
    """How many `captures` or `parts` a turn has on a board with room for so many pieces; effects make no new ones."""
    return LIMITS.turn_parts.value + (room if word == "captures" else 0)


def listed() -> list[tuple[str, int, str]]:
    """All limits as (name, value, what it bounds)."""
    found = ((field.name, getattr(LIMITS, field.name)) for field in fields(LIMITS))
    return [(name, limit.value, limit.bounds) for name, limit in found]
