"""Compiling the kernel with LLVM, in this process."""

from __future__ import annotations

import ctypes
from typing import Any

from .kernel import Program
from .llvm import assembly


def host_features() -> tuple[str, str, bool]:
    """CPU name, its features as LLVM writes them, and whether it can deposit bits."""
    import llvmlite.binding as binding

    features = binding.get_host_cpu_features()
    return binding.get_host_cpu_name(), features.flatten(), bool(features.get("bmi2"))


class NativeModule:
    """Machine code of one game; functions by name."""

    def __init__(self, program: Program, error_at: int, checked: bool, level: int = 1) -> None:
        import llvmlite.binding as binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        cpu, features, pdep = host_features()
        self.text = assembly(program, checked=checked, pdep=pdep, error_at=error_at)
        parsed = binding.parse_assembly(self.text)
        parsed.verify()
        target = binding.Target.from_default_triple()
        machine = target.create_target_machine(cpu=cpu, features=features, opt=level)
        options = binding.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = False
        options.slp_vectorization = False
        builder = binding.create_pass_builder(machine, options)
        builder.getModulePassManager().run(parsed, builder)
        self.optimised = parsed
        self.engine: Any = binding.create_mcjit_compiler(parsed, machine)
        self.engine.finalize_object()

    def function(self, name: str, arguments: int, gives: bool) -> Any:
        address = self.engine.get_function_address(name)
        types = [ctypes.c_void_p, *([ctypes.c_int64] * arguments)]
        return ctypes.CFUNCTYPE(ctypes.c_int64 if gives else None, *types)(address)
