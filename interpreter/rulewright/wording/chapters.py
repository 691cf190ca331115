"""The rules of a game as a rulebook: chapters of sentences, made from the checked rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..analysis.roots import roots, walk_all
from ..board import Track, bits
from ..rules import expressions as rx
from ..rules.game import InStock, Kind, Rules, VariableSpec
from ..rules.types import Type
from ..source.rendering.numbers import points
from .nouns import amount, capital, joined, number_of, plain, plural, sentence
from .turn_words import Voice


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph; `name` is what it explains, if it explains a word."""

    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    by: str
    about: str
    chapters: tuple[Chapter, ...]


def rulebook(rules: Rules, choices: Mapping[str, Sequence[str]] = MappingProxyType({})) -> Rulebook:
    """All that a player must know; `choices` are the values of the options of the game."""
    voice = Voice(rules)
    chapters = [
        Chapter("What you need", tuple(_material(rules, voice))),
        Chapter("Set-up", tuple(_setup(rules))),
        Chapter("A turn", tuple(_course(rules, voice))),
        Chapter("How pieces move", tuple(_kinds(rules, voice))),
        Chapter("What you can do", tuple(_actions(rules, voice))),
        Chapter("What else is so", tuple(_general(rules, voice))),
        Chapter("The end", tuple(_end(rules, voice))),
    ]
    words = Chapter("Words", tuple(_words(rules, voice)))  # last: the others say which words need it
    agreed = Chapter("What you can agree on", tuple(_agreed(rules, choices)))
    kept = tuple(chapter for chapter in (*chapters, words, agreed) if chapter.entries)
    return Rulebook(rules.title, rules.by or "", rules.about or "", kept)


# ---------------------------------------------------------------- before the game


def _material(rules: Rules, voice: Voice) -> Iterator[Entry]:
    names = [voice.name(number) for number in range(len(rules.players))]
    if len(names) == 1:
        yield Entry(f"A game for one player, {names[0]}.")
    else:
        yield Entry(f"A game for {amount(len(names))} players: {joined(names)}. {capital(names[0])} begins.")
    teams = {player.team for player in rules.players if player.team}
    for team in sorted(teams):
        members = [voice.name(number) for number, player in enumerate(rules.players) if player.team == team]
        yield Entry(sentence(f"{joined(members)} play together"))
    yield Entry(sentence(_board(rules)))
    if any(_asks_who_is_next(node) for node in walk_all(roots(rules))) and (said := _next_to(rules)):
        yield Entry(sentence(said))
    for number, kind in enumerate(rules.kinds):
        yield Entry(sentence(_pieces(rules, number, kind)))
    if rules.stack > 1:
        yield Entry(sentence(f"pieces may stand on one another, at most {rules.stack} on a space"))
        if any(not kind.neutral and kind.layer == 0 for kind in rules.kinds):
            yield Entry(sentence(f"the piece on top decides whose they are{_only_top_moves(rules)}"))


def _only_top_moves(rules: Rules) -> str:
    takes = [action.take for action in rules.actions if action.verb == "move"]
    alone = all(take.high == 1 and not take.everything and take.amount is None for take in takes)
    return ", and only it can be moved" if takes and alone else ""


def _board(rules: Rules) -> str:
    board = rules.board
    if rules.unbounded is not None:
        shape = "hexagonal" if board.tiling == "hex" else "square"
        return f"there is no board: the pieces lie on a table, each on a {shape} space, and make the board themselves"
    classes = [f"{sites.bit_count()} {plural(plain(name))}" for name, sites in board.classes.items()]
    many = f"{len(board)} spaces" if len(classes) < 2 else joined(classes)
    return f"the board has {many}: {board.described}"


def _asks_who_is_next(node: rx.Node) -> bool:
    ways = (rx.Neighbours, rx.Joined, rx.ConnectedSites, rx.GroupOf, rx.GroupCount, rx.LargestGroup)
    return isinstance(node, rx.DistanceOf) or (isinstance(node, ways) and node.way is None)


def _next_to(rules: Rules) -> str:
    """Whether corners count, where somebody who has the board before them may wonder."""
    board = rules.board
    orth, diag = (board.direction_sets.get(name, ()) for name in ("orth", "diag"))
    if board.tiling not in ("square", "alquerque", "octosquare") or board.levels:
        return ""
    sideways, slanting = (
        [
            bool(board.near[site] >> other & 1)
            for way in ways
            for site, other in enumerate(board.directions[way].next)
            if other >= 0 and board.sites[site].cls == board.sites[other].cls
        ]
        for ways in (orth, diag)
    )
    if not sideways or not all(sideways):
        return ""  # the author has said what is next to what
    if any(slanting):
        return "spaces are next to each other in all directions, also diagonally"
    return "spaces are next to each other along rows and columns, not diagonally"


def _pieces(rules: Rules, number: int, kind: Kind) -> str:
    name = plain(kind.name)
    parts = []
    stocked = [stock.count for stock in rules.start.trays if stock.kind == number]
    if kind.each is not None:
        parts.append(f"{number_of(kind.each, name)} for each player")
    elif kind.supply is not None:
        parts.append(f"{number_of(kind.supply, name)} in a common supply")
    elif stocked:
        parts.append(number_of(sum(stocked) + sum(piece.kind == number for piece in rules.start.pieces), name))
    else:
        parts.append(f"{plural(name)}, as many as are needed")
    if kind.neutral:
        parts.append("which belong to nobody" if kind.supply != 1 else "which belongs to nobody")
    if kind.classes:
        parts.append(f"standing on {joined([plural(plain(name)) for name in kind.classes])} only")
    for place, axis in enumerate(kind.axes):
        values = [plain(value) for value in axis.values]
        if axis.directions is not None:
            parts.append("each facing a direction")
        else:
            parts.append(f"each either {joined(values, 'or')}" if len(values) > 1 else f"each {values[0]}")
            begun = {piece.values[place] for piece in rules.start.pieces if piece.kind == number}
            begun |= {stock.values[place] for stock in rules.start.trays if stock.kind == number}
            if len(begun) == 1 and len(values) > 1:
                parts.append(f"{values[begun.pop()]} at first")
    return ", ".join(parts)


def _setup(rules: Rules) -> Iterator[Entry]:
    if rules.start.pieces:
        yield Entry("The game begins as the diagram shows.")
    else:
        yield Entry("The board is empty at the beginning.")
    held: dict[tuple[str, int | None], list[InStock]] = {}
    for stock in rules.start.trays:
        held.setdefault((stock.tray, stock.owner), []).append(stock)
    same = {tuple((item.kind, item.count) for item in items) for (_, owner), items in held.items() if owner is not None}
    for (tray, owner), items in held.items():
        kinds: dict[int, list[InStock]] = {}
        for item in items:
            kinds.setdefault(item.kind, []).append(item)
        said = joined([_stock(rules.kinds[kind], of_kind) for kind, of_kind in kinds.items()])
        if owner is None:
            yield Entry(sentence(f"in the {tray} there are {said}"))
        elif len(same) == 1 and len(rules.players) > 1:
            if owner == 0:
                yield Entry(sentence(f"each player has {said} in {tray}"))
        else:
            yield Entry(sentence(f"{plain(rules.players[owner].name)} has {said} in {tray}"))


def _stock(kind: Kind, items: list[InStock]) -> str:
    """So many pieces of a kind in a tray, told apart by their states."""
    said = number_of(sum(item.count for item in items), plain(kind.name))
    if len(items) == 1:
        return said
    if len({item.count for item in items}) == 1:
        return f"{said} ({amount(items[0].count)} of each sort)"
    states = [
        " ".join(plain(axis.values[value]) for axis, value in zip(kind.axes, item.values, strict=True))
        for item in items
    ]
    return f"{said} ({joined([f'{amount(item.count)} {state}' for item, state in zip(items, states, strict=True)])})"


# ---------------------------------------------------------------- the game


def _course(rules: Rules, voice: Voice) -> Iterator[Entry]:
    if len(rules.players) > 1:
        yield Entry("The players take turns.")
    for number, phase in enumerate(rules.phases):
        same = all(str(turn) == str(phase.turns[0]) for turn in phase.turns)
        lead = "On your turn:"
        if len(rules.phases) > 1:
            name = f" (“{plain(phase.name)}”)" if phase.name else ""
            lead = f"{_ORDINALS[number] if number < len(_ORDINALS) else f'{number + 1}th'} phase{name}. On your turn:"
        if same:
            yield Entry(sentence(f"{lead} {voice.turn(phase.turns[0])}"))
        else:
            for player, turn in enumerate(phase.turns):
                who = lead.replace("On your turn", f"On {voice.name(player)}'s turn")
                yield Entry(sentence(f"{who} {voice.turn(turn)}"))
        if phase.until is not None:
            yield Entry(sentence(f"this phase lasts until {voice.holds(phase.until)}"))
        elif phase.length is not None:
            yield Entry(sentence(f"this phase lasts {number_of(phase.length, 'turn')}"))
        if phase.player is not None:
            yield Entry(sentence(f"in this phase only {voice.name(phase.player)} moves"))
        if phase.following is not None and phase.following != number + 1:
            after = rules.phases[phase.following].name
            yield Entry(
                sentence(f"then comes the phase “{plain(after)}”" if after else "then the first phase comes again")
            )


_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def _kinds(rules: Rules, voice: Voice) -> Iterator[Entry]:
    voice.on_the_way = True
    yield from _ways(rules, voice)
    voice.on_the_way = False


def _ways(rules: Rules, voice: Voice) -> Iterator[Entry]:
    for kind in rules.kinds:
        said = []
        for attribute in kind.attributes:
            if attribute.path is not None:
                said.append(f"{_goes(attribute.name)} {voice.path(attribute.path)}")
            elif attribute.axis is not None:
                values = kind.axes[attribute.axis].values
                for value, path in zip(values, attribute.by_value, strict=True):
                    said.append(f"{_goes(attribute.name)}, while {plain(value)}, {voice.path(path)}")
        for text in said:
            yield Entry(sentence(text), plain(kind.name))
    for number, named in enumerate(rules.paths):
        if number in voice.paths_used_once:
            continue
        yield Entry(sentence(voice.path(named.path)), f"“{plain(named.name)}”")


def _goes(attribute: str) -> str:
    return "goes" if attribute in ("move", "moves") else f"for “{plain(attribute)}” goes"


def _actions(rules: Rules, voice: Voice) -> Iterator[Entry]:
    for action in rules.actions:
        yield Entry(" ".join(voice.about(action)), plain(action.name))


def _general(rules: Rules, voice: Voice) -> Iterator[Entry]:
    if rules.must is not None:
        yield Entry(sentence(f"a turn is legal only if at its end {voice.holds(rules.must)}"))
    if rules.prefer is not None:
        yield Entry(
            sentence(f"of all turns you must choose one that makes this number largest: {voice.number(rules.prefer)}")
        )
    if rules.when_captured is not None:
        voice.on_capture = True
        captured = joined(voice.effects(rules.when_captured)) or "it leaves the game"
        voice.on_capture = False
        yield Entry(sentence(f"when a piece is captured: {captured}"))
    for title, effects in (("at the end of each turn", rules.when_turn_ends), ("when a player is out", rules.when_out)):
        for effect in effects:
            yield Entry(sentence(f"{title}: {voice.effect(effect)}"))
    if rules.repetition is not None and rules.repetition.forbidden:
        what = {"situation": " with the same player to move"}.get(rules.repetition.compare, "")
        yield Entry(sentence(f"no turn may lead to a position{what} that has been there before"))


def _end(rules: Rules, voice: Voice) -> Iterator[Entry]:
    if rules.out is not None:
        yield Entry(sentence(f"you are out of the game as soon as {voice.holds(rules.out)}"))
        yield Entry("The last who is not out wins; if all are out at once, the game is a draw.")
    if rules.end:
        yield Entry("At the end of your turn these are looked at in this order:" if len(rules.end) > 1 else
                    "At the end of your turn:")  # fmt: skip
    for rule in rules.end:
        yield Entry(sentence(voice.result(rule)))
    if rules.stuck:
        for rule in rules.stuck:
            yield Entry(sentence(f"if you cannot move: {voice.result(rule)}"))
    else:
        yield Entry("If you cannot move, the game is a draw.")
    repetition = rules.repetition
    if repetition is not None and repetition.times is not None:
        for rule in repetition.results:
            said = voice.result(rule)
            yield Entry(sentence(f"when the same position has come up {_times(repetition.times)}: {said}"))
    if rules.score is not None:
        yield Entry(sentence(f"your score is {voice.number(rules.score)}"))
    for number, node in enumerate(rules.tie_breaks):
        still = "if that is equal too" if number else "between equal scores"
        yield Entry(sentence(f"{still}, the one with more counts: {voice.number(node)}"))
    for player, bonus in enumerate(rules.bonus):
        if bonus:
            yield Entry(sentence(f"{voice.name(player)} has a bonus of {points(bonus)} points"))
    if rules.limit.span != rules.span:  # a file that sets none has the usual one, which ends only endless games
        yield Entry(sentence(f"after {rules.limit.turns} turns, {voice.outcome(rules.limit.result)}"))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{amount(number)} times")


# ---------------------------------------------------------------- words


def _words(rules: Rules, voice: Voice) -> Iterator[Entry]:
    for region in rules.regions:
        if region.per_player:
            said = "; ".join(
                f"{voice.name(player)}'s is {_sites(rules, sites)}" for player, sites in enumerate(region.sites)
            )
        else:
            said = _sites(rules, region.sites[0])
        yield Entry(sentence(said), plain(region.name))
    for variable in rules.variables:
        yield Entry(sentence(_variable(variable)), plain(variable.name))
    for track in rules.board.tracks.values():
        yield Entry(sentence(_track(rules, voice, track)), plain(track.name))
    told: set[int] = set()
    explained: set[Entry] = set()
    while rest := [number for number in voice.terms if number not in told]:
        for number in rest:
            told.add(number)
            entry = Entry(sentence(_define(rules, voice, number)), plain(rules.defines[number].name))
            if entry not in explained:  # a define that is used with arguments of several types is said once
                explained.add(entry)
                yield entry


def _agreed(rules: Rules, choices: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    """Options by their names; what they change is told by the rules with them."""
    if choices:
        yield Entry("These rules can be changed before the game; what is told above is the first of each line.")
    for name, values in choices.items():
        chosen = rules.options.get(name)
        others = [plain(value) for value in values if value != chosen]
        said = f"{plain(chosen)}, or {joined(others, 'or')}" if chosen is not None and others else "any value"
        yield Entry(sentence(said), plain(name))


def _track(rules: Rules, voice: Voice, track: Track) -> str:
    ways = []
    for player, sites in enumerate(track.sequences):
        names = [rules.board.label(site) for site in sites]
        whose = f"for {voice.name(player)}: " if len(track.sequences) > 1 else ""
        loop = track.loops[player]
        again = f", and from the last to {'the first' if loop == 0 else names[loop]} again" if loop >= 0 else ""
        ways.append(f"{whose}{' '.join(names)}{again}")
    return f"a way over the board, {'; '.join(ways)}"


def _define(rules: Rules, voice: Voice, number: int) -> str:
    define = rules.defines[number]
    body: rx.Expr = define.body
    if body.type is Type.TRUTH:
        said = f"this holds if {voice.holds(body)}"
    elif body.type.is_sites:
        said = voice.sites(body).all()
    else:
        said = voice.value(body)
    names = [plain(name) for name, _ in define.parameters]
    return f"for {joined(names)}: {said}" if names else said


def _variable(spec: VariableSpec) -> str:
    each = " for each player" if spec.per_player else ""
    kept = f", kept for {number_of(spec.lasts, 'turn')}" if spec.lasts is not None else ""
    if spec.type is Type.NUMBER:
        start = f", {spec.start} at first" if spec.start is not None else ""
        return f"a number{each} from {spec.low} to {spec.high}{start}{kept}"
    what = {Type.SITE: "a space", Type.TRUTH: "yes or no"}.get(spec.type, spec.type.value)
    return f"{what} to remember{each}{kept}"


def _sites(rules: Rules, mask: int) -> str:
    """A set of sites as rows or columns if it is such, else by the names of its sites."""
    board = rules.board
    for name, table in (("row", board.rows), ("column", board.columns)):
        inside = [number for number, sites in sorted((table or {}).items()) if sites and sites & mask == sites]
        together = 0
        for number in inside:
            together |= table[number]
        if inside and together == mask:
            return f"{name}{'s' if len(inside) > 1 else ''} {_runs(inside)}"
    names = [board.label(site) for site in bits(mask)]
    return joined(names) if names else "nowhere"


def _runs(numbers: list[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return joined([str(number) for number in numbers])
