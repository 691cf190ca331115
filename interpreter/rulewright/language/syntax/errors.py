"""Rule texts that cannot be read: what stands there, what could stand there, and the way out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from ...source.diagnostics import Report, did_you_mean, one_of
from ...source.source import Span
from ..document.nodes import Scalar
from ..hiding import HIDDEN, HIDDEN_HELP, speaks_of_hiding
from .following import following
from .grammar import parser
from .idioms import idiom
from .vocabulary import (
    CONTINUATIONS,
    END,
    FOREIGN_SIGNS,
    FOREIGN_WORDS,
    GENERAL,
    OPERANDS,
    OPERATORS,
    ORDER,
    STARTERS,
    STARTERS_SHOWN,
    SYNONYMS,
    is_keyword,
    shown,
    spelt,
)

# What a text of each entry point is, for messages.
ENTRY_NAMES = {
    "expr": "an expression",
    "path": "a path",
    "turn": "a turn",
    "stmt": "an effect",
    "rule": "a result",
    "piece": "a piece",
}
_MOST_SHOWN = 6
_ASSIGNED = re.compile(r"\w+(\([^()]*\))?\s*[+-]=|next_player\s*=")
_WORD = re.compile(r"[^\W\d]\w*|\d+|\S")


@dataclass(frozen=True, slots=True)
class _Problem:
    """Where the reading stopped, and the kinds of tokens that could have followed there."""

    scalar: Scalar
    entry: str
    start: int
    found: str
    expected: frozenset[str]

    @property
    def text(self) -> str:
        return self.scalar.text

    @property
    def span(self) -> Span:
        return self.scalar.part(self.start, self.start + max(1, len(self.found)))

    @property
    def words_before(self) -> list[str]:
        return self.text[: self.start].split()

    @property
    def after(self) -> str:
        """The last few words before the mistake, as a part of a sentence."""
        return f'after "{" ".join(self.words_before[-3:])}" ' if self.words_before else ""


def explain(error: UnexpectedInput, scalar: Scalar, entry: str, report: Report) -> None:
    """One diagnostic for a text that the grammar refuses."""
    text = scalar.text
    at_end = isinstance(error, UnexpectedToken) and error.token.type == END
    start = len(text.rstrip()) if at_end else error.pos_in_stream or 0
    match = _WORD.match(text, start)
    problem = _Problem(scalar, entry, start, match.group() if match else "", following(text[:start], entry).accepted)
    if _tell_start(problem, report):
        return
    if entry == "expr" and is_effect(text):
        tell_effect(scalar, report)
        return
    if at_end:
        _tell_end(problem, report)
    elif not _tell_operator(problem, report):
        bar = problem.found == "|" and entry == "path"
        if isinstance(error, UnexpectedCharacters) or (problem.found in FOREIGN_SIGNS and not bar):
            _tell_character(problem, report)
        else:
            _tell_unexpected(problem, report)


# ---------------------------------------------------------------- the mistakes


def _tell_start(problem: _Problem, report: Report) -> bool:
    """A first word that starts nothing: `capure passed`, `tie`, `hop any over piece to empty`."""
    entry, words = problem.entry, problem.words_before
    word = words[0] if words else problem.found
    if entry not in STARTERS or len(words) > 1 or not word.isidentifier() or word in STARTERS[entry]:
        return False
    done = bool(words) and entry == "rule" and problem.found == "unless"
    meant = SYNONYMS[entry].get(word) or (None if done else did_you_mean(word, STARTERS[entry]))
    known = idiom(problem.text, entry)
    if words and known and entry == "rule":
        return False  # told where the reading stopped
    if words:
        # The word was read as a name; it is the mistake unless the one behind it is.
        alone = entry == "rule" and not problem.found
        before_name = entry == "stmt" and problem.found.isidentifier()
        effect = done or (entry == "rule" and is_effect(problem.text))
        if not (meant or alone or before_name or effect) or (_guess(problem) and not effect):
            return False
    begin = problem.text.index(word)
    if not SYNONYMS[entry].get(word) and speaks_of_hiding(word):
        report.error("schema-hidden", HIDDEN, problem.scalar.part(begin, begin + len(word)), HIDDEN_HELP)
        return True
    what = ENTRY_NAMES[entry]
    advice = f'did you mean "{meant}"? ' if meant else ""
    if not meant and word != word.lower():
        advice = f'names are written in small letters: "{word.lower()}"; '
    if entry == "rule" and not meant and (done or is_effect(problem.text)):
        # `stuck: remove_one unless …`, `end: capture mine`: something to do, where only a result can stand.
        advice = (
            "a result does nothing; an action stands in  turn: walk else remove_one, an effect in do: of an action or "
            "in when_turn_ends:; "
        )
    if word == "if":
        advice = 'the condition comes last: "… if …"; '
    message = f'"{word}" does not start {what}.'
    if known and word != "if":
        advice = f"{known}; "
    help = f"{advice}{what.split()[-1]}s: {STARTERS_SHOWN[entry]}"
    report.error("syntax-start", message, problem.scalar.part(begin, begin + len(word)), help)
    return True


def is_effect(text: str) -> bool:
    """Whether a text reads as one that does something."""
    if text.split()[0] not in STARTERS["stmt"] and " unless " not in text and not _ASSIGNED.match(text):
        return False
    try:
        parser().parse(text, start="stmt")
    except UnexpectedInput:
        return False
    return True


def tell_effect(scalar: Scalar, report: Report) -> None:
    """An effect where a phrase is wanted."""
    text = " ".join(scalar.text.split())
    message = f'"{text}" is an effect, and here stands a phrase.'
    help = f"effects stand in do: and when_…; in a define they are a list: [{text}]"
    report.error("effect-define", message, scalar.span, help)


def tell_start(word: str, span: Span, defined: Iterable[str], report: Report) -> None:
    """A word alone that could be the name of effects, but is not: `capure`, `bank_id`."""
    if not SYNONYMS["stmt"].get(word) and speaks_of_hiding(word):
        report.error("schema-hidden", HIDDEN, span, HIDDEN_HELP)
        return
    meant = SYNONYMS["stmt"].get(word) or did_you_mean(word, [*STARTERS["stmt"], *defined])
    known = idiom(word, "stmt")
    advice = f"{known}; " if known else f'did you mean "{meant}"? ' if meant else ""
    message = f'"{word}" does not start an effect, and is no define of effects.'
    report.error("syntax-start", message, span, f"{advice}effects: {STARTERS_SHOWN['stmt']}")


def _tell_end(problem: _Problem, report: Report) -> None:
    missing = problem.text.count("(") - problem.text.count(")")
    listed = _listed(problem.expected)
    help_text = "finish the rule, or remove the last word"
    if missing > 0 and "RPAR" in problem.expected:
        listed = shown("RPAR")
    if missing > 0:
        help_text = f"{missing} closing bracket{'s are' if missing > 1 else ' is'} missing"
    elif "ROUNDED" in problem.expected:
        help_text = _ROUNDING
    elif "_ELSE" in problem.expected:
        help_text = 'a value with "if" needs an "else"; conditions are joined with "and"'
    help_text = (
        help_text if missing > 0 or "ROUNDED" in problem.expected else idiom(problem.text, problem.entry) or help_text
    )
    message = f"{problem.after}something is missing: I expected {listed}."
    report.error("syntax-end", message, problem.scalar.part(problem.start, problem.start + 1), help_text)


def _tell_operator(problem: _Problem, report: Report) -> bool:
    """`==`, `=>`, `> =`: signs of other languages, read as two of ours."""
    match = re.search(r"[=<>!+-]\s?$", problem.text[: problem.start])
    begin = match.start() if match else problem.start
    for first in {begin, problem.start}:
        for sign, ours in OPERATORS.items():
            if problem.text.startswith(sign, first) and problem.start < first + len(sign):
                blank = " without a blank" if " " in sign else ""
                message = f'I cannot read "{sign}" here.'
                help = f'write "{ours}"{blank}'
                report.error("syntax-character", message, problem.scalar.part(first, first + len(sign)), help)
                return True
    return False


def _tell_character(problem: _Problem, report: Report) -> None:
    found = problem.found
    two = problem.text[problem.start : problem.start + 2]
    ends = re.search(r"([a-z]\w*)\s*$", problem.text[: problem.start])
    last = re.match(r"\.\.\s*([a-z]\w*)", problem.text[problem.start :])
    if ends and last:
        found, help_text = "..", f"a row of sites is an item of a list: regions: {{NAME: [{ends[1]}..{last[1]}]}}"
    elif two in FOREIGN_SIGNS:
        found, help_text = two, FOREIGN_SIGNS[two]
    elif found in FOREIGN_SIGNS:
        help_text = (problem.entry == "turn" and idiom(problem.text, "turn")) or FOREIGN_SIGNS[found]
    elif found == "I":
        help_text = 'write "me", and "mine" or "my …" for your pieces'
    elif found and found != found.lower():
        help_text = f'names are written in small letters: "{found.lower()}"'
    elif found and found[0].isalpha():
        help_text = "names are written with the letters a to z, digits and _"
    else:
        listed = _listed(problem.expected)
        help_text = f"I expected {listed}" if listed else "take it away"
    span = problem.scalar.part(problem.start, problem.start + max(1, len(found)))
    report.error("syntax-character", f'I cannot read "{found}" here.', span, help_text)


def _tell_unexpected(problem: _Problem, report: Report) -> None:
    found, listed = problem.found, _listed(problem.expected)
    if listed:
        message = f'{problem.after}I expected {listed}, but found "{found}".'
    else:
        message = f'the rule should end {problem.after.rstrip()}, but "{found}" follows.'
    guess = _guess(problem)
    help_text = idiom(problem.text, problem.entry) or (f'did you mean "{guess}"?' if guess else _way_out(problem))
    report.error("syntax-unexpected", message, problem.span, help_text)


# ---------------------------------------------------------------- the way out


def _guess(problem: _Problem) -> str | None:
    """The word that was probably meant."""
    if not problem.found or is_keyword(problem.found):
        return None
    guess = did_you_mean(problem.found, [word for token in problem.expected for word in spelt(token)])
    return guess if guess != problem.found else None


def _way_out(problem: _Problem) -> str:
    found, expected, before = problem.found, problem.expected, problem.words_before
    last = before[-1] if before else ""
    if found == ")":
        return "this bracket closes nothing; remove it, or open it earlier"
    if found == "," and re.fullmatch(r"\w+(\s*,\s*\w+)+", problem.text) and problem.entry == "expr":
        listed = " or ".join(word.strip() for word in problem.text.split(","))
        return f'write "{listed}"'
    if found in (",", "or") and "_TO" in expected:
        return 'several directions stand in brackets: "step (forward or left) to …"'
    if problem.entry == "rule" and "else" in before and found in ("if", "(", "unless"):
        return "several results are a list, tried from the top: [lose if A, draw if B, pass]"
    if found == ",":
        return f"commas only stand between the arguments of a function; {_JOINING[problem.entry]}"
    for word in (found, last):
        if word in FOREIGN_WORDS:
            return FOREIGN_WORDS[word]
    if problem.entry == "turn" and found == "and":
        if "if" in before:
            return 'put the condition in brackets: "if (… and …)"'
        return 'write "then" for one after the other, or "or" for a choice'
    if found in ("in", "on") and re.search(r"\b(is|are)( not)?$", " ".join(before)):
        return f'write only "{"not " if last == "not" else ""}{found}"'
    special = _special_help(problem, last)
    if special:
        return special
    if END in expected:
        in_condition = problem.entry in ("rule", "stmt") and "if" in before
        return _JOINING["expr" if in_condition else problem.entry]
    if "RPAR" in expected:
        return f'write ")" before "{found}", or remove the bracket that was opened'
    if "NAME" in expected and is_keyword(found):
        return f'a word is missing before "{found}", which is a word of the language and never a name'
    if "_TO" in expected and "NAME" not in expected:
        return f'say where it lands: "to {found}"'
    return f'something is missing before "{found}"'


_JOINING = {
    "expr": 'remove it, or join what follows with "and" or "or"',
    "path": 'legs are joined with "then", other ways to go with "|"',
    "turn": 'actions are joined with "then", "or" and "else"',
    "stmt": 'remove it; a condition begins with "if" or "unless", another effect is another item of the list',
    "rule": 'remove it; a condition begins with "if"',
    "piece": 'a piece is written as owner, states, kind: "my up stone"',
}


_ROUNDING = 'say how it becomes a whole number: "… / … rounded down" or "… / … rounded up"'


def _special_help(problem: _Problem, last: str) -> str | None:
    """What to write in places where one thing is nearly always meant."""
    found, expected = problem.found, problem.expected
    if "_AT" in expected and found in ("on", "in", "to"):
        return 'write "put … at …"'
    if "_WINS" in expected:
        return f'write "{last} wins"' if found in ("win", "won") else 'write "wins" behind the player'
    if "INCR" in expected and found in ("+", "-"):
        return f'write "{last} {found}= 1"'
    if found == "where":
        return (
            'join the conditions with "and"' if "where" in problem.words_before else 'write "(… where …)" in brackets'
        )
    if far := _how_far(problem):
        return far
    if way := _reached_by(problem):
        return way
    if problem.entry in ("turn", "path") and (often := re.search(r"(\d+)\s+times\b", problem.text)):
        return f'write "repeat {often[1]} (…)"'
    if found == "unless" and "_IF" in expected:
        return 'write "if not (…)"'
    if found == "if":
        return 'the condition comes last: "… if …"'
    if last == "repeat":
        return 'say how often: "repeat 1.. (…)"'
    if last in ("step", "slide", "jump") and found.isdigit():
        return 'a step goes to the next site; a longer way is "leap forward 2", or "slide forward over 0..1 empty"'
    if last == "or" and found == "else":
        return 'write "else" alone'
    if last == "count" and found == "of":
        return 'write "count …" without "of"'
    if last.isdigit() and found == "in":
        return f'so many in a row are written "line of {last} mine"'
    if last == "leap":
        return 'write the size without blanks: "leap 1x2", or a direction: "leap forward 2"'
    if "ROUNDED" in expected:
        return _ROUNDING
    if "EXACTLY" in expected and problem.words_before[-2:] == ["group", "of"]:
        return (
            'say how large: "group of 3 mine"; for their number "count groups of mine", for one "mine joined to target"'
        )
    if found == "to" and last != "over" and "over" in problem.words_before[-2:]:
        return f'say what lies between: "over {last} empty to …", "over {last} piece to …"'
    if last == "with" and found.isdigit():
        return 'count for each site: "mine where count (piece next to it) = 2"; heights are "with height 2"'
    if "EXACTLY" in expected:
        return 'say how long: "line of 3 mine"'
    if found == "count" and last in ("no", "some", "all"):
        return 'leave out "count"; a number is compared: "count … = 0"'
    if last.isdigit() and found.isidentifier() and not is_keyword(found) and len(expected) > 1:
        return f'to ask how many there are, write "count {found} = {last}"'
    if found in ("<", ">", "=") and END in expected:
        return 'compare two at a time, and join comparisons with "and"'
    if problem.entry == "path" and len(problem.words_before) < 2 and last not in STARTERS["path"]:
        return f"paths begin with {STARTERS_SHOWN['path']}"
    if len(expected) == 1:
        (only,) = expected
        return f"write {shown(only)} before it"
    return None


def _how_far(problem: _Problem) -> str | None:
    """`slide any to empty up to 2`: how far a piece goes is said by what it goes over."""
    most = re.search(r"\b(?:up to|at most|maximum|max) +(\d+)", problem.text)
    if problem.entry != "path" or most is None:
        return None
    way = re.match(r"(?:slide|step) +(\w+|\([^)]*\))", problem.text)
    between = max(0, int(most[1]) - 1)
    return f'write "slide {way[1] if way else "any"} over 0..{between} empty to empty": so many may lie between'


def _reached_by(problem: _Problem) -> str | None:
    """`black not reached by white`: what is reached depends on a path."""
    found = re.search(r"(\w+) +(not +)?reached +by +([a-z]\w*)", problem.text)
    if found is None or problem.start < found.start(2 if found[2] else 0) or problem.start > found.end():
        return None
    inside = "not in" if found[2] else "in"
    sites = f"{found[1]} {inside} reached by (slide any to empty) from {found[3]}"
    return f'write "{sites}", with the way that leads there in the brackets'


def _listed(expected: frozenset[str]) -> str:
    """What could have stood there, in words, the likeliest first; empty if only the end could."""
    words: list[str] = []
    left = expected - GENERAL
    if {"CMP", "ISIN", "PLUS", "_OF"} & expected:
        # An operand is complete: name what is wanted, not all that could follow.
        wanted = left - CONTINUATIONS
        if END not in expected:
            left = wanted - {"_IF"} or wanted or left
        else:
            left = frozenset() if wanted == {"_IF"} else wanted
    for tokens, names in OPERANDS:
        if tokens <= left:
            words.extend(names)
            left -= tokens
            break
    if not words and not left and END not in expected:
        left = expected
    rank = {word: number for number, word in enumerate(ORDER)}
    telling = {shown(token) for token in left}
    words += sorted(telling, key=lambda word: (rank.get(word, len(rank)), word.strip('"')[:1] < "a", word))
    if words and END in expected:
        words = [*words[:_MOST_SHOWN], shown(END)]
    return one_of(words, most=_MOST_SHOWN + 1)
