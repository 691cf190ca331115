"""Compiler driver: a game from bytes to machine code, one phase after the other.

    document → whole → merged → asts → rules        the language (`Compilation`)
    rules → facts → reference                       what can be told of them; the interpreter that walks over them
    reference → compiler → plan → kernel → native   what is decided; machine code, and the engine around it

A phase is a property. It runs once, when it or a later one is first asked for; what cannot go further says so there:
`rules` are None where there are mistakes, and the native ones raise `NotImplementedError` with the word they do not
know. Whoever adds a phase puts it between its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping as Options
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .analysis.facts import Facts
from .errors import InvalidGame
from .language.compilation import Compilation, compile_game, compile_text
from .language.document.nodes import Document, Mapping
from .language.syntax import ast
from .language.variants.declarations import options_of_section
from .reference.engine import Engine
from .rules.game import Rules
from .source.diagnostics import Report
from .source.limits import LIMITS, Limits

if TYPE_CHECKING:
    from .native.compiler import Compiler
    from .native.decide.plan import GamePlan
    from .native.engine import NativeEngine
    from .native.ir.program import Program


@dataclass(eq=False)
class Pipeline:
    """A game on its way. Those made from one `front` share what the language found, and have engines of their own."""

    front: Compilation
    allow_hooks: bool = False  # whether Python code beside the file may run
    checked: bool = True  # whether machine code looks before it writes: not for what comes from the library
    limits: Limits = LIMITS  # what bounds the work at one position
    without: frozenset[str] = frozenset()  # strategies of the native engine that are left out, to test and measure them

    @classmethod
    def of_file(cls, path: Path, options: Options[str, str] | None = None, *, shown_as: str | None = None) -> Pipeline:
        return cls(compile_game(path, options, shown_as=shown_as))

    @classmethod
    def of_text(cls, text: str, name: str = "game.yaml", options: Options[str, str] | None = None) -> Pipeline:
        return cls(compile_text(text, name, options))

    def anew(self) -> Pipeline:
        """The same rules with engines of their own."""
        return replace(self)

    def with_options(self, options: Options[str, str]) -> Pipeline:
        """The same file with other options."""
        return replace(self, front=self.front.with_options(options))

    # ------------------------------------------------------------ the language

    @property
    def report(self) -> Report:
        """What was found on the way so far."""
        return self.front.report

    @property
    def document(self) -> Document | None:
        """The file as it is written."""
        return self.front.document

    @property
    def whole(self) -> Document | None:
        """The file with what it extends."""
        return self.front.whole

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The options of the file, and the values that each can have, as far as they are listed."""
        section = self.whole.root.get("options") if self.whole is not None else None
        return {name: tuple(option.values) for name, option in options_of_section(section).items()}

    @property
    def explanations(self) -> dict[str, str]:
        """What options and their choices mean, as far as the file says it: `set`, `set = base`."""
        section = self.whole.root.get("options") if self.whole is not None else None
        found: dict[str, str] = {}
        for option in options_of_section(section).values():
            found |= {option.name: option.about} if option.about else {}
            found |= {f"{option.name} = {value}": text for value, text in option.means.items()}
        return found

    @property
    def merged(self) -> Mapping | None:
        """The whole with the chosen options filled in."""
        return self.front.merged

    @property
    def asts(self) -> dict[str, ast.Node]:
        """The syntax trees of all rule texts, by where they stand."""
        return self.front.asts

    @property
    def rules(self) -> Rules | None:
        """Checked rules; None if there are mistakes."""
        return self.front.rules

    @property
    def fingerprint(self) -> str | None:
        """What tells these rules, with these options, from others; None if there are mistakes."""
        return self.front.fingerprint

    # ------------------------------------------------------------ the engines

    @cached_property
    def facts(self) -> Facts:
        """What can be told before there is a position; raises `InvalidGame` if there are mistakes."""
        if self.rules is None:
            raise InvalidGame(self.report)
        return Facts(self.rules)

    @cached_property
    def reference(self) -> Engine:
        """The interpreter; raises `InvalidGame` if there are mistakes."""
        return Engine(self.facts, self.allow_hooks, self.limits)

    @cached_property
    def compiler(self) -> Compiler:
        """What lowers these rules: how they lie in memory, and which ways are taken."""
        from .native.compiler import Compiler

        return Compiler(self.reference, self.without)

    @property
    def plan(self) -> GamePlan:
        """What the native engine decides before it writes anything."""
        return self.compiler.plan

    @cached_property
    def kernel(self) -> Program:
        """All that finds and plays moves."""
        return self.compiler.program()

    @cached_property
    def sampling_kernel(self) -> Program:
        """The loop of playouts; it calls the other one."""
        _ = self.kernel
        return self.compiler.sampling_program()

    @cached_property
    def counting_kernel(self) -> Program | None:
        """Perft without lists; None if it would help nowhere."""
        _ = self.kernel
        return self.compiler.counting_program()

    @cached_property
    def native(self) -> NativeEngine:
        """Machine code, and the engine around it."""
        from .native.engine import NativeEngine

        return NativeEngine(self)

    def assembly(self) -> str:
        """What LLVM is given on this processor."""
        from .native.codegen.llvm import assembly
        from .native.codegen.module import host_features

        skills, layout = host_features()[2], self.compiler.unit.layout
        programs = (self.kernel, self.sampling_kernel)
        return "\n".join(assembly(one, checked=False, skills=skills, error_at=layout.error) for one in programs)
