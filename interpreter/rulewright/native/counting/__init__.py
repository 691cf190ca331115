"""Perft without lists of moves."""
