"""The kernel as WebAssembly: the same assembly as for this processor, for one that has nothing special."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..ir.program import Program
from .cache import cached
from .interruptible import aside
from .llvm import assembly
from .module import CAREFUL, LONG, TOO_LONG, llvm_binding, quickly
from .values import Skills
from .wasm_linker import Linked, link

_TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has: whole blocks copied at once, vectors of 16 bytes.
_FEATURES = "+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
_SKILLS = Skills(deposits=False, counts_lanes=False, packs_lanes=False)
# Shifts of two words by a number that is not known before are calls for LLVM, to functions that it expects to be there.
_SHIFTS = """
define hidden void @__ashlti3(ptr %out, i64 %low, i64 %high, i32 %by) nounwind {
  %far = icmp uge i32 %by, 64
  %wide = zext i32 %by to i64
  %n = and i64 %wide, 63
  %rest = sub i64 63, %n
  %half = lshr i64 %low, 1
  %carry = lshr i64 %half, %rest
  %moved = shl i64 %high, %n
  %near = or i64 %moved, %carry
  %shifted = shl i64 %low, %n
  %h = select i1 %far, i64 %shifted, i64 %near
  %l = select i1 %far, i64 0, i64 %shifted
  %second = getelementptr i64, ptr %out, i32 1
  store i64 %l, ptr %out
  store i64 %h, ptr %second
  ret void
}
define hidden void @__lshrti3(ptr %out, i64 %low, i64 %high, i32 %by) nounwind {
  %far = icmp uge i32 %by, 64
  %wide = zext i32 %by to i64
  %n = and i64 %wide, 63
  %rest = sub i64 63, %n
  %twice = shl i64 %high, 1
  %carry = shl i64 %twice, %rest
  %moved = lshr i64 %low, %n
  %near = or i64 %moved, %carry
  %shifted = lshr i64 %high, %n
  %l = select i1 %far, i64 %shifted, i64 %near
  %h = select i1 %far, i64 0, i64 %shifted
  %second = getelementptr i64, ptr %out, i32 1
  store i64 %l, ptr %out
  store i64 %h, ptr %second
  ret void
}
"""


def wasm_module(programs: Sequence[tuple[Program, int]]) -> Linked:
    """One module of some programs, each with the place of its word for errors; what they export can be called.

    Nothing looks whether an address is inside the block: a browser lets no module reach beyond its own memory.
    """
    exported = {function.name: None for program, _ in programs for function in program.functions if function.exported}
    texts = [assembly(program, checked=False, skills=_SKILLS, error_at=at) for program, at in programs]
    recipes = [_recipe(program) for program, _ in programs]

    def make() -> bytes:
        return _object(texts, recipes)

    made = aside(lambda: cached("\0".join([_SHIFTS, *texts]), f"{_TRIPLE} {_FEATURES} {CAREFUL}", make))
    return link(made, exported)


@dataclass(frozen=True, slots=True)
class _Recipe:
    careful: bool
    unrolled: bool


def _recipe(program: Program) -> _Recipe:
    return _Recipe(careful=program.statements < TOO_LONG, unrolled=program.statements < LONG)


def _object(texts: Sequence[str], recipes: Sequence[_Recipe]) -> bytes:
    binding = llvm_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine: Any = binding.Target.from_triple(_TRIPLE).create_target_machine(
        cpu="generic", features=_FEATURES, opt=CAREFUL
    )
    whole: Any = _parsed(binding, machine, _SHIFTS)
    defined: set[str] = set()
    for text, recipe in zip(texts, recipes, strict=True):
        part = _parsed(binding, machine, text)
        options = binding.create_pipeline_tuning_options(speed_level=CAREFUL)
        options.loop_vectorization = options.slp_vectorization = False
        options.loop_unrolling = recipe.unrolled
        builder = binding.create_pass_builder(machine, options)
        first = binding.create_new_module_pass_manager()
        first.add_merge_functions_pass()
        first.run(part, builder)
        if recipe.careful:
            builder.getModulePassManager().run(part, builder)
        else:
            quickly(part, builder)
        # What a program before has, too, is this one's own.
        for function in part.functions:
            if not function.is_declaration and function.name in defined:
                function.linkage = binding.Linkage.internal
        defined.update(function.name for function in part.functions if not function.is_declaration)
        whole.link_in(part)
    # Tables that several programs have are there once.
    last = binding.create_new_module_pass_manager()
    last.add_constant_merge_pass()
    last.add_merge_functions_pass()
    last.add_global_dead_code_eliminate_pass()
    last.run(whole, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=CAREFUL)))
    made: bytes = machine.emit_object(whole)
    return made


def _parsed(binding: Any, machine: Any, text: str) -> Any:
    parsed = binding.parse_assembly(f'target datalayout = "{machine.target_data}"\ntarget triple = "{_TRIPLE}"\n{text}')
    parsed.verify()
    return parsed
