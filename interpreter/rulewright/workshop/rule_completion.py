"""Inside a rule: the grammar says which kinds of words may follow, the game which names there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Token

from ..language.check.scope import ACTION_FIELDS, PART_WORDS, WORDS_AT
from ..language.check.symbols import BUILT_IN_NOUNS, FUNCTIONS, RELATIVE_DIRECTIONS, What
from ..language.syntax.following import Following, following
from ..language.syntax.grammar import parser
from ..language.syntax.vocabulary import spelt
from .glossary import words
from .names import Named, Names, locals_of
from .place import Place, Rule
from .proposal import Proposal, names_proposed

# What is written for a token whose word never stands alone.
_PHRASES = {
    "_NEXT": "next to",
    "_JOINED": "joined to",
    "_ATTACKED": "attacked by",
    "_LINE": "line of",
    "_GROUP": "group of",
    "_GROUPS": "count groups of",
    "_LARGEST": "largest group of",
    "_REACHED": "reached by (",
    "_END": "end turn",
    "_SWAP": "swap sides",
    "_HIGHEST": "highest score wins",
    "TIMES": "times(",
    "ROUNDED": "rounded down",
}
# The same, beside the word that the token is.
_FURTHER = {
    "_SET": ("set up again", "Pieces, hands and supply as before the first turn: a new round."),
    "_UP_AGAIN": ("up again", "Pieces, hands and supply as before the first turn: a new round."),
    "ROUNDED": ("rounded up", "The next whole number above a quotient."),
}
_TURNED = ("back(", "beside(", "across(")
# The scope of an action's keys in the table of the semantics, where it is not the key's own name.
_SCOPES = {"move": "subject", "pick": "subject", "place": "subject", "from": "to"}
_WHOLE_GAME = ("must", "prefer", "end", "out", "score", "when_turn_ends", "when_out", "phases", "repetition", "limit")
_FIXED_NOUNS = ("rim", "corners", "centre", "anywhere", "row", "rows", "column", "columns", "point")
_PLAYER_NOUNS = ("me", "enemy")
_OWNERS = ("mine", "enemy", "neutral")
# Words that ask for another one behind them.
_ASKING = frozenset({"my", "enemy", "neutral"})
_NEVER = frozenset({"hand", "taken", "supply", "turn", "next_player", "anything", "off", "true", "false", "any"})


def rule_proposals(place: Place, rule: Rule, names: Names) -> Iterator[Proposal]:
    """Everything that may follow the text before the cursor."""
    if "." in place.typed:
        yield from _fields(place.typed.rpartition(".")[0], rule, place, names)
        return
    after = following(place.before, rule.entry)
    accepted = after.accepted
    if not accepted and place.before.strip():
        # What stands before is wrong already: everything the language has may be meant.
        accepted = frozenset(terminal.name for terminal in parser().terminals)
    # Behind words that can stand alone one rather goes on with "in" or "to" than with another word.
    complete = bool(after.read) and after.read[-1].type == "NAME" and str(after.read[-1]) not in _ASKING
    # An action may be called like a verb; one that is not is proposed by its name.
    yield from _keywords(accepted - {"VERB", "LEAP"} if rule.entry == "turn" else accepted, 9 if complete else 1)
    if "NAME" in accepted:
        yield from _names(after, accepted, rule, place, names)
    if "CALL" in accepted:
        yield from _calls(names, starts="_CAPTURE" in accepted)
    if "HOOKCALL" in accepted:
        for named in names.hooks.values():
            yield Proposal(f"@{named.name}", "function", "a hook", "", f"@{named.name}(", 0)


def _keywords(accepted: frozenset[str], boost: int) -> Iterator[Proposal]:
    known = words()
    for token in sorted(accepted):
        if token in _FURTHER:
            phrase, says = _FURTHER[token]
            yield _word(phrase, says, "keyword", boost)
        if token == "TURNED":
            for word in _TURNED:
                yield _word(word, known[word[:-1]].says, "function", -2)
        elif token in _PHRASES:
            phrase = _PHRASES[token]
            first = known[phrase.split()[0].strip("(")]
            yield _word(phrase, first.says, first.kind, boost)
        else:
            for word in spelt(token):
                if word in known:
                    yield _word(word, known[word].says, known[word].kind, boost)


def _word(label: str, says: str, kind: str, boost: int) -> Proposal:
    return Proposal(label, kind, "", says, None, boost)


def _calls(names: Names, starts: bool) -> Iterator[Proposal]:
    """Functions and defines; where an effect starts, those defines that hold effects."""
    for name, says in () if starts else FUNCTIONS.items():
        yield Proposal(f"{name}(", "function", "", says, None, -1)
    defines = [named for named in names.of(What.DEFINE) if named.arguments and named.holds_effects == starts]
    yield from names_proposed(defines, 4)
    if not starts:
        yield from names_proposed(names.of(What.STATES), 2)


# ---------------------------------------------------------------- names


def _names(after: Following, accepted: frozenset[str], rule: Rule, place: Place, names: Names) -> Iterator[Proposal]:
    """The names that make sense where the grammar wants any name."""
    if not after.accepted and place.before.strip():
        known = names.actions.values() if rule.entry == "turn" else names.of(What.DIRECTION, What.TRACK)
        yield from names_proposed(known, 0)
        yield from _set_words(rule, place, names)
        return
    last = after.read[-1].type if after.read else None
    if last == "_AS":
        return  # a new name
    if last == "_WITH":
        yield _word("height", words()["height"].says, "function", 5)
    elif last == "_ITS":
        yield from names_proposed(names.attributes.values(), 6)
    elif last in ("_CAN", "_COULD") or (rule.entry == "turn" and "MAY" in accepted):
        yield from names_proposed(names.actions.values(), 8)
    elif last == "_BY" and _was(after.read, 2) == "_ATTACKED":
        yield from _nouns(_PLAYER_NOUNS, 5)
        yield from names_proposed(names.of(What.PLAYER), 5)
    elif "_LEAP" in accepted:
        yield from names_proposed(names.paths.values(), 4)
    elif "_CAPTURE" in accepted:
        yield from names_proposed(names.of(What.VARIABLE), 3)
        yield from names_proposed([one for one in names.of(What.DEFINE) if one.holds_effects and not one.arguments], 3)
        yield from _nouns(("next_player",), 0)
    elif "_WIN" in accepted:
        yield from names_proposed(names.of(What.PLAYER), 0)
    elif "TURNED" in accepted and "_PASSED" not in accepted:
        yield from _directions(rule, place, names)
    elif after.read and str(after.read[-1]) in _ASKING and rule.entry != "piece":
        yield from names_proposed(names.of(What.KIND, What.STATE), 8)
        yield from names_proposed([named for named in names.of(What.REGION) if "each player" in named.more], 8)
        yield from _nouns(("unmoved", "hand", "taken") if rule.entry == "stmt" else ("unmoved",), 0)
    elif rule.entry == "piece" or _is_value_of_set(after.read):
        yield from _nouns(("my", "anything") if rule.entry == "piece" else _OWNERS, 5)
        yield from names_proposed(names.of(What.PLAYER, What.KIND, What.STATE), 6)
    else:
        yield from _set_words(rule, place, names)


def _was(read: tuple[Token, ...], back: int) -> str | None:
    return read[-back].type if len(read) >= back else None


def _is_value_of_set(read: tuple[Token, ...]) -> bool:
    """Behind `set … to`, where owner, kind or state follow."""
    return bool(read) and read[0].type == "_SET" and read[-1].type == "_TO"


def _directions(rule: Rule, place: Place, names: Names) -> Iterator[Proposal]:
    yield from _nouns(("any",), 7)
    yield from names_proposed(_known_directions(names), 6)
    yield from names_proposed(names.of(What.TRACK), 6)
    yield from names_proposed(_locals(rule, place).values(), 3)


def _known_directions(names: Names) -> list[Named]:
    """Without those that depend on a forward that nobody has."""
    forward = any(named.more for named in names.of(What.PLAYER))
    return [named for named in names.of(What.DIRECTION) if forward or named.name not in RELATIVE_DIRECTIONS]


def _set_words(rule: Rule, place: Place, names: Names) -> Iterator[Proposal]:
    if rule.where == "regions":
        yield from _nouns(_FIXED_NOUNS, 5)
        yield from names_proposed(names.of(What.REGION, What.CLASS), 5)
    else:
        yield from _nouns(sorted(BUILT_IN_NOUNS - _NEVER - PART_WORDS), 3)
        yield from _nouns(sorted(_part_words(rule)), 4)
        yield from names_proposed(names.of(What.KIND, What.STATE, What.PLAYER), 6)
        things = names.of(What.REGION, What.DEFINE, What.VARIABLE, What.CLASS)
        yield from names_proposed([named for named in things if not named.holds_effects], 6)
        yield from names_proposed(_locals(rule, place).values(), 6)
        yield from names_proposed(_known_directions(names), -20)
        if rule.entry == "path":
            yield from _nouns(("off",), 0)
    yield from names_proposed(names.of(What.SITE), -60)


def _part_words(rule: Rule) -> frozenset[str]:
    """The words of a part that exist at a place; a define is checked where it is used."""
    section, _, rest = rule.where.partition(".")
    if section == "actions":
        key = rest.split(".")[1] if "." in rest else ""
        return WORDS_AT.get(_SCOPES.get(key, key), frozenset())
    if section in ("define", "paths", "pieces"):
        return PART_WORDS
    if section == "turn":
        return WORDS_AT["guard"]
    return WORDS_AT["end of turn"] if section in _WHOLE_GAME else WORDS_AT.get(section, frozenset())


def _locals(rule: Rule, place: Place) -> dict[str, Named]:
    section, _, rest = rule.where.partition(".")
    return locals_of(place.root, rest.split(".")[0]) if section == "actions" else {}


def _nouns(nouns: Iterable[str], boost: int) -> Iterator[Proposal]:
    known = words()
    for noun in nouns:
        yield _word(noun, known[noun].says, known[noun].kind, boost)


def _fields(owner: str, rule: Rule, place: Place, names: Names) -> Iterator[Proposal]:
    """Behind a dot: what an action did, or the whole turn."""
    if owner != "turn" and owner not in names.actions:
        return
    known = words()
    for field in ACTION_FIELDS:
        yield Proposal(f"{owner}.{field}", "noun", "", known[field].says, None, 5)
    for name in locals_of(place.root, owner):
        yield Proposal(f"{owner}.{name}", "variable", f'a name of "{owner}"', "", None, 5)
