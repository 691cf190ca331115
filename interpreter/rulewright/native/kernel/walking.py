"""Going through the code of the kernel: its statements, and the expressions in them."""

from __future__ import annotations

from collections.abc import Iterator

from .expressions import Ex
from .program import Block


def every_statement(block: Block) -> Iterator[tuple[object, ...]]:
    """All statements, those inside others as well."""
    for statement in block:
        yield statement
        for part in statement:
            if isinstance(part, list):
                yield from every_statement(part)


def every_expression(block: Block) -> Iterator[Ex]:
    """All expressions, those inside others as well."""
    for ex in whole_expressions(block):
        yield from parts_of(ex)


def whole_expressions(block: Block) -> Iterator[Ex]:
    """The expressions that are no part of another one."""
    for statement in every_statement(block):
        yield from _in_tuple(statement)


def parts_of(ex: Ex) -> Iterator[Ex]:
    yield ex
    for arg in _in_tuple(ex.args):
        yield from parts_of(arg)


def _in_tuple(given: tuple[object, ...]) -> Iterator[Ex]:
    for part in given:
        if isinstance(part, Ex):
            yield part
        elif isinstance(part, tuple):
            yield from _in_tuple(part)


__all__ = ["every_expression", "every_statement", "parts_of", "whole_expressions"]
