"""Texts and what is said about them: sources, places, diagnostics, limits. A leaf: everything may import it."""
