"""Game files in colours: YAML, and in it the words of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pygments.lexers.data import YamlLexer
from pygments.token import Keyword, Name, Number, String, Token

from rulewright.workshop.glossary import words

_PROSE = {"game", "about", "by", "source", "name", "means"}
_KINDS = {
    "keyword": Keyword,
    "verb": Keyword,
    "noun": Name.Builtin,
    "function": Name.Attribute,
    "result": String,
}
_WORD = re.compile(r"\w+|\W+")


class RulesLexer(YamlLexer):
    """YAML whose values may be rules."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        key = ""
        for index, kind, value in super().get_tokens_unprocessed(text):
            if kind is Token.Name.Tag:
                key = value
            is_rule = key not in _PROSE and (kind in Token.Literal.Scalar.Plain or kind in Token.Name.Variable)
            if not is_rule:
                yield index, kind, value
                continue
            for found in _WORD.finditer(value):
                yield index + found.start(), _kind_of(found[0]), found[0]


def _kind_of(word: str) -> Any:
    known = words().get(word)
    return Number if word.isdecimal() else _KINDS[known.kind] if known else Token.Text
