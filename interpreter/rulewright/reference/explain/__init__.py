"""Why a turn is not legal: the reference interpreter's search, which goes on past tests that fail and says which did.

`show/why.py` asks, about a text or about picks.
"""
