"""Python hooks as they are read, never run: which of them are in the integer subset, and the type of every name."""
