"""Fairy-Stockfish (PyPI pyffish) and python-chess (PyPI chess): chess and its cousins.

Both write moves as `e2e4`, `a7a8q`, `P@e5`; we write `e2-e4`, `a7-a8=queen`, `pawn@e5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .harness import Comparison, Peer, package

Text = Callable[[str], str]


class Fairy:
    """A variant of Fairy-Stockfish as a peer. It keeps no state: every question hands over all moves."""

    def __init__(self, variant: str, players: tuple[str, str], text: Text, config: str = "") -> None:
        self.program = package("pyffish")
        if config and variant not in self.program.variants():
            self.program.load_variant_config(config)
        self.variant, self.players, self.text = variant, players, text
        self.start = self.program.start_fen(variant)
        self.played: list[str] = []

    def _asked(self, question: str, *more: Any) -> Any:
        return getattr(self.program, question)(self.variant, self.start, self.played, *more)

    def moves(self) -> dict[str, str]:
        return {self.text(move): move for move in self._asked("legal_moves")}

    def play(self, move: str) -> None:
        self.played.append(move)

    def outcome(self) -> str | None:
        ended, value = self._asked("is_immediate_game_end")
        if not ended:
            ended, value = self._asked("is_optional_game_end")
        if not ended and not self._asked("legal_moves"):
            ended, value = True, self._asked("game_result")
        if not ended:
            return None
        to_move = len(self.played) % 2
        return "draw" if value == 0 else f"{self.players[to_move if value > 0 else 1 - to_move]} wins"


class Shogi(Fairy):
    """The rules forbid mate by a dropped pawn; Fairy-Stockfish lists it and counts it as a loss for who drops."""

    def moves(self) -> dict[str, str]:
        return {
            text: move for text, move in super().moves().items() if not (move.startswith("P@") and self._mates(move))
        }

    def _mates(self, move: str) -> bool:
        after = [*self.played, move]
        asked = (self.variant, self.start, after)
        return bool(self.program.gives_check(*asked)) and not self.program.legal_moves(*asked)


class Duck(Fairy):
    """Fairy-Stockfish moves the duck even after the king has been taken; here the game is over, and it is one move."""

    def moves(self) -> dict[str, str]:
        king = "kK"[len(self.played) % 2]
        rows = re.sub(r"\d", lambda free: "." * int(free[0]), self._asked("get_fen").split()[0].split("[")[0]).split(
            "/"
        )
        target = next(f"-{'abcdefgh'[row.index(king)]}{8 - number}" for number, row in enumerate(rows) if king in row)
        found = {}
        for text, move in super().moves().items():
            piece, _, duck = text.partition(" ")
            found[piece if piece.endswith(target) else f"{piece} {duck}"] = move
        return found


class Chess:
    """A board of python-chess as a peer."""

    def __init__(self, board: str, text: Text) -> None:
        package("chess")
        module, name = board.rsplit(".", 1)
        self.board, self.text = getattr(package(module), name)(), text

    def moves(self) -> dict[str, Any]:
        return {self.text(move.uci()): move for move in self.board.legal_moves}

    def play(self, move: Any) -> None:
        self.board.push(move)

    def outcome(self) -> str | None:
        ended = self.board.outcome(claim_draw=False)
        if ended is None and (self.board.is_repetition(3) or self.board.is_fifty_moves()):
            return "draw"
        if ended is None:
            return None
        if ended.winner is None:
            return "draw"
        return "white wins" if ended.winner else "black wins"


# ---------------------------------------------------------------- translations

_CHESS = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight", "k": "king"}
_DROPS = {**_CHESS, "p": "pawn"}
_KNIGHTMATE = {**_CHESS, "m": "man"}
_CAPABLANCA = {**_CHESS, "a": "archbishop", "c": "chancellor"}
_SPARTAN = {**_CHESS, "g": "general", "w": "warlord", "c": "captain", "l": "lieutenant"}
_ANIMALS = {"l": "lion", "g": "giraffe", "e": "elephant", "c": "chick"}
_SHOGI = {
    "p": "pawn", "l": "lance", "n": "knight", "s": "silver", "g": "gold", "b": "bishop", "r": "rook",
}  # fmt: skip


def moves_of(kinds: Mapping[str, str], promoted: str = "+") -> Text:
    """`e2e4`, `a7a8q`, `P@e5`, `e2e3+`, `e2e4,e4e5` (a second part, such as an arrow)."""

    def text(said: str) -> str:
        drop = re.fullmatch(r"(\w)@(\w\d+)", said)
        if drop:
            return f"{kinds[drop[1].lower()]}@{drop[2]}"
        first, _, second = said.partition(",")
        move = re.fullmatch(r"([a-z]\d+)([a-z]\d+)(.?)", first)
        assert move is not None, said
        plain = f"{move[1]}-{move[2]}"
        if move[3] == "+":
            plain += promoted
        elif move[3]:
            plain += f"={kinds[move[3]]}"
        return " ".join([plain, *re.findall(r"[a-z]\d+", second)[1:]])

    return text


chess_text = moves_of(_CHESS)


def _unmarked(text: str) -> str:
    return text.removeprefix("raw_")


def _burnt(said: str) -> str:
    """`d4c2,c2d4`: the second part burns the square that was left, always."""
    return chess_text(said.partition(",")[0])


def _or_pass(said: str) -> str:
    """`e2e2`: the general stays, and so does everything else."""
    first, second = re.findall(r"[a-z]\d+", said)
    return "pass" if first == second else chess_text(said)


def _ataxx(said: str) -> str:
    if "@" in said:
        return said.split("@")[1]
    return "pass" if said[:2] == said[2:] else chess_text(said)


def _fairy(
    game: str,
    variant: str,
    players: str,
    how: str,
    text: Text = chess_text,
    config: str = "",
    adapter: type[Fairy] = Fairy,
    **settings: Any,
) -> Comparison:
    def start() -> Peer:
        first, second = players.split()
        return adapter(variant, (first, second), text, config)

    return Comparison(game, "Fairy-Stockfish", "pyffish", start, how, **settings)


def _chess(game: str, board: str, how: str, text: Text = chess_text, **settings: Any) -> Comparison:
    def start() -> Peer:
        return Chess(board, text)

    return Comparison(game, "python-chess", "chess", start, how, **settings)


_PLAIN = "Moves are written e2e4 there."
_DRAWS = "Draw rules differ; a game that only one side calls a draw ends there."
_TRAIL = "The square that was left is a second part there; here it follows from the first."
_PAWN = "Mate by a dropped pawn is listed there and counts as a loss; it is left out."
_SLOW: dict[str, Any] = {"games": 2, "plies": 60, "positions": 30, "deep": 20}
_LIKE_CHESS: dict[str, Any] = {"draws": False, **_SLOW}

KNIGHTTHROUGH = """
[knightthrough:breakthrough]
pieceToCharTable = -
customPiece1 = p:fhN
flagPiece = p
flagRegionWhite = *8
flagRegionBlack = *1
startFen = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1
"""

COMPARISONS = [
    _chess("chess", "chess.Board", _PLAIN, **_SLOW),
    _chess("king_of_the_hill", "chess.variant.KingOfTheHillBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _chess("three_check", "chess.variant.ThreeCheckBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _fairy("los_alamos", "losalamos", "white black", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _fairy("spartan_chess", "spartan", "white black", f"{_PLAIN} {_DRAWS}", moves_of(_SPARTAN), **_LIKE_CHESS),
    _fairy(
        "xiangqi", "xiangqi", "red black",
        f"{_PLAIN} {_DRAWS} A chase ends a game for us when a position has come up three times.", **_LIKE_CHESS,
    ),
    _fairy(
        "shogi", "shogi", "black white", f"{_PLAIN} {_PAWN} {_DRAWS}", moves_of(_SHOGI),
        adapter=Shogi, draws=False, ours=_unmarked, **_SLOW,
    ),
    _fairy("ataxx", "ataxx", "red blue", f"To grow is to drop there. {_DRAWS}", _ataxx, draws=False, passes_out=True),
    _fairy("breakthrough", "breakthrough", "white black", _PLAIN),
    _fairy("isolation", "isolation", "white black", _PLAIN, games=4, plies=50, positions=120),
    _fairy("amazons", "amazons", "white black", _PLAIN, games=1, plies=12, positions=12),
    _fairy(
        "knightthrough", "knightthrough", "white black", f"{_PLAIN} Breakthrough with another piece.",
        config=KNIGHTTHROUGH,
    ),
    _chess("antichess", "chess.variant.AntichessBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _chess("atomic", "chess.variant.AtomicBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _chess("crazyhouse", "chess.variant.CrazyhouseBoard", f"{_PLAIN} {_DRAWS}", moves_of(_DROPS), **_LIKE_CHESS),
    _chess("racing_kings", "chess.variant.RacingKingsBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _chess("horde", "chess.variant.HordeBoard", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _fairy("knightmate", "knightmate", "white black", f"{_PLAIN} {_DRAWS}", moves_of(_KNIGHTMATE), **_LIKE_CHESS),
    _fairy("gardner", "gardner", "white black", f"{_PLAIN} {_DRAWS}", draws=False),
    _fairy(
        "makruk", "makruk", "white black", f"A promotion is marked there and needs no mark here. {_DRAWS}",
        lambda said: chess_text(said.rstrip("m+")), **_LIKE_CHESS,
    ),
    _fairy(
        "shatranj", "shatranj", "white black", f"A promotion is marked there and needs no mark here. {_DRAWS}",
        lambda said: chess_text(said.rstrip("q")), **_LIKE_CHESS,
    ),
    _fairy(
        "minishogi", "minishogi", "black white", f"{_PLAIN} {_PAWN} {_DRAWS}", moves_of(_SHOGI),
        adapter=Shogi, draws=False, ours=_unmarked,
    ),
    _fairy(
        "animal_shogi", "dobutsu", "sky forest", f"A promotion is marked there and needs no mark here. {_DRAWS}",
        moves_of(_ANIMALS, promoted=""), draws=False,
    ),
    _fairy("minixiangqi", "minixiangqi", "red black", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _fairy(
        "jeson_mor", "jesonmor", "white black",
        f"{_PLAIN} Who can leave the middle has won there already; here he must do it. {_DRAWS}",
        draws=False, wins_next=True,
    ),
    _fairy("joust", "joust", "white black", _TRAIL, _burnt),
    _fairy("snailtrail", "snailtrail", "white black", _TRAIL, _burnt),
    _fairy("fox_and_hounds", "fox-and-hounds", "fox pack", _PLAIN, games=12),
    _fairy(
        "grasshopper_chess", "grasshopper", "white black", f"{_PLAIN} {_DRAWS}",
        moves_of({**_CHESS, "g": "grasshopper"}), **_LIKE_CHESS,
    ),
    _fairy("extinction", "extinction", "white black", f"{_PLAIN} {_DRAWS}", **_LIKE_CHESS),
    _fairy("capablanca", "capablanca", "white black", f"{_PLAIN} {_DRAWS}", moves_of(_CAPABLANCA), **_LIKE_CHESS),
    _fairy(
        "janggi", "janggicasual", "blue red", f"To pass, the general goes to its own point there. {_DRAWS}",
        _or_pass, **_LIKE_CHESS,
    ),
    _fairy(
        "duck_chess", "duck", "white black", f"After the king is taken the duck still moves there, not here. {_DRAWS}",
        adapter=Duck, draws=False, games=2, plies=24, positions=12,
    ),
]  # fmt: skip
