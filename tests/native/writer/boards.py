"""Small boards of every sort. What a board has (names, directions, places) is asked of the front end itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial

from rulewright.board import Board
from rulewright.language.compilation import compile_text

from .dice import Dice
from .yaml_text import Value, as_yaml

_DRAWINGS = (
    "a3--b3--c3\n| \\ | /  |\na2--b2--c2\n|  / | \\ |\na1--b1--c1",
    "a5------c5------e5\n|       |        |\n|   b4--c4--d4   |\n|   |        |   |\na3--b3      d3--e3\n"
    "|   |        |   |\n|   b2--c2--d2   |\n|       |        |\na1------c1------e1",
    "a2--b2--c2--d2\n|  / | \\ | /  |\na1--b1--c1--d1",
)


@dataclass
class BoardFacts:
    data: dict[str, Value]
    sites: dict[str, list[str]]  # names by class
    compass: list[str]
    sets: list[str]  # `orth`, `any`, and sets of the author
    own: list[str] = field(default_factory=list)  # the author's single directions
    tracks: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    has_sides: bool = False
    has_rows: bool = False
    has_levels: bool = False
    has_blocks: bool = False
    leaps: bool = False
    hexagonal: bool = False
    unbounded: bool = False
    link: str | None = None

    @property
    def classes(self) -> list[str]:
        return list(self.sites)

    @property
    def main(self) -> list[str]:
        """The sites of the first class."""
        return next(iter(self.sites.values()))

    @property
    def names(self) -> list[str]:
        return [name for names in self.sites.values() for name in names]


@lru_cache(maxsize=2048)
def _built(board: str) -> Board | None:
    """The board the front end makes of a text."""
    text = (
        f"game: Probe\nplayers: [white, black]\n{board}pieces: {{stone: {{letter: s}}}}\n"
        "actions: {rest: {}}\nturn: rest\nlimit: {turns: 1, result: draw}\n"
    )
    compilation = compile_text(text, "probe.yaml", {})
    return compilation.rules.board if compilation.rules is not None else None


def write_board(dice: Dice) -> BoardFacts:
    makers = ((36, _square), (22, _hex), (7, _drawing), (5, _alquerque), (5, _octosquare), (10, _row), (15, _unbounded))
    data = dice.weighted([(weight, partial(maker, dice)) for weight, maker in makers])
    if data.get("size") == "unbounded":
        hexagonal = data["tiling"] == "hex"
        compass = "ne e se sw w nw" if hexagonal else "n ne e se s sw w nw"
        sets = ["any", "orth"] if hexagonal else ["any", "orth", "diag"]
        return BoardFacts(data, {"cell": []}, compass.split(), sets, leaps=True, hexagonal=hexagonal, unbounded=True)
    if dice.percent(8) and "names" not in data:
        data["names"] = "upper"
    if dice.percent(12) and "sites" not in data:
        data["extra"] = {"bar": ["bar_one", "bar_two"]}
    board = _built(as_yaml({"board": data}))
    if board is None:  # a shape that cannot be: the plainest board instead
        data = {"tiling": "square", "size": "3x3"}
        board = _built(as_yaml({"board": data}))
        assert board is not None
    facts = _facts(data, board)
    if "sites" not in data:
        _add_tracks(facts, dice)
        _add_directions(facts, dice)
    return facts


def _facts(data: dict[str, Value], board: Board) -> BoardFacts:
    sites: dict[str, list[str]] = {}
    for site in board.sites:
        sites.setdefault(site.cls, []).append(site.name)
    words = {"rim": board.rim, "corners": board.corners, "centre": board.centre, "dark": board.dark,
             "light": board.light}  # fmt: skip
    places = [word for word, mask in words.items() if mask]
    places += [f"row {row}" for row in board.rows] + [f"column {column}" for column in board.columns]
    if len(board.rows) > 2:
        places += ["rows 1..2", "rows 2.."]
    places += [f"level {level}" for level in board.levels]
    places += [f"point {point}" for point in list(board.points)[:3]]
    linked = data.get("links")
    tracks = data.get("tracks")
    return BoardFacts(
        data,
        sites,
        list(board.compass),
        list(board.direction_sets),
        tracks=list(board.tracks),
        closed=[name for name, track in board.tracks.items() if track.closed] if tracks else [],
        places=places,
        rows=list(board.rows),
        has_sides=bool(board.sides),
        has_rows=bool(board.rows) and not board.unbounded,
        has_levels=bool(board.levels),
        has_blocks=bool(board.blocks),
        leaps=board.tiling is not None,
        hexagonal=data.get("tiling") == "hex",
        link=next(iter(linked)) if isinstance(linked, dict) else None,
    )


# ---------------------------------------------------------------- shapes


def _square(dice: Dice) -> dict[str, Value]:
    data: dict[str, Value] = {"tiling": "square", "size": f"{dice.number(3, 5)}x{dice.number(3, 4)}"}
    if dice.percent(8):
        data["size"] = f"{dice.number(5, 8)}x{dice.number(1, 2)}"
    how = dice.number(1, 10)
    if how == 1:
        data |= {"size": "5x5", "only": dice.pick(["dark", "light"])}
    elif how == 2:
        data["checkered"] = "yes"
    elif how == 3:
        data["without"] = dice.pick(["corners", "centre", "row 1", "column 2"])
    elif how == 4:
        data["without"] = ["a1", "b2"]
    elif how in (5, 6):
        uses: list[Value] = [*dice.pick([["cell", "edge"], ["cell", "corner"], ["cell", "edge", "corner"]])]
        data |= {"size": dice.pick(["2x2", "3x2", "3x3"]), "uses": uses}
    elif how == 7:
        data |= {"size": dice.pick(["3x3", "4x3"]), "links": {"slot": dice.pick(["1x2", "0x2", "1x1"])}}
    elif how == 8:
        data |= {"size": dice.pick(["2x2", "3x2"]), "levels": dice.number(2, 3)}
    elif how == 9:
        data |= {"size": dice.pick(["3x3", "4x3"]), "levels": "pyramid"}
    elif how == 10:
        data |= {"size": "4x4", "blocks": {"large": "2x2"}}
    if dice.percent(30):
        data["adjacency"] = "links" if "links" in data and dice.percent(60) else dice.pick(["orth", "diag", "orth"])
    return data


def _hex(dice: Dice) -> dict[str, Value]:
    shape = dice.pick(["hexagon", "rhombus", "triangle", "rows", "star"])
    sizes: dict[str, list[Value]] = {
        "hexagon": [2, 3],
        "rhombus": [3, "4x3", 4],
        "triangle": [3, 4],
        "star": [2],
    }
    data: dict[str, Value] = {"tiling": "hex"}
    if shape == "rows":
        data["rows"] = dice.pick(["3 4 3", "2 3 4", "4 3 4"])
    else:
        data |= {"shape": shape, "size": dice.pick(sizes[shape])}
        if shape == "hexagon" and dice.percent(40):
            data["stands_on"] = "corner"
        if dice.percent(15):
            data["without"] = dice.pick(["centre", "corners"])
        elif shape == "rhombus" and dice.percent(25):
            data |= {"size": 2, "uses": ["cell", dice.pick(["edge", "corner"])]}
        elif dice.percent(12):
            data |= {"shape": "rhombus", "size": 3, "links": {"slot": "1x1"}}
    return data


def _drawing(dice: Dice) -> dict[str, Value]:
    return {"drawing": dice.pick(_DRAWINGS)}


def _alquerque(dice: Dice) -> dict[str, Value]:
    return {"tiling": "alquerque", "size": dice.pick(["3x3", "5x3", "4x4"])}


def _octosquare(dice: Dice) -> dict[str, Value]:
    data: dict[str, Value] = {"tiling": "octosquare", "size": dice.pick(["2x3", "3x3"])}
    if dice.percent(30):
        data["adjacency"] = dice.pick(["diag", "any"])
    return data


def _row(dice: Dice) -> dict[str, Value]:
    """Sites without a grid, joined by tracks."""
    last = dice.number(6, 10)
    tracks: dict[str, Value] = {"ring": {"closed": "yes", "sites": f"p1..p{last}"}}
    if dice.percent(60):
        tracks["road"] = {"white": f"p1..p{last} goal_w", "black": f"p{last}..p1 goal_b"}
    else:
        sites = dice.pick([f"goal_w p1..p{last} goal_b", f"goal_w p1 p3 p2 p3 p4..p{last} goal_b"])
        tracks["road"] = {"sites": sites}
        if dice.percent(40):
            tracks["road"] = {"sites": f"goal_w p1..p{last}", "closed": dice.pick(["p1", "p3", "goal_w"])}
    data: dict[str, Value] = {"sites": f"p1..p{last} goal_w goal_b", "tracks": tracks}
    if dice.percent(40):
        data["directions"] = {"opposite": f"p1-p{last} p2-p{last - 1}"}
    return data


def _unbounded(dice: Dice) -> dict[str, Value]:
    data: dict[str, Value] = {"tiling": dice.pick(["hex", "square"]), "size": "unbounded"}
    if data["tiling"] == "square" and dice.percent(40):
        data["adjacency"] = "orth"
    return data


# ---------------------------------------------------------------- ways of the author


def _add_tracks(facts: BoardFacts, dice: Dice) -> None:
    if not dice.percent(30):
        return
    sites = facts.main
    size = min(len(sites), 8)
    ring = " ".join(dice.some(sites, min(3, size), size))
    tracks: dict[str, Value] = {"ring": {"closed": "yes", "sites": ring}}
    facts.tracks.append("ring")
    facts.closed.append("ring")
    if dice.percent(50):
        row = dice.some(sites, min(3, size), size)
        loop = [*row, *row[:2]] if dice.percent(30) else row
        both: dict[str, Value] = {"white": " ".join(row), "black": " ".join(reversed(row))}
        tracks["road"] = both if dice.percent(50) else {"sites": " ".join(loop)}
        facts.tracks.append("road")
    facts.data["tracks"] = tracks


def _add_directions(facts: BoardFacts, dice: Dice) -> None:
    if not dice.percent(25):
        return
    sites = facts.main
    made: dict[str, Value] = {}
    if "n" in facts.compass and dice.percent(50):
        made["upright"] = "n s"
        facts.sets.append("upright")
    if len(sites) >= 4:
        a, b, c, d = dice.some(sites, 4, 4)
        if dice.percent(50):
            made["opposite"] = f"{a}-{b} {c}-{d}"
            facts.own.append("opposite")
        else:
            made["behind"] = {"white": f"{a}>{b} {b}>{c}", "black": f"{d}>{c}"}
            facts.own.append("behind")
    if made:
        facts.data["directions"] = made
