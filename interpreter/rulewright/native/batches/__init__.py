"""Batches of games in machine code: one decision in each of them, and what is seen afterwards."""
