"""Smart Game Format (FF[4]) for Go: headers, stones that stand at the beginning, and the main line of moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..errors import InvalidGame, InvalidPosition, MoveError, echoed
from ..game import Game, load
from ..source.rendering.numbers import points
from ..state import State
from .problem import FormatError

_GO = "go"
_COLOURS = {"B": "black", "W": "white"}
_LARGEST_WITH_TT = 19  # up to here `tt` is off the board, and means a pass
# A value without an end goes on to that of the text: to look for it from each beginning anew would take for ever.
_PROPERTY = re.compile(r"(?<![A-Za-z])([A-Za-z]++)\s*+((?:\[(?:[^\]\\]|\\.?)*+(?:\]|\Z)\s*+)++)|([();])", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.?)*+)(?:\]|\Z)", re.DOTALL)
_Node = dict[str, list[str]]


def write_sgf(state: State, **properties: str) -> str:
    """All that was played to reach a state of Go; more properties of the game by name (`PB="Shusaku"`)."""
    game = state.game
    if game.id != _GO:
        raise FormatError(f"SGF is for Go, not for {game.title}")
    size = _size(game)
    begin = state.copy()
    for _ in state.history:
        begin.pop()
    stones = {colour: [_point(game, site) for site in begin.pieces(_COLOURS[colour])] for colour in _COLOURS}
    root: _Node = {"FF": ["4"], "GM": ["1"], "SZ": [str(size)], "KM": [game.rules.options["komi"]]}
    root |= {f"A{colour}": here for colour, here in stones.items() if here}
    if begin.pieces() or begin.player != game.players[0]:
        root["PL"] = [begin.player[0].upper()]
    if state.outcome is not None:
        root["RE"] = [_result(state)]
    root |= {name: [value] for name, value in properties.items()}
    nodes = ["".join(f"{name}{''.join(f'[{_escaped(value)}]' for value in values)}" for name, values in root.items())]
    for move in state.history:
        where = "" if move.text == "pass" else _point(game, move.text)
        nodes.append(f"{begin.player[0].upper()}[{where}]")
        begin.push(move)
    return f"(;{';'.join(nodes)})\n"


def read_sgf(text: str, game: Game | None = None) -> State:
    """The state that the first game of a text leads to, by its main line.

    Without a game it is Go of the size and komi that the text names, as far as ours has them.
    """
    nodes = list(_main_line(text))
    if not nodes:
        raise FormatError("this is no SGF: there is no node in it")
    if nodes[0].get("GM", ["1"])[0].strip() != "1":
        raise FormatError("this is not a game of Go")
    played = _game_of(nodes[0]) if game is None else game
    size = _size(played)
    if nodes[0].get("SZ", ["19"])[0].strip() != str(size):
        raise FormatError(f"the board of this game is not {size}x{size}")
    state = _begun(played, nodes[0])
    number = 0
    for node in nodes:
        for name in (name for name in node if name in _COLOURS):
            number += 1
            if state.outcome is not None:
                raise FormatError(f"move {number} comes after the end of the game ({state.outcome})")
            if state.player != _COLOURS[name]:
                raise FormatError(f"move {number} is of {_COLOURS[name]}, but {state.player} is to move")
            try:
                state.push(_site(size, node[name][0]) or "pass")
            except MoveError as error:
                raise FormatError(f"move {number}: {error.why}") from None
    return state


def _main_line(text: str) -> Iterator[_Node]:
    """The nodes from the beginning to the first end of a branch."""
    node: _Node | None = None
    for found in _PROPERTY.finditer(text):
        if found[3] == ";":
            if node is not None:
                yield node
            node = {}
        elif found[3] == ")":
            break
        elif found[1] and node is not None:
            name = "".join(letter for letter in found[1] if letter.isupper())  # older files write "Black"
            node[name] = [re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) for value in _VALUE.findall(found[2])]
    if node is not None:
        yield node


def _game_of(root: Mapping[str, list[str]]) -> Game:
    options = {"size": root.get("SZ", ["19"])[0].strip()}
    if "KM" in root:
        options["komi"] = points(_number(root["KM"][0]))
    try:
        return load(_GO, **options)  # type: ignore[arg-type]
    except InvalidGame:
        said = ", ".join(f"{name} {value}" for name, value in options.items())
        raise FormatError(f"our Go has no {echoed(said)}; give the game to read it with") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FormatError(f'the komi "{echoed(text)}" is no number') from None


def _begun(game: Game, root: Mapping[str, list[str]]) -> State:
    size = _size(game)
    stones = {
        _site(size, point): f"{_COLOURS[colour]} stone" for colour in _COLOURS for point in root.get(f"A{colour}", ())
    }
    first = root.get("PL", ["W" if root.get("AB") and not root.get("AW") else "B"])[0].strip()[:1].upper()
    if not stones and first != "W":
        return game.start()
    if None in stones or first not in _COLOURS:
        raise FormatError("the stones at the beginning are not where stones can be")
    try:
        return game.position(stones, to_move=_COLOURS[first])
    except InvalidPosition as error:
        raise FormatError(f"the stones at the beginning are no position: {error}") from None


def _size(game: Game) -> int:
    return max((row or 0 for _, row in map(game.board.column_and_row, game.board.sites)), default=0)


def _site(size: int, point: str) -> str | None:
    """The site of a point, `dp` on a large board for d4; None for a pass."""
    point = point.strip()
    if not point or (point == "tt" and size <= _LARGEST_WITH_TT):
        return None
    column, row = (ord(letter) - ord("a") + 1 for letter in point) if len(point) == 2 else (0, 0)
    if not (1 <= column <= size and 1 <= row <= size):
        raise FormatError(f'"{echoed(point)}" is no point of this board')
    return f"{chr(ord('a') + column - 1)}{size - row + 1}"


def _point(game: Game, site: str) -> str:
    column, row = game.board.column_and_row(site)
    assert column is not None
    assert row is not None
    return chr(ord("a") + column - 1) + chr(ord("a") + _size(game) - row)


def _result(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    if outcome.draw or outcome.scores is None:
        return "Draw"
    black, white = (outcome.scores[name] for name in ("black", "white"))
    return f"{'B' if black > white else 'W'}+{points(abs(black - white))}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("]", r"\]")
