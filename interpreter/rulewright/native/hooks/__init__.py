"""Hooks: checked, compiled where they are in the integer subset, asked for through Python elsewhere."""
