"""A table's side in its worker: the game, where it stands, and what can be picked.

Requests bring all moves of the game along, so a worker that is new knows as much as one that was there from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InvalidGame, MoveError
from ..formats.shown import shown
from ..game import Game, load_with
from ..headless.random_games import random_move
from ..library.listing import entry
from ..library.played import played
from ..node import Node
from ..records import Record
from ..show.about import about
from ..show.as_code import all_keys
from ..show.clicking import Choices, Kind, Pick, Picking
from ..show.drawing.live import LiveBoard
from ..show.why import why_picked
from ..source.diagnostics import Diagnostic, Severity
from ..source.limits import with_effort
from ..state import Move, State
from ..turn import Turn
from ..wording import words_data
from .arranging import arranged, arrangement
from .refusals import Refusal
from .thinking import Thinkers, opinion_data
from .view import choices_data, reason_data, view_of
from .worker import Answer, Context

Given = Mapping[str, Any]
PLIES_OF_A_PICTURE = 12
"""Of a game whose board is empty at the start, to show what it looks like."""
MOST_ROLLS = 1000
"""So often chance may decide in a row: a game that only rolls dice must come to an end too."""
MOST_SHOWN = 5000
"""So many texts of moves are kept."""
DIAGRAMS = 6
"""On the page of rules, at the most."""


class Desk:
    def __init__(self, game: Game, start: Mapping[str, Any] | None) -> None:
        self.game = game
        self.thinkers = Thinkers()
        self._start = (game.start() if start is None else arranged(game, start))._node
        self._line: list[tuple[str, Node]] = []  # moves, and where each has led
        self._picking: tuple[Node, Picking] | None = None
        self._shown: dict[Node, str] = {}

    def state(self, moves: Sequence[str]) -> State:
        """The state after these moves; what they have in common with the moves before is not played again."""
        same = 0
        while same < min(len(moves), len(self._line)) and moves[same] == self._line[same][0]:
            same += 1
        state = State._at(self._line[same - 1][1] if same else self._start)
        for number, text in enumerate(moves[same:], same):
            try:
                self.play(state, number, state.parse(text))
            except MoveError as error:
                over = state.outcome
                why = f"the game was over: {over}" if over is not None else error.why
                raise Refusal(f"Move {number + 1} cannot be played: {why}.", {"move": number + 1}) from None
        return state

    def play(self, state: State, number: int, move: Move | Turn) -> None:
        """Plays move `number` of the game, counted from 0; what was once played instead of it is forgotten."""
        if isinstance(move, Move):
            _ = move.text  # as long as the list is there
        state.push(move)
        self._line[number:] = [(state._node.made_by().text, state._node)]

    def let_chance_play(self, state: State, seed: int) -> None:
        """Counted by what lies on the table: after an undo the same dice fall."""
        for _ in range(MOST_ROLLS):
            if not state.is_chance or state.outcome is not None:
                return
            number = len(state.history)
            self.play(state, number, random_move(state, seed, 0, number))

    def shown(self, node: Node) -> str:
        """The move that led to a node, as a list of moves shows it: to find it takes a while."""
        if node not in self._shown:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()
            assert node.parent is not None
            self._shown[node] = shown(State._at(node.parent), node.made_by())
        return self._shown[node]

    def picking(self, state: State) -> Picking:
        if self._picking is None or self._picking[0] is not state._node:
            self._picking = state._node, Picking(state)
        return self._picking[1]

    def choices(self, state: State, picks: Sequence[str]) -> Choices | None:
        try:
            read = [Pick.read(pick) for pick in picks]
        except ValueError:
            return None
        return self.picking(state).after(read)


def _desk(context: Context) -> Desk:
    desk = context.desk.get("table")
    if not isinstance(desk, Desk):
        raise Refusal("No game has been opened here.")
    return desk


def open_(given: Given, context: Context) -> Answer:
    source = given["source"]
    # A text with a line end is a game, never the name of a file.
    desk = Desk(
        loaded(Path(source["path"]) if "path" in source else f"{source['text']}\n", given["options"], context),
        given["start"],
    )
    desk.state(given["moves"])
    context.desk["table"] = desk
    return about(desk.game)


def loaded(wanted: str | Path, options: Mapping[str, str], context: Context) -> Game:
    try:
        return load_with(wanted, options, limits=with_effort(context.effort))
    except InvalidGame as error:
        problems = [_problem(found) for found in error.diagnostics if found.severity is Severity.ERROR]
        raise Refusal("This game has mistakes.", {"problems": problems}) from None


def _problem(found: Diagnostic) -> Answer:
    """A mistake in a game file; `line` and `column` where it has a place, counted from 1."""
    line, column = (found.span.line, found.span.column) if found.span else (None, None)
    return {"code": found.code, "message": found.message, "help": found.help, "line": line, "column": column}


def view(given: Given, context: Context) -> Answer:
    """The position after all moves, or after the first `upto` of them."""
    desk = _desk(context)
    return _seen(desk, desk.state(given["moves"][: given["upto"]]), given)


def arrange(given: Given, context: Context) -> Answer:
    """A position to go on from by hand; it is seen, but nothing is played."""
    desk = _desk(context)
    keys = given["keys"]
    state = desk.state(given["moves"][: given["upto"]]) if keys is None else arranged(desk.game, keys)
    if keys is None:  # as it can be set up: a turn that has begun begins again
        state = arranged(desk.game, all_keys(state))
    return {**_seen(desk, state, given), **arrangement(state)}


def _seen(desk: Desk, state: State, given: Given) -> Answer:
    # Asked before the outcome: where something is offered nobody has to list the moves to see that the game goes on.
    offered = None if state._node.result is not None or state.is_chance else desk.choices(state, ())
    choices = None if state.outcome is not None else offered
    return {**view_of(state, bool(given.get("flipped")), desk.shown), "next": choices_data(state, choices, ())}


def play(given: Given, context: Context) -> Answer:
    """Plays a move, if one is given, and lets chance play after it; of a move that is not whole yet, what can follow.

    One request for the last pick of a move, as for those before it: nobody has to ask first whether it is the last.
    """
    desk = _desk(context)
    state = desk.state(given["moves"])
    if "picks" in given:
        choices = desk.choices(state, given["picks"])
        if choices is None:
            raise Refusal("That cannot be picked here.")
        if choices.turn is None:
            return {"moves": given["moves"], **choices_data(state, choices, given["picks"])}
        desk.play(state, len(given["moves"]), choices.turn)
    elif "move" in given:
        try:
            desk.play(state, len(given["moves"]), state.parse(given["move"]))
        except MoveError as error:
            raise Refusal(f"{error.why}.") from None
    return _gone_on(desk, state, given)


def _gone_on(desk: Desk, state: State, given: Given) -> Answer:
    desk.let_chance_play(state, given["seed"])
    return {"moves": [move.text for move in state.history], **_seen(desk, state, given)}


def why(given: Given, context: Context) -> Answer:
    desk = _desk(context)
    state = desk.state(given["moves"])
    if "move" in given:
        return reason_data(state.why(given["move"]))
    return _reason(desk, state, given["picks"], given["pick"])


def _reason(desk: Desk, state: State, picks: Sequence[str], pick: str) -> Answer:
    """Why a pick does not fit: asked of the rules as the turn that it would have been, then as a text."""
    try:
        read = [Pick.read(text) for text in (*picks, pick)]
    except ValueError:
        return reason_data(None)
    picked = why_picked(state, read, desk.picking(state).row) if state.outcome is None else None
    sites = [one.value for one in read if one.kind is Kind.SITE]
    return reason_data(picked or (state.why("-".join(sites)) if sites else None))


def ahead(given: Given, context: Context) -> Answer:
    desk = _desk(context)
    desk.thinkers.ahead(given["spec"], desk.game)
    return {}


def think(given: Given, context: Context) -> Answer:
    """Asks a playing program; with `play` its move is made."""
    desk = _desk(context)
    state = desk.state(given["moves"])
    if state.outcome is not None or state.is_chance:
        raise Refusal("Nobody is to move here.")
    opinion = desk.thinkers.asked(given, state, context)
    thought = opinion_data(opinion, state)
    if given["play"]:
        desk.play(state, len(given["moves"]), opinion.move)
    return {"thought": thought, **_gone_on(desk, state, given)}


def record(given: Given, context: Context) -> Answer:
    desk = _desk(context)
    state = desk.state(given["moves"])
    players = [given["players"].get(player, "person") for player in desk.game.players]
    line = Record.of(state, players, given["seed"]).line()
    return {"name": f"{desk.game.id}.jsonl", "text": f"{line}\n"}


def list_(given: Given, _: Context) -> Answer:
    """What files say of themselves."""
    return {"games": [entry(game, Path(path)) for game, path in given["games"].items()]}


def picture(given: Given, context: Context) -> Answer:
    game = loaded(path := Path(given["path"]), {}, context)
    return {"picture": drawn(game, path, given["style"]), "players": len(game.players)}


def drawn(game: Game, path: Path, style: str) -> str:
    """A game as the gallery shows it: in its middle, where that is known."""
    known = played(path)
    if known is not None:
        return LiveBoard(game.position(**known.middle)).picture(style)
    state = game.start()
    wanted = 0 if any(state.position.layers) else PLIES_OF_A_PICTURE
    for number in range(MOST_ROLLS):
        if state.outcome is not None or (number >= wanted and not state.is_chance):
            break
        state.push(random_move(state, 1, 0, number))
    return LiveBoard(state).picture(style)


def words(given: Given, context: Context) -> Answer:
    """The rules of a game for players who do not read its file."""
    return words_data(loaded(Path(given["path"]), {}, context), DIAGRAMS)


REQUESTS = {
    "open": open_, "view": view, "play": play, "why": why, "ahead": ahead, "think": think,
    "record": record, "picture": picture, "list": list_, "words": words, "arrange": arrange,
}  # fmt: skip
