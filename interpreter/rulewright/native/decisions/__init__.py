"""Decisions, natively (specification chapter 21): which there are, and what follows one, without a list of turns."""
