"""Who is measured against whom, on which game, and what has to be said about the comparison.

Two systems rarely play exactly one game. Where their rules or their turns differ, the rival's entry says what is
compared (moves, or whole games) and why; the tables show it. Where we can play their rules, we do: Hex without swap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OURS = "Rulewright"


@dataclass(frozen=True)
class Rival:
    """Another system's form of a game; `perft` is a depth it reaches in a few seconds."""

    system: str
    settings: Mapping[str, Any]
    per: str = "moves"  # what is compared: moves or playouts a second
    note: str = ""
    perft: int | None = None
    plays: bool = True  # random games, too


@dataclass(frozen=True)
class Contest:
    """A game as we play it, and the rivals. `leaves` are the known perfts from depth 1 on."""

    name: str
    settings: Mapping[str, Any]
    rivals: tuple[Rival, ...]
    perft: int | None = None
    leaves: tuple[int, ...] = ()
    note: str = ""
    max_plies: int | None = None
    all_settings: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all_settings", {**self.settings, "max_plies": self.max_plies})

    def has(self, kind: str) -> bool:
        """Whether there is something to compare: playouts, or perft."""
        return self.perft is not None if kind == "perft" else any(rival.plays for rival in self.rivals)


def _c(game: str, perft: int) -> Rival:
    return Rival("C", {"game": game}, perft=perft)


def _spiel(game: str, perft: int | None = None, per: str = "moves", note: str = "") -> tuple[Rival, Rival]:
    return (
        Rival("OpenSpiel C++", {"game": game}, per, note),
        Rival("OpenSpiel Python", {"game": game}, per, note, perft),
    )


def _pgx(game: str, note: str = "", batches: tuple[int, ...] = (64, 1024)) -> Rival:
    return Rival("Pgx", {"game": game, "batches": batches}, note=note)


def _ludax(game: str, note: str = "", per: str = "moves") -> Rival:
    return Rival("Ludax", {"game": game}, per, note)


def _fairy(variant: str, perft: int) -> Rival:
    return Rival("Fairy-Stockfish", {"variant": variant}, perft=perft, plays=False)


def _next_to_fairy(name: str, game: str, variant: str, leaves: tuple[int, ...], **more: Any) -> Contest:
    """A game whose perft is compared with the program that knows most games of the family."""
    depth = len(leaves)
    return Contest(name, {"game": game, **more}, (_fairy(variant, depth),), depth, leaves)


NO_SWAP = {"edits": [["turn: place or swap", "turn: place"]]}

CONTESTS: tuple[Contest, ...] = (
    Contest("Abalone", {"game": "abalone"}, (_c("abalone", 4),), 4, (44, 1936, 98912, 5045110)),
    Contest(
        "Breakthrough",
        {"game": "breakthrough"},
        (
            _c("breakthrough", 6),
            *_spiel("breakthrough", 4),
            Rival("pyffish", {"variant": "breakthrough"}, note="a new position is set up for every call", perft=2),
            _fairy("breakthrough", 6),
        ),
        6,
        (22, 484, 11132, 256036, 6182818, 149264638),
    ),
    Contest(
        "Connect Four",
        {"game": "connect_four"},
        (_c("connect_four", 9), *_spiel("connect_four", 7), _pgx("connect_four"), _ludax("connect_four")),
        9,
        (7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572),
    ),
    Contest(
        "Hex 11",
        {"game": "hex", **NO_SWAP, "options": {"size": 11}},
        (_c("hex", 4), *_spiel("hex(board_size=11)", 3), _pgx("hex", "with the swap rule"), _ludax("hex")),
        4,
        (121, 14520, 1727880, 203889840),
        "without swap",
    ),
    Contest(
        "Tic-Tac-Toe",
        {"game": "tictactoe"},
        (*_spiel("tic_tac_toe", 7), _pgx("tic_tac_toe"), _ludax("tic_tac_toe")),
        8,
        (9, 72, 504, 3024, 15120, 54720, 148176, 200448),
    ),
    Contest(
        "Othello",
        {"game": "othello"},
        (*_spiel("othello", 7), _pgx("othello"), _ludax("reversi")),
        9,
        (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288),
    ),
    Contest(
        "Amazons",
        {"game": "amazons"},
        _spiel("amazons", None, "playouts", "draws piece, target and arrow in turn: not evenly among whole turns"),
        2,
        (2176, 4307152),
    ),
    Contest(
        "Gomoku 15",
        {"game": "gomoku"},
        (*_spiel("gomoku(size=15)", 3), _ludax("gomoku", "six in a row do not win")),
        3,
        (225, 50400, 11239200),
    ),
    Contest(
        "English draughts",
        {"game": "english_draughts"},
        (
            *_spiel("checkers", None, "moves", "each jump is a move; forty moves without a capture are a draw"),
            _ludax("english_draughts", "each jump is a move; no draw by repetition"),
        ),
        9,
        (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680),
    ),
    Contest(
        "Chess",
        {"game": "chess"},
        (
            *_spiel("chess", 4),
            _pgx("chess", "games of more than 1000 moves are cut off", (16,)),
            Rival("python-chess", {}, perft=4),
            Rival("pyffish", {"variant": "chess"}, note="a new position is set up for every call", perft=3),
            _fairy("chess", 5),
        ),
        5,
        (20, 400, 8902, 197281, 4865609),
    ),
    Contest(
        "Nine men's morris",
        {"game": "nine_mens_morris"},
        _spiel("nine_mens_morris", None, "moves", "taking a man is a move of its own; a draw after 200 moves"),
    ),
    Contest("Go 9", {"game": "go", "options": {"size": 9}}, _spiel("go(board_size=9)", 3, note="cut off at 162 moves")),
    Contest(
        "Hive",
        {"game": "hive", "options": {"set": "base_ml", "queen_first": "forbidden"}},
        _spiel(
            "hive(uses_pillbug=false)",
            None,
            "moves",
            "equal pieces are different moves; a bounded board; cut off at 500",
        ),
        5,
        (6, 216, 4320, 86400, 2725920, 85201200),
        "with ladybug and mosquito, cut off at 300 moves",
        300,
    ),
    Contest("Oware", {"game": "oware"}, _spiel("oware", note="other rules for the end of a game")),
    Contest("Quoridor", {"game": "quoridor"}, _spiel("quoridor", note="its authors know of mistakes in it")),
    Contest(
        "Backgammon",
        {"game": "backgammon"},
        _spiel("backgammon", None, "playouts", "both numbers of a roll are one move, doubles two"),
    ),
    Contest(
        "Havannah 8",
        {"game": "havannah", "options": {"size": 8}},
        _spiel("havannah(board_size=8)", 3),
        3,
        (169, 28392, 4741464),
    ),
    Contest(
        "Lines of Action",
        {"game": "lines_of_action"},
        _spiel("lines_of_action", 4),
        4,
        (36, 1244, 44952, 1563208),
    ),
    Contest(
        "Y 8",
        {"game": "y", **NO_SWAP, "options": {"size": 8}},
        _spiel("y(board_size=8)", 3),
        3,
        (36, 1260, 42840),
        "without swap",
    ),
    Contest(
        "Yavalath",
        {"game": "yavalath", **NO_SWAP},
        (_ludax("yavalath"),),
        4,
        (61, 3660, 215940, 12524520),
        "without swap",
    ),
    _next_to_fairy("Antichess", "antichess", "antichess", (20, 400, 8067, 153299, 2732672)),
    _next_to_fairy("Capablanca chess", "capablanca", "capablanca", (28, 784, 25228, 805128, 28741319)),
    _next_to_fairy("Clobber", "clobber", "clobber", (49, 2116, 80063, 2630382, 74662024)),
    _next_to_fairy("Crazyhouse", "crazyhouse", "crazyhouse", (20, 400, 8902, 197281, 4888832)),
    _next_to_fairy("Extinction chess", "extinction", "extinction", (20, 400, 8902, 197742, 4896744)),
    _next_to_fairy("Gardner's minichess", "gardner", "gardner", (7, 53, 506, 4775, 52512, 572874)),
    _next_to_fairy("Horde chess", "horde", "horde", (8, 128, 1274, 23310, 265223, 5396554)),
    _next_to_fairy(
        "Janggi",
        "janggi",
        "janggicasual",
        (32, 1024, 33316, 1083563),
        edits=[["stuck: lose", "stuck: lose\n\nend: draw if passes = 2"]],  # as it is there
    ),
    _next_to_fairy("Jeson Mor", "jeson_mor", "jesonmor", (30, 900, 27960, 868624)),  # later, games end sooner there
    _next_to_fairy("King of the Hill", "king_of_the_hill", "kingofthehill", (20, 400, 8902, 197281, 4865609)),
    _next_to_fairy("Knightmate", "knightmate", "knightmate", (18, 324, 6765, 139774, 3249033)),
    _next_to_fairy("Los Alamos chess", "los_alamos", "losalamos", (10, 100, 1212, 14332, 191846, 2549164)),
    _next_to_fairy("Makruk", "makruk", "makruk", (23, 529, 12012, 273026, 6223994)),
    _next_to_fairy("Minishogi", "minishogi", "minishogi", (14, 181, 2512, 35401, 533203)),
    _next_to_fairy("Minixiangqi", "minixiangqi", "minixiangqi", (19, 331, 6664, 127164, 2666905)),
    _next_to_fairy("Racing Kings", "racing_kings", "racingkings", (21, 421, 11264, 296242, 9472927)),
    _next_to_fairy("Shatranj", "shatranj", "shatranj", (16, 256, 4176, 68122, 1164248)),
    _next_to_fairy("Shogi", "shogi", "shogi", (30, 900, 25470, 719731)),
    _next_to_fairy("Three-check chess", "three_check", "3check", (20, 400, 8902, 197281, 4865609)),
    _next_to_fairy("Xiangqi", "xiangqi", "xiangqi", (44, 1920, 79666, 3290240)),
)


def chosen(names: list[str]) -> list[Contest]:
    """The contests with these names, or ours of the games; all if no name is given."""
    if not names:
        return list(CONTESTS)
    found = []
    for name in names:
        matching = [contest for contest in CONTESTS if name.lower() in (contest.name.lower(), contest.settings["game"])]
        if not matching:
            known = ", ".join(contest.name for contest in CONTESTS)
            raise SystemExit(f'there is no contest "{name}"; there are: {known}')
        found += matching
    return found
