"""The reference interpreter, a tree walker over the rules: positions, moves, results."""
