"""The native engine: rules lowered to an integer kernel, compiled in-process with LLVM."""
