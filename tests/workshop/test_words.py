"""Every word of the language has its sentence, and every example is written in the language."""

from __future__ import annotations

import re

import pytest

from rulewright.language.check.symbols import BUILT_IN_NOUNS, FUNCTIONS, RELATIVE_DIRECTIONS, RESERVED
from rulewright.language.syntax.following import following
from rulewright.language.syntax.grammar import ENTRIES, parser
from rulewright.language.syntax.vocabulary import END, is_keyword, spelt
from rulewright.workshop.glossary import words

_GRAMMAR = {word for terminal in parser().terminals for word in spelt(terminal.name)}
# No word of their own: they stand for signs, and for whatever blanks there are.
_SIGNS = {"ws"}


def test_every_word_of_the_grammar_is_told() -> None:
    assert _GRAMMAR - _SIGNS - set(words()) == set()


def test_every_noun_and_function_is_told() -> None:
    assert {*BUILT_IN_NOUNS, *FUNCTIONS, *RESERVED, *RELATIVE_DIRECTIONS} - set(words()) == set()


def test_nothing_is_told_that_is_no_word() -> None:
    known = {*_GRAMMAR, *BUILT_IN_NOUNS, *FUNCTIONS, *RESERVED, *RELATIVE_DIRECTIONS, "orth", "diag"}
    assert set(words()) - known == set()


@pytest.mark.parametrize("word", words())
def test_the_sentence_is_one_and_the_example_uses_the_word(word: str) -> None:
    about = words()[word]
    assert about.kind in ("keyword", "verb", "noun", "function", "result")
    assert about.says[0].isupper() or about.says.startswith(word)
    assert about.says.endswith(".")
    assert word in re.findall(r"\w+", about.example)


@pytest.mark.parametrize("word", [word for word, about in words().items() if ":" not in about.example])
def test_the_example_can_be_read(word: str) -> None:
    """Whole, or as the beginning of something."""
    readable = [entry for entry in ENTRIES if following(words()[word].example, entry).accepted]
    clause = words()[word].example.startswith(("if ", "to ", "over "))
    assert clause or readable
    assert clause or any(END in following(words()[word].example, entry).accepted for entry in readable)


def test_keywords_are_those_of_the_messages() -> None:
    assert all(is_keyword(word) for word in ("step", "next", "win"))
