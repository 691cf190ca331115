"""What `tools/fuzz.py` is made of: mutants, what one process does with them, and failures made small."""
