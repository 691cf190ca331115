"""A part of the lowering: it writes code of one sort, and finds all other parts through the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compiler import Compiler


class Lowering:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self.codes = compiler.unit.engine.codes
        self.facts = compiler.unit.facts
        self.rules = compiler.rules
        self.players = compiler.unit.players
        self.board = compiler.rules.board
        self.n = len(self.board)
        self.setup()

    def setup(self) -> None:
        """What a part has beside this."""
