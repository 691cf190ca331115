"""Hidden information stays out of the language; whoever asks for it, in a key or in a rule, is told so at once."""

from __future__ import annotations

import re

HIDDEN = "hidden information is not part of the language: here everybody sees everything."
HIDDEN_HELP = 'let the cards lie open (hand:), draw them with "chance", or leave the hidden part out'

_WORDS = re.compile(
    r"(hidden|hide|hides|secrets?|secretly|private|conceal(ed)?|reveal(ed)?|(in)?visible|visibility|unseen|seen_by"
    r"|known_to|face_?down|fog_of_war)(_\w+)?"
)


def speaks_of_hiding(word: str) -> bool:
    """Whether a word that means nothing here asks for something that only some players see."""
    return _WORDS.fullmatch(word.lower()) is not None
