"""Strategies: ways to draw and count turns that are quicker than a list; one file each, in order in `planner.py`."""
