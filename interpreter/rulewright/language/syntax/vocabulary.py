"""The words and signs of the rules language as messages name them, and those of other languages."""

from __future__ import annotations

from functools import lru_cache

from .grammar import parser

END = "$END"
VERB_NAMES = frozenset({"step", "slide", "jump", "leap"})  # an action may be called what it does

# What the tokens of the grammar are called; keywords are called what they are.
_TOKENS = {
    "NAME": "a name",
    "INT": "a number",
    "RANGE": "a range such as 1..3",
    "SIZE": "a size such as 1x2",
    "CMP": "a comparison",
    "TIMES": "times(…)",
    "VERB": '"step", "slide", "jump"',
    "ISIN": '"in"',
    "INCR": '"+="',
    "PLUS": '"+"',
    "MINUS": '"-"',
    "STAR": '"*"',
    "SLASH": '"/"',
    "ROUNDED": '"rounded down", "rounded up"',
    "LPAR": '"("',
    "RPAR": '")"',
    "COMMA": '","',
    "VBAR": '"|"',
    "EQUAL": '"="',
    "_NEXT": '"next to"',
    "_JOINED": '"joined to"',
    "_ATTACKED": '"attacked by"',
    "_LINE": '"line of"',
    "_GROUP": '"group of"',
    "_GROUPS": '"count groups of"',
    "_LARGEST": '"largest group of"',
    "_REACHED": '"reached by"',
    "_KEPT_ONE": '"kept one"',
    "_UP_AGAIN": '"up again"',
    END: "the end",
}
# All the words behind one token, to compare a misspelt word with.
_SPELT = {
    "VERB": ("step", "slide", "jump"),
    "ISIN": ("in", "on", "is", "are"),
    **{token: (token[1:].lower(),) for token in ("_NEXT", "_JOINED", "_ATTACKED", "_LINE", "_REACHED")},
    "_GROUP": ("group",),
    "_GROUPS": ("groups",),
    "_LARGEST": ("largest",),
    "ROUNDED": ("rounded",),
}
# Tokens that fit nearly everywhere; naming them helps nobody.
GENERAL = frozenset({"REGISTER", "CALL", "HOOKCALL", "TURNED", "LPAR", END})
# What may always follow an operand; named only where nothing else is wanted.
CONTINUATIONS = frozenset(
    {
        *("NAME", "INT", "RANGE", "ISIN", "CMP", "PLUS", "MINUS", "STAR", "SLASH"),
        *("_NEXT", "_JOINED", "_NOT", "_WITH", "_ATTACKED", "_CROSSING", "_WHERE"),
        *("_AND", "_OR", "_OF", "_CAN", "_COULD", "_KEPT", "_KEPT_ONE"),
        *("_BY", "_PASSED", "_LINE", "_GROUP", "_REACHED"),
    }
)
# Where an operand can begin, the message names it instead of a dozen words: the tokens that tell such a
# place, and the names that stand for them.
_PATTERN = frozenset({"NAME", "_PASSED"})
_PHRASE = _PATTERN | {"_LINE", "_GROUP", "_REACHED"}
_NUMBER = _PHRASE | {"_COUNT", "_GROUPS", "_LARGEST", "INT"}
_CONDITION = _NUMBER | {"_NOT", "_SOME", "_NO", "_ALL", "_CONNECTED"}
_STEP = frozenset({"VERB", "NAME", "_LEAP", "_REPEAT", "_ITS", "_LIKE"})
_ACTION = frozenset({"VERB", "LEAP", "NAME"})
OPERANDS = (
    (_CONDITION, ("words for sites", "a number", "a condition")),
    (_NUMBER, ("words for sites", "a number")),
    (_PHRASE, ("words for sites",)),
    (_PATTERN, ("words for sites",)),
    (_STEP, ('"step"', '"jump"', "the name of a path")),
    (_ACTION | {"MAY", "CHANCE", "TOGETHER", "_REPEAT"}, ("the name of an action",)),
    (_ACTION, ("the name of an action",)),
)
# The likeliest first; what is not named here comes after, by the alphabet.
ORDER = ('")"', '"to"', '"over"', '"at"', '"then"', '"or"', '"else"', '"if"', '"and"', '"in"', '"next to"')

STARTERS = {
    "stmt": ("capture", "remove", "set", "flip", "put", "move", "shift", "sow", "may", "end", "swap"),
    "rule": ("win", "lose", "draw", "pass", "highest"),
    "path": ("step", "slide", "jump", "leap", "repeat", "its", "like"),
}
STARTERS_SHOWN = {
    "stmt": "capture, remove, set, flip, put, move, shift, sow, may, end turn, set up again, swap sides, name = value",
    "rule": "win, lose, draw, pass, NAME wins, highest score wins",
    "path": "step, slide, jump, leap, repeat, its, like, or the name of a path",
}
# Words that people start a rule with, and what they mean.
SYNONYMS = {
    "stmt": {
        "place": "put",
        "add": "put",
        "drop": "put",
        "take": "capture",
        "kill": "capture",
        "delete": "remove",
        "change": "set",
        "promote": "set",
        "turn": "flip",
        "push": "shift",
        "stop": "end turn",
    },
    "rule": {"tie": "draw", "wins": "win", "won": "win", "loses": "lose", "lost": "lose", "victory": "win"},
    "path": {"hop": "jump", "move": "step", "walk": "step", "go": "step", "run": "slide", "knight": "leap"},
}
# Words and signs of other languages, and what to write here.
FOREIGN_WORDS = {
    "when": 'write "if"',
    "otherwise": 'write "else"',
    "adjacent": 'write "next to"',
    "beside": 'write "next to"',
    "touching": 'write "next to"',
    "near": 'write "next to"',
    "onto": 'write "to"',
    "into": 'write "to"',
    "captures": 'landing on a piece captures it: write "to enemy"',
    "capturing": 'landing on a piece captures it: write "to enemy"',
    "must": '"take else walk" means that who can take must take',
    "until": "say over what it goes and where it lands: over 0.. empty to enemy",
    "equals": 'write "="',
    "than": 'write "<" or ">" alone',
    "has": 'ask with "some …" or "no …", such as "no enemy"; for heights write "with height …"',
    "plus": 'write "+"',
    "minus": 'write "-"',
    "times": 'write "*" to multiply',
}
FOREIGN_SIGNS = {
    "&&": 'write "and"',
    "&": 'write "and"',
    "||": 'write "or"; a single "|" separates paths',
    "|": '"|" separates paths; elsewhere write "or"',
    "!": 'write "not", or "!=" to compare',
    "//": 'a comment begins with "#", and has a blank before it',
    "/": 'a quotient says how it rounds, and stands in brackets beside others: "(a / 2 rounded down)"',
    "%": 'write "remainder(a, 2)"',
    "-": "there are no negative numbers; write 0 - 1",
    "\u2013": 'write "-" with the key beside the zero, or ".." in a range',
    "\u2014": 'write "-" with the key beside the zero',
    "…": 'write ".." in a range',
    "\u00d7": 'write "*" to multiply, or "x" in a size such as 1x2',
    "≤": 'write "<="',
    "≥": 'write ">="',
    "≠": 'write "!="',
    "{": "write round brackets",
    "}": "write round brackets",
    "[": "write round brackets",
    "]": "write round brackets",
    ";": "write several effects as a list, each behind a dash",
    ":": "if this is a key of its own, put it on a line of its own",
    ".": "a dot stands only in ranges (1..3) and when looking back (hop.target); numbers are whole",
    "@": "a hook is written with brackets: @name()",
    "$": "an option is written $name, and is declared under options:",
    "#": 'a comment has a blank before its "#"',
    **dict.fromkeys("\"'`", "rules are written without quotes inside"),
    **dict.fromkeys("\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb", "rules are written without quotes inside"),
}
# Two signs in a row that mean one of ours.
OPERATORS = {
    "++": "+= 1",
    "--": "-= 1",
    "==": "=",
    "=<": "<=",
    "=>": ">=",
    "<>": "!=",
    "=!": "!=",
    "=+": "+=",
    "=-": "-=",
    "> =": ">=",
    "< =": "<=",
    "! =": "!=",
    "+ =": "+=",
    "- =": "-=",
}


def shown(token: str) -> str:
    return _TOKENS.get(token) or f'"{token.lstrip("_").lower()}"'


def spelt(token: str) -> tuple[str, ...]:
    """The words that a token can be; none for names, numbers and signs."""
    if token in _SPELT:
        return _SPELT[token]
    return () if token in _TOKENS or token in GENERAL else (token.lstrip("_").lower(),)


@lru_cache(maxsize=1)
def _keywords() -> frozenset[str]:
    return frozenset(word for terminal in parser().terminals for word in spelt(terminal.name))


def is_keyword(word: str) -> bool:
    """Whether the language has this word: then it is rarely a misspelt other one."""
    return word in _keywords()
