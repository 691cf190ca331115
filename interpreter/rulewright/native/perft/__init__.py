"""Perft (counting move paths) without lists of moves."""
