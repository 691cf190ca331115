"""From the kernel to machine code: LLVM assembly, compilation, the cache on disk."""
