"""Going through the code of the kernel: its statements, and the expressions in them."""

from __future__ import annotations

from collections.abc import Iterator

from .expressions import Ex
from .statements import AddRows, Block, Statement


def blocks_of(statement: Statement) -> list[Block]:
    """The blocks that lie directly inside a statement."""
    return [part for part in statement if isinstance(part, list)]


def length(block: Block) -> int:
    """How many statements there are, inner ones too."""
    return len(block) + sum(length(inner) for statement in block for inner in blocks_of(statement))


def every_statement(block: Block) -> Iterator[Statement]:
    """All statements, those inside others as well."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from every_statement(inner)


def every_expression(block: Block) -> Iterator[Ex]:
    """All expressions, those inside others as well."""
    for ex in whole_expressions(block):
        yield from parts_of(ex)


def whole_expressions(block: Block) -> Iterator[Ex]:
    """The expressions that are no part of another one."""
    for statement in every_statement(block):
        if isinstance(statement, AddRows):
            yield from (start for _, start, _ in statement.rows)
        else:
            yield from (part for part in statement if isinstance(part, Ex))


def parts_of(ex: Ex) -> Iterator[Ex]:
    yield ex
    for arg in ex.args:
        yield from parts_of(arg)
