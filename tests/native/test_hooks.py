"""Hooks that native code asks Python for, beside Python itself: answers, failures, whole games; and `same_as`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulewright.errors import HookError
from rulewright.game import load
from rulewright.language.game_files import shipped
from rulewright.reference.position import Position

from .asking import Asked, Shapes, asked
from .engines import both
from .lockstep import play

pytest.importorskip("llvmlite")

# Everything that a hook may be given, see and give: it goes through the block and back.
PYTHON = """
def grown(view, sites):
    found = 0
    for site in range(view.n):
        if sites >> site & 1:
            found |= view.near(site)
    return found


def both_ways(view, sites, others, calm):
    hidden = ~(sites | others)
    mask = sites ^ others if calm else sites & hidden
    return mask | (others & ~sites) | (1 << 2)


def looks(view, layer, site, level):
    return (
        view.top(layer, site) + 3 * view.owner(site) + 5 * view.kind(site) + 7 * view.state(site)
        + 11 * view.height(site) + 13 * view.at(layer, site, level)
    )


def trays(view, who, kind):
    return view.hand(who, kind) * 100 + view.taken(who, kind) * 10 + view.supply(kind)


def course(view):
    return view.round + 10 * view.ply + 100 * view.passes + 1000 * view.phase + view.n + view.me + view.players


def words(view):
    return view.origin + 50 * view.target + 2500 * view.it + 3 * view.leaving + 7 * view.entering


def variables(view, i):
    return view.var("spot") + 100 * view.var("tally", i) + 1000 * view.var("pips", i) + 10000 * view.var("pips")


def away(view, way, site):
    last = site
    steps = 0
    while 0 <= last < view.n and steps < 20:
        steps += 1
        last = view.next(way, last)
    return steps * 10 + last


def lazy(view, site, sites):
    return site >= 0 and sites >> site & 1 or view.near(site) & sites != 0


def bit(view, site):
    return 1 << site


def choice(view, who, what, shape, calm):
    if calm and not (who == 1):
        return what * 10 + shape
    elif who != 0:
        return -1
    else:
        return what


def quiet(view, site):
    if site > 3:
        return True


def texts(view, site):
    return len(str(view.owner(site)) + "x") + view.height(site)


def listed(view, sites):
    return [site for site in range(view.n) if sites >> site & 1][:1] == [view.origin]


def doubled(view, sites, way, calm):
    found = {site for site in range(view.n) if sites >> site & 1}
    ends = {view.next(way, site) for site in found} - {-1}
    return sum(1 << site for site in ends) if calm else sites


def counted(view, who):
    return len({"a": view.round, "b": view.var("spot")}) + view.hand(who, 0) + view.var("pips", 3) + view.phase
"""
SHAPES: Shapes = {  # what each takes and gives
    "grown": (["set"], "set"),
    "both_ways": (["set", "set", "bool"], "set"),
    "looks": (["int", "site", "int"], "int"),
    "trays": (["player", "kind"], "int"),
    "course": ([], "int"),
    "words": ([], "int"),
    "variables": (["int"], "int"),
    "away": (["dir", "site"], "int"),
    "lazy": (["site", "set"], "bool"),
    "bit": (["site"], "set"),
    "choice": (["player", "kind", "state", "bool"], "int"),
    "quiet": (["site"], "bool"),
    "texts": (["site"], "int"),
    "listed": (["set"], "bool"),
    "doubled": (["set", "dir", "bool"], "set"),
    "counted": (["player"], "int"),
}


def _position(game: Asked, chance: random.Random) -> Position:
    """Pieces anywhere, any numbers in trays and variables."""
    position = game.game.start().position.copy()
    codes, rules = game.engine.codes, game.game.rules
    n = len(rules.board)
    position.layers[0] = {}
    for site in chance.sample(range(n), n // 2):
        stack = []
        for _ in range(chance.randint(1, rules.stack)):
            kind = chance.randrange(2)
            stack.append(codes.code(chance.randrange(2), kind, chance.randrange(rules.kinds[kind].combinations)))
        position.layers[0][site] = tuple(stack)
    position.trays = {("hand", who, 0, 0): chance.randint(1, 4) for who in range(2)}
    position.trays["taken", 1, 1, 1] = 2
    entries = [(-1, n - 1), (0, 9), (0, 9)]
    position.variables = [
        tuple((chance.randint(low, high), 0) for _ in row)
        for row, (low, high) in zip(position.variables, entries, strict=True)
    ]
    position.variables[0] = tuple((None if value == -1 else value, age) for value, age in position.variables[0])
    position.ply, position.passes = chance.randint(0, 9), chance.randint(0, 2)
    position.turns = (chance.randint(0, 5), 3)
    return position


def _argument(takes: str, n: int, chance: random.Random) -> Any:
    match takes:
        case "set":
            return chance.choice((chance.getrandbits(n), chance.getrandbits(n) & chance.getrandbits(n), 0, 1 << n - 1))
        case "site":
            return chance.randint(-1, n - 1)
        case "bool":
            return chance.random() < 0.5
        case "dir":
            return chance.randint(-1, 3)
        case "int":
            return chance.choice((chance.randint(-9, 9), chance.randint(-200, 200)))
    return chance.randint(0, 1)


def _answer(ask: Any, *given: Any) -> Any:
    try:
        return ask(*given)
    except HookError as problem:
        return str(problem)


def _compare(game: Asked, name: str, takes: list[str], times: int) -> int:
    """Asks both the same many times; how often the hook failed."""
    chance = random.Random(name)
    n, failed = len(game.game.rules.board), 0
    for _ in range(times):
        position = _position(game, chance)
        me = chance.randrange(2)
        words = {word: chance.randint(-1, n - 1) for word in ("origin", "target", "it", "leaving", "entering")}
        args = [_argument(one, n, chance) for one in takes]
        expected = _answer(game.python, name, position, me, words, args)
        assert _answer(game.native, name, position, me, words, args) == expected, (name, args)
        failed += isinstance(expected, str)
    return failed


@pytest.mark.parametrize(("size", "stack"), [("5x5", 1), ("9x9", 3), ("21x21", 1)])
def test_native_code_hears_what_python_says(tmp_path: Path, size: str, stack: int) -> None:
    game = asked(tmp_path, PYTHON, SHAPES, size, stack)
    failed = {name for name, (takes, _) in SHAPES.items() if _compare(game, name, takes, 40)}
    assert failed <= {"bit"}  # 1 << -1: what Python refuses is refused natively, in the same words


FAILING = """
def wrong(view, site):
    if site > 3:
        return "much"
    return site


def broken(view, site):
    return [1, 2][site]


def far(view, sites):
    return sites | 1 << view.n
"""


def test_a_failing_hook_fails_as_in_python(tmp_path: Path) -> None:
    shapes: Shapes = {
        "wrong": (["site"], "int"), "broken": (["site"], "int"), "far": (["set"], "set"),
    }  # fmt: skip
    game = asked(tmp_path, FAILING, shapes)
    for name, (takes, _) in shapes.items():
        assert _compare(game, name, takes, 30), name
    # The next question is answered as if nothing had happened.
    position = game.game.start().position
    assert game.native("wrong", position, 0, {}, [2]) == 2
    assert game.block.word(game.layout.stop) == 0


PLAYED = """\
game: Played
players: {ann: {forward: n}, bob: {forward: s}}
board: {tiling: square, size: 5x5}
pieces:
  man: {letter: m, states: [low, high]}
  rock: {letter: r, each: 6}
vars:
  spot: {holds: site}
  heat: {range: 0..30, per: player}
setup:
  ann man: row 1
  bob man: row 5
  hand: {rock: 6}
actions:
  go:
    move: mine
    path: "step any to @free(empty, origin, leaving)"
    if: "@calm(target, mine)"
    must: "@near_home(mine, forward)"
    do: ["@shake(target, ply)", "heat(me) = @warmth(it, 2)"]
  drop: {place: my rock, to: "@free(empty, a1, a1)", if: "ply >= @even(ply)"}
turn: go or drop
stuck: draw
end:
  - "win if @crowd(mine, me)"
  - "draw if @seen(4)"
score: "@warmth(a1, 1)"
limit: {turns: 60, result: highest score wins}
hooks:
  file: played.py
  free: {takes: [set, site, site], gives: set}
  calm: {takes: [site, set], gives: bool}
  near_home: {takes: [set, dir], gives: bool}
  shake: {takes: [site, int], gives: effects}
  warmth: {takes: [site, int], gives: int}
  even: {takes: [int], gives: int}
  crowd: {takes: [set, player], gives: bool}
  seen: {takes: [int], gives: bool}
"""
PLAYED_PYTHON = """
def free(view, sites, site, other):
    return sites & ~(1 << 12) if site == other else sites & (view.near(other) | 1 << 13)


def calm(view, site, mine):
    return (view.near(site) & mine).bit_count() < 3 or view.target == view.origin


def near_home(view, mine, way):
    return sum(view.next(way, site) >= 0 for site in range(view.n) if mine >> site & 1) > 0


def shake(view, site, ply):
    lines = []
    if ply % 3 == 0:
        lines.append(("flip", site))
        lines.append(("var", "spot", site))
    for other in range(view.n):
        if view.near(site) >> other & 1 and view.owner(other) == 1 - view.me:
            if ply % 4 == 1:
                lines.append(("capture", other))
            elif ply % 4 == 2:
                lines.append(("set", other, "owner", view.me))
            elif ply % 5 == 0:
                lines.append(("remove", other))
    free = -1
    for other in range(view.n):
        if view.near(site) >> other & 1 and view.owner(other) == -1:
            free = other
    if ply % 7 == 3 and free >= 0:
        lines.append(("move", site, free))
    elif ply % 7 == 4 and free >= 0:
        lines.append(("put", -1 if ply % 2 else view.me, 1, 0, free))
        lines.append(("set", free, "kind", 0))
        lines.append(("set", free, "state", 1))
    return lines


def warmth(view, site, times):
    return view.height(site) * times + max(view.state(site), 0) + view.var("heat", view.me) % 7 + (view.it == site)


def even(view, number):
    return number - number % 2


def crowd(view, mine, who):
    return mine.bit_count() > 14 and view.target % 2 == who


def seen(view, site):
    return view.target == site and view.origin == view.it and view.var("spot") > 20
"""


def _played(folder: Path, python: str) -> Path:
    (folder / "played.py").write_text(python, encoding="utf-8")
    path = folder / "played.yaml"
    path.write_text(PLAYED, encoding="utf-8")
    return path


def test_a_game_of_hooks_in_lock_step(tmp_path: Path) -> None:
    first, second = both(_played(tmp_path, PLAYED_PYTHON))
    for number in range(3):
        play(first, second, name="played", number=number)


SAME = """
def in_one(view, stones):
    return [stones.bit_count() < 2][0]


def bold(view, site):
    return 1 if site % 2 else "no"
"""


def _islands(folder: Path, condition: str, hooks: str) -> Path:
    text = f"""\
game: Islands
players: [white, black]
board: {{tiling: square, size: 3x3}}
pieces:
  stone: {{letter: o}}
actions:
  drop: {{place: my stone, to: empty, {condition}}}
turn: drop
stuck: draw
hooks:
  file: islands.py
  {hooks}
tests:
  - perft: [9]
"""
    (folder / "islands.py").write_text(SAME, encoding="utf-8")
    path = folder / "islands.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_failing_hook_is_told_by_both_engines(tmp_path: Path) -> None:
    game = _islands(tmp_path, 'if: "@bold(target) = 1"', "bold: {takes: [site], gives: int}")
    for engine in both(game):
        for _ in range(2):  # the second time is not another story
            with pytest.raises(HookError, match="@bold\" should give int, but gave 'no'"):
                list(engine.start().legal_moves)


def test_what_is_neither_true_nor_false_is_the_fault_of_its_hook(tmp_path: Path) -> None:
    """An array has no truth, and Python's own complaint came through."""
    game = _islands(tmp_path, 'if: "@vague()"', "vague: {takes: [], gives: bool}")
    vague = "class Vague:\n    def __bool__(self):\n        raise ValueError('of which?')\n"
    (tmp_path / "islands.py").write_text(f"{vague}\ndef vague(view):\n    return Vague()\n", encoding="utf-8")
    for engine in both(game):
        with pytest.raises(HookError, match='"@vague" failed: ValueError: of which'):
            list(engine.start().legal_moves)


@pytest.mark.parametrize("allowed", [True, False])
def test_the_phrase_stands_for_the_hook(tmp_path: Path, allowed: bool) -> None:
    """Native code plays by `same_as` and asks nobody, whether the hook may run or not."""
    hook = "in_one: {takes: [set], gives: bool, same_as: connected mine}"
    path = _islands(tmp_path, 'must: "@in_one(mine)"', hook)
    (tmp_path / "islands.py").write_text("def in_one(view, s):\n    raise SystemError\n", encoding="utf-8")
    game = load(path, engine="native", allow_hooks=allowed)
    state = game.start()
    for move in ("a1", "c3", "a2"):
        state.push(move)
    assert sorted(map(str, state.legal_moves)) == ["b2", "b3", "c2"]  # beside c3, corners count


FAR = """
def far(view):
    return {number}
"""


@pytest.mark.parametrize("number", [2**31 - 1, -(2**31) + 1])
def test_large_numbers_multiplied(tmp_path: Path, number: int) -> None:
    """The front end reckons with 4,096: five such numbers ran over 64 bits, and other moves were legal."""
    condition = 'must: "@far() * @far() * 100 > 5"'
    game = _islands(tmp_path, condition, "far: {takes: [], gives: int}")
    (tmp_path / "islands.py").write_text(FAR.format(number=number), encoding="utf-8")
    first, second = both(game)
    play(first, second, name="islands")
    assert (
        second._engines.failure
        == "the native engine does not know products of numbers in a game that asks Python for some"
    )


@pytest.mark.parametrize("number", [2**31 - 1, -(2**31) + 1])
def test_large_numbers_added(tmp_path: Path, number: int) -> None:
    game = _islands(tmp_path, 'must: "@far() + @far() + 2 * @far() > 5"', "far: {takes: [], gives: int}")
    (tmp_path / "islands.py").write_text(FAR.format(number=number), encoding="utf-8")
    first, second = both(game)
    play(first, second, name="islands")
    assert second._engines.native() is not None


@pytest.mark.parametrize("number", ["2**31", "-(2**31)", "2**63", "10**5000"])
def test_a_number_of_more_bits_than_the_rules_know(tmp_path: Path, number: str) -> None:
    game = _islands(tmp_path, 'if: "@far() > 0"', "far: {takes: [], gives: int}")
    (tmp_path / "islands.py").write_text(FAR.format(number=number), encoding="utf-8")
    for engine in both(game):
        with pytest.raises(HookError, match='"@far" gave a number of more than 32 bits'):
            list(engine.start().legal_moves)


@pytest.mark.parametrize(
    "line", ['"spot", 25', '"spot", -2', '"who", 2', '"who", -1', '"calm", 2', '"way", 8', '"what", 2']
)
def test_a_variable_is_given_what_it_can_hold(tmp_path: Path, line: str) -> None:
    """A site beyond the board was kept, and the engines read another one each."""
    spot = "  spot: {holds: site}\n"
    more = "  who: {holds: player}\n  calm: {holds: yes_no}\n  way: {holds: direction}\n  what: {holds: kind}\n"
    path = _played(tmp_path, f"{PLAYED_PYTHON}\n\ndef shake(view, site, ply):\n    return [('var', {line})]\n")
    path.write_text(PLAYED.replace(spot, spot + more), encoding="utf-8")
    for engine in both(path):
        with pytest.raises(HookError, match="which is no effect here"):
            list(engine.start().legal_moves)


@pytest.mark.parametrize("game", sorted(shipped()))
def test_no_game_of_the_library_asks_python_for_a_value(game: str) -> None:
    """Their speed would hang on it."""
    asked_for = [hook.name for hook in load(game).rules.hooks if hook.same_as is None and hook.gives != "notation"]
    assert asked_for == []
