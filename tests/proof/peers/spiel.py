"""OpenSpiel (PyPI open_spiel): one translation of texts a game.

OpenSpiel writes rows from the top in some games and from the bottom in others, and often cuts a turn into several
actions (which amazon, where to, where the arrow goes). With `whole` the actions of one player are put
together to a turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from .harness import Comparison, Peer, package

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def site(column: int, row: int) -> str:
    """Our name of a site; both numbers from 0, rows from the bottom."""
    return f"{LETTERS[column]}{row + 1}"


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


class Spiel:
    """A game of OpenSpiel as a peer."""

    def __init__(
        self,
        name: str,
        players: tuple[str, ...],
        text: Callable[[str], str],
        parameters: Mapping[str, Any] | None = None,
        whole: bool = False,
        join: Callable[[list[str]], str] = " ".join,
    ) -> None:
        self.state = package("pyspiel").load_game(name, dict(parameters or {})).new_initial_state()
        self.players, self.text, self.whole, self.join = players, text, whole, join

    def moves(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        self._walk(self.state, [], [], found)
        return found

    def _walk(self, state: Any, texts: list[str], actions: list[int], found: dict[str, list[int]]) -> None:
        player = state.current_player()
        for action in state.legal_actions():
            said = [*texts, self.text(state.action_to_string(player, action))]
            done = [*actions, action]
            after = state.child(action) if self.whole else None
            if after is not None and not after.is_terminal() and after.current_player() == player:
                self._walk(after, said, done, found)
            else:
                found[self.join(said)] = done

    def play(self, move: list[int]) -> None:
        for action in move:
            self.state.apply_action(action)

    def outcome(self) -> str | None:
        if not self.state.is_terminal():
            return None
        returns = self.state.returns()
        if returns[0] == returns[1]:
            return "draw"
        return f"{self.players[0 if returns[0] > returns[1] else 1]} wins"


class Go(Spiel):
    """OpenSpiel knows the simple ko. A stone that brings back any earlier board of OpenSpiel's own is left out here."""

    def board(self, state: Any) -> str:
        return str(state).split("\n\n", 1)[1]

    def moves(self) -> dict[str, list[int]]:
        earlier: set[str] = getattr(self, "earlier", set())
        found = super().moves()
        return {
            text: move
            for text, move in found.items()
            if text == "pass" or self.board(self.state.child(move[0])) not in earlier
        }

    def play(self, move: list[int]) -> None:
        self.earlier = {*getattr(self, "earlier", set()), self.board(self.state)}
        super().play(move)


class Pentago(Spiel):
    """OpenSpiel always turns a quarter. By the rulebook five in a row win at once: one move, and the end."""

    over = False

    def moves(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for text, move in super().moves().items():
            where = text.split()[0]
            found[where if self._five(where) else text] = move
        return found

    def _five(self, where: str) -> bool:
        rows = re.findall(r"(?m)^.. *\d ((?:.. ?){6})", str(self.state).replace("[", " ").replace("]", " "))
        mark = "O@"[self.state.current_player()]
        signs = [row.split()[:6] for row in rows]
        mine = {(column, 5 - row) for row in range(6) for column in range(6) if signs[row][column] == mark}
        column, row = LETTERS.index(where[0]), int(where[1]) - 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for way in (1, -1):
                step = 1
                while (column + way * step * right, row + way * step * up) in mine:
                    run, step = run + 1, step + 1
            if run >= 5:
                return True
        return False

    def play(self, move: list[int]) -> None:
        self.over = self._five(self.text(self.state.action_to_string(self.state.current_player(), move[0])).split()[0])
        super().play(move)

    def outcome(self) -> str | None:
        return "over" if self.over else super().outcome()


class Twixt(Spiel):
    """To place on the first peg is OpenSpiel's way to swap."""

    def moves(self) -> dict[str, list[int]]:
        first = self.state.history()[:1] if len(self.state.history()) == 1 else []
        return {text: move for text, move in super().moves().items() if move != first}


class Backgammon(Spiel):
    """Dice are outcomes of chance; a move is seen from the side of who plays it, and doubles are two actions."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.state.apply_action(0)  # X begins with 1 and 2; the roll for who begins is left out

    def moves(self) -> dict[str, list[int]]:
        if self.state.is_chance_node():
            rolls = {outcome: self.state.action_to_string(outcome) for outcome, _ in self.state.chance_outcomes()}
            return {"-".join(str(numbers(said)[-1])): [outcome] for outcome, said in rolls.items()}
        player = self.state.current_player()
        self.text = lambda said: _backgammon(said, player)
        return super().moves()


def _backgammon(said: str, player: int) -> str:
    """`416 - 24/18*/14 6/2(2)`: points are counted from the mover's end of the board."""

    def named(point: str) -> str:
        if not point.isdigit():
            return f"{point.lower()}_{'wb'[player]}"
        return f"p{point if player == 0 else 25 - int(point)}"

    steps = []
    for word in said.split(" - ")[-1].split():
        read = re.fullmatch(r"([^(]*)(?:\((\d)\))?", word)
        assert read is not None, word
        way, times = read.groups()
        points = [named(point.strip("*")) for point in way.split("/")] if "/" in way else []
        steps += [f"{start}-{end}" for start, end in pairwise(points)] * int(times or 1)
    return " ".join(steps)


_STAR = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
_STAR_SITES = [f"{LETTERS[row]}{place + 1}" for row, length in enumerate(_STAR) for place in range(length)]


def _star(said: str) -> str:
    """`6->14` is a step, `3=>14` one hop, `Pass` the end of a chain; sites are numbered row by row."""
    return "-".join(_STAR_SITES[number] for number in numbers(said))


def _first_and_last(parts: list[str]) -> str:
    hops = [part for part in parts if part]
    return f"{hops[0].split('-')[0]}-{hops[-1].split('-')[1]}"


def _played(parts: list[str]) -> str:
    return " ".join(filter(None, parts)) or "pass"


def _spiel(
    game: str,
    name: str,
    players: str,
    text: Callable[[str], str],
    how: str,
    *,
    adapter: type[Spiel] = Spiel,
    parameters: Mapping[str, Any] | None = None,
    whole: bool = False,
    join: Callable[[list[str]], str] = " ".join,
    **settings: Any,
) -> Comparison:
    def start() -> Peer:
        return adapter(name, tuple(players.split()), text, parameters, whole, join)

    return Comparison(game, "OpenSpiel", "open_spiel", start, how, **settings)


# ---------------------------------------------------------------- translations


def _corner_from_top(height: int) -> Callable[[str], str]:
    """`x(0,2)`: row from the top, column."""

    def text(said: str) -> str:
        row, column = numbers(said)[-2:]
        return site(column, height - 1 - row)

    return text


def _small_board(said: str) -> str:
    """`Local board 5: x(0,2)`: boards are counted row by row from the top; `Choose local board 5` may come first."""
    board, *place = numbers(said)
    return site(board % 3 * 3 + place[1], 8 - board // 3 * 3 - place[0]) if place else ""


def _column(said: str) -> str:
    return LETTERS[numbers(said)[0]]


def _same(said: str) -> str:
    return said.lower()


def _havannah(said: str) -> str:
    """`c5` is column c, row 5; we write the row as a letter and the diagonal as a number."""
    column, row = LETTERS.index(said[0]) + 1, int(said[1:])
    return f"{LETTERS[row - 1]}{column}"


def _pair(said: str) -> str:
    """`a3b4`, `a3xb4`, `a3b4*`."""
    first, second = re.findall(r"[a-z]\d+", said)
    return f"{first}-{second}"


def _pair_from_top(height: int) -> Callable[[str], str]:
    def turned(said: str) -> str:
        return f"{said[0]}{height + 1 - int(said[1:])}"

    def text(said: str) -> str:
        first, second = _pair(said).split("-")
        return f"{turned(first)}-{turned(second)}"

    return text


def _chain(parts: list[str]) -> str:
    """`a3-c5`, `c5-e7` -> `a3-c5-e7`."""
    return "-".join([parts[0], *(part.split("-")[1] for part in parts[1:])])


def _amazons(said: str) -> str:
    row, column = numbers(said)
    return site(column - 1, 10 - row)


def _amazons_turn(parts: list[str]) -> str:
    return f"{parts[0]}-{parts[1]} {parts[2]}"


def _go(said: str) -> str:
    """`B c4`; the letter i is left out."""
    where = said.split()[1].lower()
    if where == "pass":
        return where
    column = LETTERS.replace("i", "").index(where[0])
    return f"{LETTERS[column]}{where[1:]}"


_MORRIS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


def _morris(said: str) -> str:
    return "-".join(_MORRIS[number] for number in numbers(said))


def _morris_turn(parts: list[str]) -> str:
    """The second action of a turn takes a man."""
    return " x".join(parts)


def _oware(said: str) -> str:
    return said.lower() if said.isupper() else LETTERS[LETTERS.index(said) + 6]


def _kalah(said: str) -> str:
    """Houses 1 to 6, store, houses 8 to 13, store."""
    house = int(said)
    return LETTERS[house - 1 if house < 7 else house - 2]


_TURNS = {
    "s": "<high_left", "t": "high_left>", "u": "<high_right", "v": "high_right>",
    "w": "<low_right", "x": "low_right>", "y": "<low_left", "z": "low_left>",
}  # fmt: skip


def _pentago(said: str) -> str:
    """The letter behind the site is one of eight arrows round the board."""
    return f"{said[0]}{7 - int(said[1])} {_TURNS[said[2]]}"


def _quoridor(size: int) -> Callable[[str], str]:
    def text(said: str) -> str:
        column, row = said[0], int(said[1])
        if said[-1] in "vh":  # a wall at the lower right corner of that cell
            return f"{'upright' if said[-1] == 'v' else 'level'}@{column}{size - row}ne"
        return f"{column}{size + 1 - row}"

    return text


def _dots(size: int) -> Callable[[str], str]:
    """`P1(h,r,c)`: the r-th horizontal line from the top, above cell (r,c); `v` the c-th vertical line of row r."""

    def text(said: str) -> str:
        row, column = numbers(said)[-2:]
        if "h" in said:
            return f"{LETTERS[column]}{size - row}n" if row < size else f"{LETTERS[column]}1s"
        return f"{LETTERS[column - 1]}{size - row}e" if column else f"a{size - row}w"

    return text


def _last(text: str) -> str:
    return text.split("-")[-1]


def _swap(text: str) -> bool:
    return text == "swap"


_TOP = "OpenSpiel counts rows from the top."
_SWAP = "The swap is left out: OpenSpiel has none here, or moves the stone where we change seats."
_DRAWS = "Draws by repetition and by a move limit differ; a game that only one side calls a draw ends there."

COMPARISONS = [
    _spiel("tictactoe", "tic_tac_toe", "x o", _corner_from_top(3), _TOP, games=30),
    _spiel(
        "ultimate_tic_tac_toe", "ultimate_tic_tac_toe", "x o", _small_board,
        f"{_TOP} Who may choose a small board does so in an action of its own there.",
        whole=True, join="".join, games=12,
    ),
    _spiel("connect_four", "connect_four", "red yellow", _column, "A move is a column on both sides.", games=20),
    _spiel(
        "hex", "hex", "red blue", _same, _SWAP,
        parameters={"board_size": 5}, options={"size": 5}, ignore=_swap, games=12,
    ),
    _spiel("hex", "hex", "red blue", _same, _SWAP, ignore=_swap, games=1, plies=121),
    _spiel("y", "y", "red blue", _same, _SWAP, parameters={"board_size": 8}, ignore=_swap, games=8),
    _spiel(
        "havannah", "havannah", "white black", _havannah, "We write the row as a letter and the diagonal as a number.",
        parameters={"board_size": 4}, options={"size": 4}, games=12,
    ),
    _spiel(
        "othello", "othello", "black white", _same,
        "A pass is a move on both sides; at the end we pass twice and OpenSpiel does not.",
        passes_out=True,
    ),
    _spiel("breakthrough", "breakthrough", "white black", _pair_from_top(8), f"{_TOP} The first player begins there."),
    _spiel(
        "english_draughts", "checkers", "black white", _pair,
        f"OpenSpiel plays one jump at a time; its jumps are put together to a turn. {_DRAWS}",
        whole=True, join=_chain, draws=False,
    ),
    _spiel(
        "amazons", "amazons", "white black", _amazons, f"{_TOP} Amazon, target and arrow are three actions there.",
        whole=True, join=_amazons_turn, games=2, plies=12, positions=10,
    ),
    _spiel(
        "go", "go", "black white", _go,
        "OpenSpiel leaves the letter i out and knows the simple ko; we compare its boards for positional superko.",
        adapter=Go, parameters={"board_size": 5, "komi": 7.5, "max_game_length": 1000}, options={"size": 5}, games=8,
    ),
    _spiel("gomoku", "gomoku", "black white", _corner_from_top(15), _TOP, games=2, plies=70, positions=40),
    _spiel(
        "nine_mens_morris", "nine_mens_morris", "white black", _morris,
        f"Points are numbered there; closing a mill and taking are two actions. {_DRAWS}",
        whole=True, join=_morris_turn, draws=False,
    ),
    _spiel("lines_of_action", "lines_of_action", "black white", _pair, _DRAWS, draws=False),
    _spiel("clobber", "clobber", "white black", _pair, "The first player has the stone on a1 on both sides.", games=12),
    _spiel("oware", "oware", "south north", _oware, "Houses A-F and a-f there are a-f and g-l here."),
    _spiel(
        "pentago", "pentago", "white black", _pentago,
        f"{_TOP} It counts turns of equal quarters apart, and turns a quarter even after five in a row; then we stop.",
        adapter=Pentago, games=3, plies=36, positions=80,
    ),
    _spiel(
        "quoridor", "quoridor", "white black", _quoridor(5), f"{_TOP} It names a pawn's move by its target only.",
        parameters={"board_size": 5, "wall_count": 10}, options={"size": "five"}, ours=_last,
        games=3, plies=40, positions=100,
    ),
    _spiel(
        "twixt", "twixt", "red blue", lambda said: said[1:], _SWAP, adapter=Twixt,
        parameters={"board_size": 6, "ansi_color_output": False}, options={"size": 6, "pie": "none"}, games=6,
    ),
    _spiel(
        "backgammon", "backgammon", "white black", _same,
        "Doubles are two actions there. Both begin with 1 and 2; the roll for who begins is left out.",
        adapter=Backgammon, whole=True, join=_played, opening=("1-2",), games=2, plies=40, positions=20, deep=20,
    ),
    _spiel(
        "chinese_checkers", "chinese_checkers", "red blue", _star,
        "Single hops there are put together to turns; a move is its start and its end.",
        parameters={"players": 2}, whole=True, join=_first_and_last, games=4, plies=40, positions=120,
    ),
    _spiel("kalah", "mancala", "south north", _kalah, "Houses are numbered there."),
    _spiel(
        "dots_and_boxes", "dots_and_boxes", "ann bob", _dots(3), f"{_TOP} Edges are lines and columns there.",
        parameters={"num_rows": 3, "num_cols": 3}, options={"size": "3x3"}, games=12,
    ),
]  # fmt: skip
