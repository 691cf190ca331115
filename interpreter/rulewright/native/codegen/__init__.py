"""The back end, a just-in-time compiler: from the kernel to LLVM assembly, machine code, and a cache on disk."""
