"""The reference interpreter: positions, moves, results."""
