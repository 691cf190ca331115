"""PyYAML's scanner and parser, taught to refuse what a game file may not have.

Only events are used, never PyYAML's composer or constructors: those follow aliases, recurse on depth, guess
types and drop duplicate keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from yaml.events import Event
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner
from yaml.tokens import AliasToken, AnchorToken, ScalarToken, Token

from ...source.diagnostics import Report
from ...source.limits import LIMITS
from ...source.source import Source, Span

Named = TypeVar("Named", AnchorToken, AliasToken)


class Stop(Exception):
    """The file cannot be read any further; the reason is in the report."""


def place(event: Event) -> tuple[int, int]:
    """Start and end of an event as offsets; PyYAML marks every event."""
    assert event.start_mark
    assert event.end_mark
    return event.start_mark.index, event.end_mark.index


class Events(Reader, Scanner, Parser):
    """The events of one source. Anchors, tags and directives are reported and left out."""

    def __init__(self, source: Source, report: Report) -> None:
        Reader.__init__(self, source.text)
        Scanner.__init__(self)
        Parser.__init__(self)
        self.source = source
        self.report = report
        self.has_anchors = False
        self.tags: list[int] = []
        self._anchors: set[str] = set()

    def next_event(self) -> Event:
        get: Callable[[], Event] = self.get_event
        return get()

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def fetch_flow_collection_start(self, TokenClass: type[Token]) -> None:
        # The scanner looks far ahead for a ":" after a bracket: the parser would notice the depth too late.
        if self.flow_level + len(self.indents) >= LIMITS.yaml_depth.value:
            self.refuse_depth(self.index)
        super().fetch_flow_collection_start(TokenClass)

    def refuse_depth(self, start: int) -> None:
        limit = LIMITS.yaml_depth.value
        message = f"the nesting is too deep: a game file has at most {limit} levels."
        help = "write rules as text, not as nested lists, and count the brackets"
        self.report.error("yaml-depth", message, self.span(start, start + 1), help)
        raise Stop

    def fetch_key(self) -> None:
        message = 'a "?" at the beginning starts a key of several lines, which a game file cannot have.'
        help = 'write the key in one line, "key: value", or put the text in quotes'
        self.report.error("yaml-key", message, self.span(self.index, self.index + 1), help)
        raise Stop

    def _name(self, kind: type[Named]) -> Named:
        scan: Callable[[type[Named]], Named] = self.scan_anchor
        return scan(kind)

    def fetch_anchor(self) -> None:
        token = self._name(AnchorToken)
        self._anchors.add(token.value)
        self.has_anchors = True
        message = f'"&{token.value}" names a part for reuse (a YAML anchor); game files have no anchors.'
        help = "write the part out where it is needed, or put the text in quotes if the & belongs to it"
        self.report.error("yaml-anchor", message, self._token_span(token), help)

    def fetch_alias(self) -> None:
        self.save_possible_simple_key()
        self.allow_simple_key = False
        token = self._name(AliasToken)
        if token.value not in self._anchors:  # else the anchor has been told already
            message = f'"*{token.value}" asks for a named part (a YAML alias); game files have none.'
            help = f'if the star belongs to the text, put the text in quotes: "*{token.value}"'
            self.report.error("yaml-anchor", message, self._token_span(token), help)
        self.has_anchors = True
        self.tokens.append(ScalarToken(token.value, True, token.start_mark, token.end_mark))

    def fetch_tag(self) -> None:
        token = self.scan_tag()
        span = self._token_span(token)
        self.tags.append(span.start)
        message = f'"{span.text}" is read as a YAML type because of its "!"; game files have no types.'
        help = 'for "not" write the word not; if the "!" belongs to the text, put the text in quotes'
        self.report.error("yaml-tag", message, span, help)

    def fetch_directive(self) -> None:
        start = self.index
        self.unwind_indent(-1)
        self.remove_possible_simple_key()
        end = self.source.text.find("\n", start)
        end = len(self.source.text) if end < 0 else end
        span = self.span(start, start + len(self.source.text[start:end].rstrip()))
        message = 'a line that starts with "%" is an instruction to a YAML reader; game files have none.'
        self.report.error("yaml-directive", message, span, 'delete the line; for a comment start it with "#"')
        self.forward(end - start)

    def _token_span(self, token: Token) -> Span:
        return self.span(token.start_mark.index, token.end_mark.index)
