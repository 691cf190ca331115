"""Sentences that people write by mistake, and how the language says the same.

Each is a pattern of the whole text and what to write; `{1}` stands for the first group. The first that fits is told.
"""

from __future__ import annotations

import re

EFFECT_WORDS = ("capture", "remove", "set", "flip", "put", "move", "shift", "sow")
_VERBS = "|".join(EFFECT_WORDS)
_AMOUNT = "height|no|some|any|one|two|three|four|five|six|more|less|fewer|at|exactly|only"
_WAYS = "forward|backward|left|right|n|ne|e|se|s|sw|w|nw"
_PATH = (
    (r"^(.+?)\s+or\s+\(?((?:step|slide|jump|leap|repeat|its)\b[^()]*)\)?$", 'ways are joined with "|": "{1} | {2}"'),
    (r"^(?:1\.\.|up\s+to\s+)(\d+)\s+steps?\s+(\w+)\s+to\s+(.+)$", 'write "repeat 1..{1} (step {2} to {3})"'),
    (r"^(an?|one|the)\s+(?=step|slide|jump|leap)", 'leave out "{1}"'),
    (r"\b(step|slide|jump)\s+in\s+any\s+directions?\b", 'write "{1} any …"'),
    (r"\b(step|slide|jump)\s+(to|over)\b", 'say which way it goes: "{1} any {2} …"'),
    (
        r"\b(step|slide|jump)\s+([a-z]\w*)\s+(\d+)\b",
        'just {3} away is "leap {2} {3} to …"; step by step it is "repeat {3} (step {2} to empty)"',
    ),
    (rf"\b(step|slide|jump)\s+({_WAYS})\s+({_WAYS})\b", 'write "{1} ({2} or {3}) …"; slanting is forward_diag, ne …'),
    (r"\bleap\s+\d+x\d+\s+(\w+)\s+to\b", 'leave out "{1}": such a leap goes in every direction'),
    (r"^((?:step|slide|jump|leap)\s+\w+)$", 'say where it lands: "{1} to empty"'),
)
_EFFECT = (
    (r"^(?:add|give)\s+(\w+)\s+to\s+(.+)$", 'write "{2} += {1}"'),
    (r"^(?:subtract|take)\s+(\w+)\s+from\s+(.+)$", 'write "{2} -= {1}"'),
    (r"^(?:increase|raise)\s+(.+?)\s+by\s+(\w+)$", 'write "{1} += {2}"'),
    (r"^(?:decrease|lower|reduce)\s+(.+?)\s+by\s+(\w+)$", 'write "{1} -= {2}"'),
    (r"^(\w+)\s+becomes\s+(?:an?\s+)?(\w+)", 'write "set {1} to {2}"'),
    (r"^set\s+(\w+)\s+(?:to\s+)?(?:an?|the)\s+(\w+)", 'write "set {1} to {2}"'),
    (r"^set\s+(\w+)\s+(?!to\b)(\w+)$", 'write "set {1} to {2}"'),
    (
        r"^set\s+(\w+)\s+to\s+(\w+\(.+\))$",
        'give it a name, let: {{new: {2}}}, and write "set {1} to new"',
    ),
    (r"^set\s+(\w+)\s+to\s+(?:\w+)\s+([a-z]\w*)$", 'write "set {1} to {2}": one value in each effect'),
    (
        r"^(?:move|play|go)\s+again\b",
        'write "next_player = me"; to go on with the same piece write  again: may  in the action',
    ),
    (r"^move\s+(\d+|\w+\(.*?\))\s+(?:of|in|on)\s+(.+?)\s+to\s+(.+)$", 'write "move {1} from {2} to {3}"'),
    (r"^(move|remove)\s+all\s+(?:\w+\s+)?from\s+(.+)$", 'write "{1} {2}": the whole stack goes'),
    (r"^remove\s+(\d+)\s+(?:of|in|on)\s+(.+)$", 'write "remove {1} from {2}"'),
    (r"^put\s+([a-z]\w*)\s+of\s+(?:the\s+)?([a-z]\w*)\s+(?:at|on|in)\s+(.+)$", 'write "put {2} {1} at {3}"'),
    (r"^put\s+((?:(?!\b(?:at|on|in|to)\b).)+)$", 'say where: "put {1} at target"'),
    (r"\b(\d+)\s+times\b", 'an effect has an amount: "put {1} seed at …", "move {1} from … to …", "points += {1}"'),
    (r"^(sow\b.+?)\s+(?:around|round|over|on)\s+([a-z]\w*)", 'write "{1} along {2}"'),
    (r"^(sow\b.+?)\s+(?:except|without|but\s+not|leaving\s+out)\s+(.+)$", 'write "{1} skipping {2}"'),
    (r"^sow\b.*clockwise", 'a track says which way it goes: "along" it, and "against" it for the other way'),
    (r"^next\s+(?:player|turn)\b", 'write "next_player = me", or name the player'),
    (r"^(win|lose|draw)\b", "results stand under end:, as in  end: [{1} if …]"),
    (rf"^(?!.*\bif\b)(.+?)\s+and\s+((?:{_VERBS})\b.*)", "several effects are a list: do: [{1}, {2}]"),
    (r"\bif\s+count\s*[<>=]", 'say what is counted: "count enemy > 2"'),
)
_CONDITION = (
    *(
        (
            rf"\bwith\s+{said}\s+(\d+)\s+([a-z]\w*)\s+next\s+to\b",
            f'count for each site: "… where count ({{2}} next to it) {sign} {{1}}"',
        )
        for said, sign in (
            (r"at\s+least", ">="),
            (r"at\s+most", "<="),
            (r"more\s+than", ">"),
            (r"(?:less|fewer)\s+than", "<"),
            ("exactly", "="),
        )
    ),
    (
        r"\bwith\s+(?:one|two|three|four|five|six)\s+([a-z]\w*)",
        'count for each site, with digits: "… where count ({1} next to it) = 2"',
    ),
    (r"\bsame\s+([a-z]\w*)\s+as\s+(?:the\s+)?([a-z]\w*)\b", 'compare them: "… where {1}(it) = {1}({2})"'),
    (r"\bwith\s+(?:the\s+|a\s+)?same\s+([a-z]\w*)\b", 'say as which piece: "… where {1}(it) = {1}(target)"'),
    (rf"\bwith\s+(?:an?\s+)?(?!{_AMOUNT}\b)([a-z]\w*)\s+([a-z]\w*)$", 'write "… where {1}(it) = {2}"'),
    (rf"\bwith\s+(?!{_AMOUNT}\b)([a-z]\w*)$", 'write "with height >= 1" for a stack that is not empty'),
    (r"\bline\s+(\d+)\s+(?:of\s+)?([a-z]\w*)", 'write "line of {1} {2}"'),
    (r"\b(?:is|are)\s+(next\s+to|attacked\s+by|joined\s+to)\b", 'write only "{1}"'),
    (r"\b(?!and\b|or\b|not\b|if\b)([a-z]\w*)\s+count\s*([<>=]+)\s*(\d+)", 'write "count {1} {2} {3}"'),
    (r"^(?:exactly\s+)?(\d+)\s+([a-z]\w*)\s+((?:next\s+to|in|on)\s.+)$", 'write "count ({2} {3}) = {1}"'),
    (r"^(.*\S)\s+next\s+to\s+(\d+)\s+([a-z]\w*)$", 'write "{1} where count ({3} next to it) = {2}"'),
    (r"\b([a-z]\w*)\s+(?:is|are)\s+(\d+)\b", 'write "{1} = {2}"'),
    (r"\bno\s+(\w+)\s+(can|could)\s+(\w+)", 'write "not ({1} {2} {3})"'),
    (r"(?:\bif\s+)?\b((?:my|enemy|[a-z]\w*)(?:\s+[a-z]\w*)?)\s+(?:is\s+|are\s+)?"
     r"(?:connected|connects?|links?|joins?)\s+(?:from\s+)?\S.*?\s(?:to|and|with)\s",
     'write "{1} joined to row 1 in row 8": those that hang on one side, and of them some on the other'),
    (r"\b(?!i\b|me\b)([a-z]\w*)\s+(?:has|have)\s+no\s+([a-z]\w*)", 'write "no {1} {2}"'),
    (r"\bnot\s+in\s+check\b", 'write "no my king attacked by enemy"'),
    (r"\bdistance\s+(?:from\s+)?(\w+)\s+to\s+(\w+)", 'write "distance({1}, {2})"'),
    (r"\b([a-z]\w*)\s+not\s+(?!in\b|next\b|on\b|is\b|attacked\b|joined\b|crossing\b|reached\b)([a-z]\w*)\b",
     'write "{1} not in {2}"'),
)  # fmt: skip
_RESULT = (
    (
        r"\brepe(?:at|ats|ated|tition)\b",
        "positions that come up again have a key of their own:  repetition: {{times: 3, result: draw}}",
    ),
    (
        r"\bafter\s+(\d+)\s+(?:moves|turns|plies|rounds)\b",
        "the length of a game has a key of its own:  limit: {{turns: {1}, result: draw}}",
    ),
    (
        r"\b(\d+)\s+(?:moves|turns|plies|rounds)\s+without\b",
        "count them at the end of each turn:  vars: {{quiet: {{range: 0..{1}, clock: yes}}}}  and  draw if quiet = {1}",
    ),
    (r"^([^:]+\S)\s*:\s*(win|lose|draw)s?\b", 'the condition comes last: "{2} if {1}"'),
    (
        r"^(?:the\s+)?(?:(?:player|side|who)\b.*\bmost\b|most\b|highest\s+(?!score\b))",
        'write "highest score wins if …", and  score: count mine',
    ),
    (
        r"^(?:the\s+)?(?:lowest|least|fewest)\b",
        'write "highest score wins if …", with a score that falls:  score: 0 - count mine',
    ),
    (r"^(?:the\s+)?(?:game\s+(?:over|ends?)|end|stop|finish)\b", 'say with which result: "draw if …", "win if …"'),
    (
        r"^(?:the\s+)?(?:I|me|mover|(?:current\s+)?player)\s+(win|lose)s?\b",
        'write "{1}", which speaks of whose turn it was',
    ),
    (r"^(?:the\s+)?(?:opponent|enemy|other\s+player)\s+wins?\b", 'write "lose", which speaks of whose turn it was'),
    (r"^(?:the\s+)?(?:opponent|enemy|other\s+player)\s+loses?\b", 'write "win", which speaks of whose turn it was'),
    (r"^(?:win|victory)\s+for\s+(?:the\s+)?([a-z]\w*)", 'write "{1} wins"'),
    (r"^(?:the\s+)?winner\s+is\s+(?:the\s+)?([a-z]\w*)", 'write "{1} wins"'),
    (r"^(?:the\s+)?(?!win|lose|draw|pass)([a-z]\w*)\s+(?:win|won|has\s+won)\b", 'write "{1} wins"'),
    (
        r"^(?:the\s+)?(?!win|lose|draw|pass)([a-z]\w*)\s+(?:lose|loses|lost)\b",
        'a result names who wins: "NAME wins if …" with the other player\'s name',
    ),
    (r"^([a-z]\w*)\s+draws?\b", 'a draw is everybody\'s: write "draw if …"'),
    (r"^\(\s*(?:win|lose|draw|pass)\b", "results have no brackets; several are a list: [lose if A, draw if B, pass]"),
)
_TURN = (
    (
        r"\b(?:roll|throw)\s+(?:\d+|an?|one|two|the)\s+(?:dice|die)\b",
        'a throw is an action that nobody chooses: "chance roll then …", roll: {{with: {{n: 1..6}}, do: pips = n}}',
    ),
    (r"\b(?:random|randomly|dice|chance\s+of)\s+(?!then\b|or\b|else\b)([a-z]\w*)\b", 'write "chance {1}"'),
    (r"^either\s", 'leave out "either"'),
    (r"^(\w+)\s*\*\s*(\d+)$", 'write "repeat {2} ({1})"'),
    (r"^(\d+)\s+(\w+)$", 'write "repeat {1} ({2})"'),
    (r"\b(\w+)\s+twice\b", 'write "repeat 2 ({1})"'),
    (r"\bthen\s+end\s+turn\b", "leave it out: a turn ends by itself"),
    (r"^optional(?:ly)?\s+(\w+)", 'write "may {1}"'),
    (r"^one\s+of\b", 'join them with "or"'),
    (r"^repeat\s+([a-z]\w*)$", 'write "repeat 1.. ({1})"'),
    (r"^repeat\s*\(([^()]*)\)$", 'say how often or how long: "repeat 1.. ({1})" or "repeat ({1}) while …"'),
    (r"^([a-z]\w*)\s+until\s+(.+)$", 'write "repeat ({1}) while not ({2})"'),
    (r"^while\s", 'write "repeat (…) while …"'),
    (r"[+;&]", 'write "then" for one after the other, or "or" for a choice'),
)
_IDIOMS = {
    "path": _PATH,
    "stmt": (*_EFFECT, *_CONDITION),
    "expr": _CONDITION,
    "rule": (*_RESULT, *_CONDITION),
    "turn": _TURN,
}


def idiom(text: str, entry: str) -> str | None:
    """What to write instead of a text that cannot be read, if it is one of those that are often written."""
    line = " ".join(text.split())
    for pattern, said in _IDIOMS.get(entry, ()):
        found = re.search(pattern, line)
        if found:
            return said.format("", *(group or "" for group in found.groups()))
    return None
