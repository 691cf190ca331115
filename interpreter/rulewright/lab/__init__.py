"""The lab: is a game any good? Many games by players of several strengths, and what they tell a designer."""

MOST_POSITIONS = 300_000
"""How large a game `solve` takes on, if nobody says otherwise: about half a minute, and less than a gigabyte."""
