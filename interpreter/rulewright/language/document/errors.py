"""What PyYAML finds wrong, said to somebody who has never heard of tokens and nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from yaml.error import MarkedYAMLError

from ...source.source import Source, Span

_QUOTES = "put the whole text in quotes"
_CLOSING = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Explained:
    message: str
    span: Span
    help: str


@dataclass(frozen=True, slots=True)
class _Trouble:
    """PyYAML's error with its places as offsets."""

    source: Source
    problem: str
    context: str
    at: int
    began: int

    @classmethod
    def of(cls, source: Source, error: MarkedYAMLError) -> _Trouble:
        mark = error.problem_mark or error.context_mark
        at = mark.index if mark else 0
        began = error.context_mark.index if error.context_mark else at
        return cls(source, error.problem or "", error.context or "", at, began)

    def line_of(self, offset: int) -> int:
        return self.source.position(offset)[0]

    @property
    def here(self) -> Span:
        return Span(self.source, self.at, self.at + 1)

    @property
    def beginning(self) -> Span:
        """The sign with which the thing began that cannot be read."""
        return Span(self.source, self.began, self.began + 1)

    @property
    def char(self) -> str:
        return self.here.text


def explain(source: Source, error: MarkedYAMLError) -> Explained:
    """A sentence, a place and a way out for an error of the scanner or parser."""
    trouble = _Trouble.of(source, error)
    for pattern, explainer in _EXPLAINERS:
        if re.search(pattern, f"{trouble.context}: {trouble.problem}"):
            return explainer(trouble)
    message = "I cannot read the file from here on: it is not valid YAML."
    return Explained(message, _word(trouble, trouble.at), f"check quotes and brackets, or {_QUOTES}")


def _word(trouble: _Trouble, offset: int) -> Span:
    """The word at an offset, or the last character before it where the file or the line ends."""
    text = trouble.source.text
    while offset > 0 and (offset >= len(text) or text[offset] in "\r\n"):
        offset -= 1
    word = re.compile(r"\w+|\S|\s").match(text, offset)
    return Span(trouble.source, offset, word.end() if word else offset + 1)


def _bad_start(trouble: _Trouble) -> Explained:
    if trouble.char == "\t":
        return Explained("there is a tab here; YAML wants spaces.", trouble.here, "replace the tab by spaces")
    line = trouble.source.line(trouble.line_of(trouble.at))
    rest = line[trouble.source.position(trouble.at)[1] - 1 :].strip()
    help = f'{_QUOTES}: "{rest}"' if '"' not in rest else _QUOTES
    if trouble.char == "@":
        return Explained('a text that starts with "@", such as a hook, needs quotes.', trouble.here, help)
    return Explained(f'a text that starts with "{trouble.char}" needs quotes.', trouble.here, help)


def _no_colon(trouble: _Trouble) -> Explained:
    return _line_without_colon(trouble, trouble.began)


def _line_without_colon(trouble: _Trouble, start: int) -> Explained:
    """For the line from `start` on, where its key begins."""
    line_end = trouble.source.text.find("\n", start)
    text = re.split(r"\s#", trouble.source.text[start : line_end if line_end >= 0 else None], maxsplit=1)[0].rstrip()
    span = Span(trouble.source, start, start + max(len(text), 1))
    glued = re.match(r"(\w+):(?=\S)", text)
    if glued:
        colon = Span(trouble.source, start + len(glued[1]), start + len(glued[0]))
        return Explained("this colon needs a space after it.", colon, f'write "{glued[1]}: …"')
    if text[:1] in ("'", '"'):
        help = "check that the quote is closed where the text ends"
        return Explained("after this quoted text I expected a colon.", span, help)
    first = re.match(r"\w+", text)
    help = f'write "{first[0]}: …"' if first else 'write "key: value"'
    return Explained("this line has no colon: each line has the form  key: value.", span, help)


def _second_colon(trouble: _Trouble) -> Explained:
    number = trouble.line_of(trouble.at)
    line = trouble.source.line(number)
    if ":" in line[: trouble.here.column - 1]:
        message = "this colon is one too many: the line has its key already."
        help = 'if the colon belongs to the text, put the text in quotes: key: "…"'
        return Explained(message, trouble.here, help)
    key = _word(trouble, trouble.source.line_starts[number - 1] + len(line) - len(line.lstrip()))
    above = _line_above(trouble.source, number)
    text = trouble.source.line(above) if above else ""
    if above and not re.search(r":(\s|$)", text):
        start = trouble.source.line_starts[above - 1]
        return _line_without_colon(trouble, start + len(text) - len(text.lstrip()))
    message = "this line is indented deeper than the line above, which has its value already."
    return Explained(message, key, "start it in the same column as the key above, or empty that value")


def _line_above(source: Source, number: int) -> int | None:
    for above in range(number - 1, 0, -1):
        text = source.line(above).strip()
        if text and not text.startswith("#"):
            return above
    return None


def _open_quote(trouble: _Trouble) -> Explained:
    quote = trouble.beginning.text
    at_line = 'still open at a "---" line' if "document separator" in trouble.problem else "never closed"
    return Explained(f"this quote ({quote}) is {at_line}.", trouble.beginning, f"put a {quote} where the text ends")


def _escape(trouble: _Trouble) -> Explained:
    start = max(trouble.source.text.rfind("\\", 0, trouble.at + 1), 0)
    span = Span(trouble.source, start, min(start + 2, len(trouble.source.text)))
    message = f'"{span.text.strip()}" means nothing in double quotes.'
    return Explained(message, span, "write \\\\ for a backslash, or use single quotes")


def _block_header(trouble: _Trouble) -> Explained:
    message = f'after "{trouble.beginning.text}" the text starts on the next line.'
    return Explained(message, _word(trouble, trouble.at), f"move it there, indented, or {_QUOTES}")


def _commented(trouble: _Trouble, at: int) -> Explained | None:
    """A bracket of the line that is closed only in a comment: `[#a1, a2]`."""
    begin = trouble.source.text.rfind("\n", 0, at + 1) + 1
    found = re.compile(r"[^#\n]*[\[{](?:[^#\n]*[\s,])?(#[^\n]*([\]}]))").match(trouble.source.text, begin)
    if found is None:
        return None
    message = f'"#" begins a comment, so the "{found[2]}" behind it does not count.'
    help_text = 'if the "#" belongs to a text, put that text in quotes'
    return Explained(message, Span(trouble.source, *found.span(1)), help_text)


def _flow(trouble: _Trouble) -> Explained:
    text = trouble.source.text
    bracket = trouble.beginning.text
    closing = _CLOSING.get(bracket, "}")
    at_end = not text[trouble.at :].strip()
    if at_end or trouble.line_of(trouble.at) > trouble.line_of(trouble.began):
        if (hidden := _commented(trouble, trouble.began)) is not None:
            return hidden
        message = f'this "{bracket}" is {"never closed" if at_end else "not closed before the next line"}.'
        return Explained(message, trouble.beginning, f'put a "{closing}" where it ends, or {_QUOTES}')
    before = text[trouble.began : trouble.at].rstrip()[-1:]
    if before in ("}", "]", '"', "'"):
        message = f'after "{before}" I expected a comma or "{closing}", but the text goes on.'
        return Explained(message, _word(trouble, trouble.at), f"{_QUOTES}, or add the comma")
    message = f'inside "{bracket}…{closing}" I expected a comma or "{closing}" here.'
    return Explained(message, _word(trouble, trouble.at), f"add the comma, or {_QUOTES}")


def _no_value(trouble: _Trouble) -> Explained:
    char = trouble.char
    span = _word(trouble, trouble.at)
    if char in ("]", "}", ","):
        message = f'this "{char}" stands where a value should be.'
        return Explained(message, span, f"delete it, write the value before it, or {_QUOTES}")
    before = trouble.source.text[: trouble.at].rstrip()
    if not char.strip() and (hidden := _commented(trouble, max(0, len(before) - 1))) is not None:
        return hidden
    return Explained("I expected a value here.", span, f"write the value, or {_QUOTES}")


def _block_end(trouble: _Trouble) -> Explained:
    span = _word(trouble, trouble.at)
    line = trouble.source.line(trouble.line_of(trouble.at))
    before = line[: trouble.source.position(trouble.at)[1] - 1].rstrip()
    if trouble.char in ("]", "}") and trouble.char:
        return Explained(f'this "{trouble.char}" closes nothing.', span, f"delete it, or {_QUOTES}")
    if trouble.char == ",":
        return Explained("this comma separates nothing.", span, f"delete it, or {_QUOTES}")
    if trouble.char == ":" and not before:
        return Explained("there is no key before this colon.", span, 'write a key before it: "key: value"')
    if before[-1:] == "'":
        help = "write '' for an apostrophe inside single quotes, or use double quotes"
        return Explained("the value ends at its closing quote, but the text goes on.", span, help)
    if before[-1:] == '"':
        help = "put the whole text in single quotes if double quotes belong to it"
        return Explained("the value ends at its closing quote, but the text goes on.", span, help)
    if before[-1:] in ("}", "]"):
        return Explained(f'the value ends at "{before[-1]}", but the text goes on.', span, _QUOTES)
    if trouble.char == "-" and not before:
        message = 'this "-" starts a list item where I expected "key: value".'
        return Explained(message, span, "indent the items of one list alike, below their key")
    if _cuts_a_picture(trouble, line):
        message = 'this line begins further left than the first line of the text behind "|".'
        return Explained(message, span, 'write "|2": then that text begins two blanks behind its key, on all lines')
    message = "this line is not indented like the lines it belongs to."
    return Explained(message, span, "start all keys of one group in the same column")


def _cuts_a_picture(trouble: _Trouble, line: str) -> bool:
    """Whether a line would belong to the block text above it, if that did not begin further to the right."""
    key, first = -1, -1
    for number in range(1, trouble.line_of(trouble.at)):
        above = trouble.source.line(number)
        indent = _indent(above)
        if not above.strip():
            continue
        if key >= 0 and first < 0:
            first = indent
        elif indent <= first or first < 0:
            key = first = -1
        if first < 0 and _BLOCK.search(above):
            key = indent
    return 0 <= key < _indent(line) < first


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _after_end(trouble: _Trouble) -> Explained:
    if not re.search(r"^\.\.\.", trouble.source.text[: trouble.at], re.MULTILINE):
        return _block_end(trouble)
    message = 'the file ends at the line "...", but something follows here.'
    return Explained(message, _word(trouble, trouble.at), 'delete the line "..."')


def _item(trouble: _Trouble) -> Explained:
    message = 'a list item ("- …") cannot start here.'
    return Explained(message, _word(trouble, trouble.at), "put each item on a line of its own, below its key")


def _anchor_name(trouble: _Trouble) -> Explained:
    return Explained(f'a text that starts with "{trouble.beginning.text}" needs quotes.', trouble.beginning, _QUOTES)


_BLOCK = re.compile(r":\s+[|>][+-]?\s*(#.*)?$")  # a key whose text follows below it
_EXPLAINERS = (
    ("cannot start any token", _bad_start),
    ("could not find expected ':'", _no_colon),
    ("mapping values are not allowed", _second_colon),
    ("sequence entries are not allowed", _item),
    ("quoted scalar: found unexpected (end of stream|document separator)", _open_quote),
    ("unknown escape character|expected escape sequence", _escape),
    ("scanning a block scalar", _block_header),
    ("scanning an (anchor|alias)|(scanning|parsing) a tag", _anchor_name),
    ("parsing a flow (sequence|mapping)", _flow),
    ("parsing a (flow|block) node", _no_value),
    ("expected <block end>", _block_end),
    ("<document start>", _after_end),
)
