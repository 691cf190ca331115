"""Portable Game Notation, for chess and its variants: headers, and the moves in algebraic notation."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InvalidPosition, MoveError, echoed
from ..game import Game, load
from ..language.game_files import game_called, normal_id, shipped
from ..show.fen import move_number
from ..state import State
from .problem import FormatError
from .san import parse_san, san

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_UNKNOWN = {"Date": "????.??.??", "Result": "*"}
_VARIANTS = {
    "antichess": "Antichess", "atomic": "Atomic", "chess960": "Chess960", "crazyhouse": "Crazyhouse",
    "horde": "Horde", "king_of_the_hill": "King of the Hill", "racing_kings": "Racing Kings",
    "three_check": "Three-check",
}  # fmt: skip
_ORDINARY = {"", "standard", "normal", "chess", "from_position"}
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_HEADER = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
# A comment, a variation's bracket, a header, a sign such as $14, the end, a move number, or a move. What has no end
# goes on to the end of the text or of the line: to look for it from each beginning anew would take for ever.
_TOKEN = re.compile(
    r"\{[^}]*+(?:\}|\Z)|;[^\n]*|^%[^\n]*|[()]|\[(?:[^\n\]\"]|\"(?:[^\"\\\n]|\\.)*+\"?)*+\]?"
    r"|\$\d+|1-0|0-1|1/2-1/2|\*|\d++\s*+\.+|[^\s{}();$]+",
    re.MULTILINE,
)
_CHECKS = re.compile(r"(\+?)([0-3])\+([0-3])")
_CLOCK = 4  # the field of a FEN that counts half moves
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game from a file: what its headers say, and the state that its moves lead to."""

    headers: Mapping[str, str]
    state: State = field(repr=False)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*`: also a game that was given up has one."""
        return self.headers.get("Result", "*")


# ---------------------------------------------------------------- writing


def write_pgn(state: State, **headers: str) -> str:
    """All that was played to reach a state; headers by name (`White="Morphy"`), missing ones are filled in."""
    begin = state.copy()
    moves = []
    for move in reversed(state.history):
        begin.pop()
        if begin.is_chance:  # chance has seated the pieces: the game begins with what came of it
            begin.push(move)
            break
        moves.append(move)
    found = {name: _UNKNOWN.get(name, "?") for name in _ROSTER} | {"Result": _result(state)} | _setup(begin) | headers
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in found.items()]
    texts = []
    for number, move in enumerate(reversed(moves)):
        first = state.game.players.index(begin.player) == 0
        if first or not number:
            texts.append(f"{move_number(begin)}{'.' if first else '...'}")
        texts.append(san(begin, move))
        begin.push(move)
    body = textwrap.wrap(" ".join((*texts, found["Result"])), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join((*lines, "", *body, ""))


def _setup(begin: State) -> dict[str, str]:
    """What tells where the game began, if that is not where chess begins."""
    game = begin.game
    found = {} if game.id == "chess" else {"Variant": _VARIANTS.get(game.id, game.title)}
    if begin.is_alike(game.start()):
        return found
    fen = begin.fen()
    if _begun(game, {"FEN": fen}) != begin:
        raise FormatError(f"a FEN does not tell all of the position this game of {game.title} began with")
    return found | {"SetUp": "1", "FEN": fen}


def _result(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "*"
    if outcome.draw or len(outcome.winners) != 1:
        return "1/2-1/2"
    return "1-0" if outcome.winners[0] == state.game.players[0] else "0-1"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"")


# ---------------------------------------------------------------- reading


def read_pgn(text: str, game: Game | None = None) -> Iterator[PgnGame]:
    """The games of a text, one after the other; which one is played, the header `Variant` says, unless it is given.

    Comments, variations and judgements are passed over. A move that is not legal raises `FormatError`.
    """
    headers: dict[str, str] = {}
    moves: list[str] = []
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "(":
            depth += 1
        elif token == ")":
            depth = max(0, depth - 1)
        elif depth or token[0] in "{;%$":
            continue
        elif token[0] == "[":
            if moves:  # the one before has no result
                yield _played(headers, moves, game)
                headers, moves = {}, []
            header = _HEADER.match(token)
            if header is not None:
                headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])
        elif token in _RESULTS:
            yield _played({"Result": token} | headers, moves, game)
            headers, moves = {}, []
        elif not token.rstrip(". ").isdigit():
            moves.append(re.sub(r"^\d+\.+", "", token))
    if headers or moves:
        yield _played(headers, moves, game)


def _played(headers: dict[str, str], moves: list[str], game: Game | None) -> PgnGame:
    played = _game_of(headers) if game is None else game
    state = _begun(played, headers)
    for number, text in enumerate(moves):
        where = f"move {number // 2 + 1} of {state.player}"
        if state.outcome is not None:
            raise FormatError(f'{where}, "{echoed(text)}", comes after the end of the game ({state.outcome})')
        try:
            state.push(parse_san(state, text))
        except MoveError as error:
            raise FormatError(f"{where}: {error.why}") from None
    return PgnGame(headers, state)


def _game_of(headers: Mapping[str, str]) -> Game:
    """The game that a header names: by its usual name, or by the id of ours."""
    variant = headers.get("Variant", "")
    wanted = normal_id(variant.replace(" ", "_"))
    if wanted in _ORDINARY:
        return load("chess")
    known = next((game for game, name in _VARIANTS.items() if normal_id(name.replace(" ", "_")) == wanted), wanted)
    path = game_called(known, shipped())  # never a path: a text must not choose files for us
    if path is None:
        raise FormatError(f'I know no variant "{echoed(variant)}"; give the game to read it with')
    return load(path)


def _begun(game: Game, headers: Mapping[str, str]) -> State:
    fen = headers.get("FEN")
    if fen is None:
        state = game.start()
        if state.is_chance:
            raise FormatError(f'chance begins {game.title}: a header "FEN" must say with what')
        return state
    try:
        return game.position(**_keys(game, fen))
    except InvalidPosition as error:
        raise FormatError(f'the header "FEN" is no position of {game.title}: {error}') from None


def _keys(game: Game, text: str) -> dict[str, Any]:
    """A FEN with what the variants add to it: `[Qp]` in hand behind the board, `3+3` checks that are left to give."""
    fields = text.split()
    board, bracket, pocket = fields[0].partition("[") if fields else ("", "", "")
    keys: dict[str, Any] = {}
    last = game.rules.phases[-1].name
    if len(game.rules.phases) > 1 and last is not None:
        keys["phase"] = last
    if "~" in board:
        raise FormatError("this FEN has pieces that were pawns, which cannot be set up")
    if bracket:
        keys["hand"] = _pocket(game, pocket.rstrip("]"))
    counted = [field for field in fields[1:] if _CHECKS.fullmatch(field)]
    if counted:
        left = _CHECKS.fullmatch(counted[0])
        assert left is not None
        given = [int(number) if field_is_given else 3 - int(number) for number, field_is_given in _given(left)]
        keys["vars"] = {"checks": dict(zip(game.players, given, strict=True))}
        fields.remove(counted[0])
        if len(fields) > _CLOCK:
            keys["vars"]["quiet"] = _clock(fields[_CLOCK])
    return {"fen": " ".join((board, *fields[1:])), **keys}


def _clock(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise FormatError(f'the half moves of this FEN are "{echoed(text)}", which is no number')
    return int(text)


def _given(left: re.Match[str]) -> list[tuple[str, bool]]:
    """Checks of both sides, and whether they have been given (`+1+0`) or are left to give (`2+3`)."""
    return [(number, left[1] == "+") for number in (left[2], left[3])]


def _pocket(game: Game, letters: str) -> dict[str, dict[str, int]]:
    kinds = {sign.lower(): kind.name for kind in game.rules.kinds for sign in kind.letters.values()}
    hands: dict[str, dict[str, int]] = {player: {} for player in game.players}
    for letter in letters:
        kind = kinds.get(letter.lower())
        if kind is None:
            raise FormatError(f'no piece of {game.title} has the letter "{echoed(letter)}"')
        hand = hands[game.players[0 if letter.isupper() else 1]]
        hand[kind] = hand.get(kind, 0) + 1
    return {player: hand for player, hand in hands.items() if hand}
