"""Loops that run natively, and the blocks of memory, threads and turns on Python's side."""
