"""Statements of the kernel. What one holds is named, and comes in the order in which it is printed."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .expressions import Call, Ex


class Assign(NamedTuple):
    name: str
    value: Ex


class Include(NamedTuple):
    """Takes a site, which must be on the board, into a set that is kept in a variable."""

    name: str
    site: Ex


class Store(NamedTuple):
    width: int
    at: Ex
    value: Ex


class StoreSet(NamedTuple):
    at: Ex
    value: Ex


class Poke(NamedTuple):
    buffer: str
    width: int
    place: Ex
    value: Ex


class Copy(NamedTuple):
    """Copies so many bytes inside the block."""

    to: Ex
    source: Ex
    size: Ex


class ListSites(NamedTuple):
    """Writes the sites of a set from an address on, ascending; what lies behind them may change too."""

    width: int
    at: Ex
    members: Ex


class Fill(NamedTuple):
    """Writes the same number so many times, or some more."""

    width: int
    at: Ex
    amount: int
    value: Ex


class AddRows(NamedTuple):
    """Adds rows of small numbers to those at an address, or takes them away: table, where a row begins, 1 or -1."""

    at: int
    size: int
    rows: tuple[tuple[str, Ex, int], ...]


class Do(NamedTuple):
    """Calls a function that gives nothing."""

    call: Call


class Return(NamedTuple):
    value: Ex | None


class If(NamedTuple):
    condition: Ex
    yes: Block
    no: Block


class Loop(NamedTuple):
    body: Block


class Once(NamedTuple):
    """A loop that ends with its first pass: what stands in it can be left."""

    body: Block


class For(NamedTuple):
    """A loop over start … limit - 1."""

    name: str
    start: Ex
    limit: Ex
    body: Block


class Each(NamedTuple):
    """A loop over the sites of a set, ascending; the set is read once, before the loop."""

    name: str
    members: Ex
    body: Block


class Break(NamedTuple):
    pass


class Continue(NamedTuple):
    pass


Statement: TypeAlias = (
    Assign | Include | Store | StoreSet | Poke | Copy | ListSites | Fill | AddRows | Do | Return | If | Loop | Once
    | For | Each | Break | Continue
)  # fmt: skip
Block: TypeAlias = list[Statement]
