"""Why a turn is not legal: whoever asks follows the interpreter's walk past tests that fail, and says which did.

`show/why.py` asks, about a text or about picks.
"""
