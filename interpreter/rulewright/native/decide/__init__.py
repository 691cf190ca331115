"""Decisions: rules and facts go in, a frozen plan comes out; nothing of the kernel is written here."""
