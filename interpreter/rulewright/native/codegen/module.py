"""Compiling the kernel with LLVM, in this process."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from ..ir.program import Program
from .cache import cached, is_cached, object_name
from .interruptible import aside
from .llvm import assembly, words_of
from .values import WIDEST_REGISTER_SET, Skills


@cache
def llvm_binding() -> Any:
    """LLVM, which is imported when somebody needs it.

    Whoever forks waits until no thread is inside of it: what it was doing would never be finished in the child, and the
    child could not use it.
    """
    import llvmlite.binding as binding

    lock = getattr(binding.ffi.lib, "_lock", None)
    if lock is not None and hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.__enter__, after_in_parent=lock.__exit__, after_in_child=lock.__exit__)
    return binding


def host_features() -> tuple[str, str, Skills]:
    """CPU name, its features as LLVM writes them, and what the code is written for."""
    binding = llvm_binding()
    features = binding.get_host_cpu_features()
    wanted = (("bmi2",), ("avx512cd", "avx512vl"), ("avx512vbmi2", "avx512bw"))
    skills = Skills(*(all(features.get(name) for name in names) for names in wanted))
    return binding.get_host_cpu_name(), features.flatten(), skills


CAREFUL = 2  # LLVM's level for code that runs long
UNROLLED = "carefully"
IN_VECTORS = "carefully, several steps of a loop at once"  # for sums over arrays; rules have no such loops
LONG = 1500  # statements, from where on copies of loops take longer to compile than they ever save

# Statements from where on careful passes take too long: 30 seconds of the processor at 14,000, and the back end of LLVM
# takes minutes for what they leave. The longest program of the library has 8,022.
TOO_LONG = 10_000


def quickly(parsed: Any, builder: Any) -> None:
    """The passes that matter most: the usual ones take ten times as long and gain little here."""
    _by_function(parsed, builder, "sroa", "simplify_cfg", "instruction_combine", "simplify_cfg")


def _by_function(parsed: Any, builder: Any, *names: str) -> None:
    binding = llvm_binding()
    whole = binding.create_new_module_pass_manager()
    whole.add_always_inliner_pass()
    whole.run(parsed, builder)
    passes = binding.create_new_function_pass_manager()
    for name in names:
        getattr(passes, f"add_{name}_pass")()
    for function in parsed.functions:
        if not function.is_declaration:
            passes.run(function, builder)


def _kept_as(program: Program, recipe: str) -> str:
    """How code that is made with care is called in the cache."""
    return "quickly 1" if program.statements >= TOO_LONG else f"{recipe} {CAREFUL}"


class NativeModule:
    """Machine code of one game; functions by name.

    Code made in a hurry is there in a third of the time and takes two or three times as long to run: right for a
    first look at a game. Where careful code is kept on disk already, that is taken.
    """

    def __init__(self, program: Program, error_at: int, checked: bool, hurry: bool = False) -> None:
        self.error_at, self.checked = error_at, checked
        self._begin(self._text(program), hurry)

    @classmethod
    def of_text(cls, text: str) -> NativeModule:
        """What is written in LLVM assembly already."""
        made = cls.__new__(cls)
        made._begin(text, hurry=False)
        return made

    def _begin(self, text: str, hurry: bool) -> None:
        binding = llvm_binding()
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        self.objects: list[str] = []  # what was linked, by the names in the cache: they tell all that the code does
        self.text = text
        self.is_hurried = hurry and not is_cached(self.text, "quickly 1")
        self.engine: Any = binding.create_mcjit_compiler(binding.parse_assembly(""), self._machine(1))
        if self.is_hurried:
            self._load(self.text, "at once", 0, self._at_once)
        else:
            self._load(self.text, "quickly", 1, self._quickly)

    def _text(self, program: Program) -> str:
        return assembly(program, checked=self.checked, skills=host_features()[2], error_at=self.error_at)

    @staticmethod
    def _machine(level: int) -> Any:
        binding = llvm_binding()
        cpu, features, _ = host_features()
        return binding.Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=level)

    def _load(self, text: str, recipe: str, level: int, passes: Callable[[Any], None]) -> None:
        """Compiles a text, or takes what was made of it before, and links it."""
        binding = llvm_binding()

        def make() -> bytes:
            parsed = binding.parse_assembly(text)
            parsed.verify()
            passes(parsed)
            made: bytes = self._machine(level).emit_object(parsed)
            return made

        made = aside(lambda: cached(text, f"{recipe} {level}", make))
        self.objects.append(object_name(text, f"{recipe} {level}"))
        self.engine.add_object_file(binding.ObjectFileRef.from_data(made))
        self.engine.finalize_object()

    def _at_once(self, parsed: Any) -> None:
        """Variables go to registers; nothing else."""
        _by_function(parsed, self._hurried_builder(), "sroa")

    def _quickly(self, parsed: Any) -> None:
        quickly(parsed, self._hurried_builder())

    def _hurried_builder(self) -> Any:
        binding = llvm_binding()
        return binding.create_pass_builder(self._machine(1), binding.create_pipeline_tuning_options(speed_level=1))

    def add_playouts(self, program: Program) -> None:
        """The loops of playouts: with all care where everything else is, or where that is kept on disk already."""
        text = self._text(program)
        # Long programs are run through once rather than loops; sets in memory are loops.
        unrolled = program.statements < LONG or words_of(program) > WIDEST_REGISTER_SET
        recipe = UNROLLED if unrolled else "carefully, with loops as they are"
        if self.is_hurried and not is_cached(text, _kept_as(program, recipe)):
            self._load(text, "at once", 0, self._at_once)
        else:
            self.add(program, recipe)

    def add(self, program: Program, recipe: str = UNROLLED) -> None:
        """More code, compiled with all care unless it is too long."""
        if program.statements >= TOO_LONG:
            self._load(self._text(program), "quickly", 1, self._quickly)
            return
        binding = llvm_binding()

        def carefully(parsed: Any) -> None:
            options = binding.create_pipeline_tuning_options(speed_level=CAREFUL)
            options.loop_vectorization, options.slp_vectorization = recipe == IN_VECTORS, False
            options.loop_unrolling = recipe == UNROLLED
            builder = binding.create_pass_builder(self._machine(CAREFUL), options)
            first = binding.create_new_module_pass_manager()
            first.add_merge_functions_pass()  # what is the same for both players is optimised once
            first.run(parsed, builder)
            builder.getModulePassManager().run(parsed, builder)

        self._load(self._text(program), recipe, CAREFUL, carefully)

    def function(self, name: str, arguments: int, gives: bool) -> Any:
        address = self.engine.get_function_address(name)
        if not address:
            raise KeyError(name)
        types = [ctypes.c_void_p, *([ctypes.c_int64] * arguments)]
        return ctypes.CFUNCTYPE(ctypes.c_int64 if gives else None, *types)(address)
