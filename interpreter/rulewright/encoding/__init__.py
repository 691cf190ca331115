"""Positions and decisions as numbers for programs that learn: which there are, from the rules alone (chapter 22)."""
