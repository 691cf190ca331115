"""A warning about parts of a turn that may be repeated for ever."""

from __future__ import annotations

import re

from ...analysis.repeats import counts_to_its_end, never_returns
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Rules
from ...source.diagnostics import Report

_ENOUGH = 100


def check_endless(rules: Rules, report: Report) -> None:
    """`repeat (lap) while …` needs a bound, unless each pass brings the turn nearer to its end."""
    turns = [turn for phase in rules.phases for turn in phase.turns]
    for node in (node for turn in turns for node in rx.walk(turn)):
        if not isinstance(node, rt.RepeatWhile) or node.high is not None:
            continue
        if never_returns(rules, node.item) or counts_to_its_end(rules, node):
            continue
        if report.main is not None and node.span.source is not report.main:
            continue  # what another file wrote is that file's business
        text = " ".join(node.span.text.split())
        message = f'"{text}" can go on for ever: nothing says that each pass comes nearer to the end.'
        bounded = re.sub(r"repeat (?:(\d+)\.\. )?", lambda low: f"repeat {low[1] or 0}..{_ENOUGH} ", text, count=1)
        help_text = f'say how often at the most: "{bounded}"; after that the turn goes on'
        report.warning("turn-endless", message, node.span, help_text)
