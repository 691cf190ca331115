"""The kernel: the small language of whole numbers and sets that rules are lowered to, and its text."""
