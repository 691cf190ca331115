"""What comes from outside besides game files: true texts of every kind, changed at random, and read again.

A `Door` is whoever reads them: states, records, journals, what other programs and pages say. It takes a text or refuses
it in a sentence; anything else is a fault of ours.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import rulewright
from rulewright.cli.main import run
from rulewright.errors import InvalidGame, InvalidState, MoveError
from rulewright.formats.aba_pro import read_aba_pro
from rulewright.formats.pgn import read_pgn, write_pgn
from rulewright.formats.problem import FormatError
from rulewright.formats.sgf import read_sgf, write_sgf
from rulewright.formats.uhp import read_uhp, write_uhp
from rulewright.game import Game
from rulewright.headless.random_games import play_random
from rulewright.players.spec import spec
from rulewright.protocol.engine import Engine
from rulewright.protocol.serving import serve as serve_json
from rulewright.records import Record
from rulewright.site.in_browser import Workshop
from rulewright.turn import Turn
from rulewright.uhp.engine import Engine as HiveEngine
from rulewright.uhp.serving import serve as serve_hive
from tests import lying_states
from tools.fuzzing.mutants import Mutant, reworded

READ, REFUSED = "read", "refused"
_GAMES = ("tictactoe", "chess", "hive", "backgammon", "oware", "crazyhouse")
_NOISE = (
    "\x1b[2J", "\0", "\r", "\u202e", "\ud800", "9" * 5000, "-", '"', "{" * 3000, "[" * 3000, " " * 5000, "\n", "é",
)  # fmt: skip
_CODE = re.compile(r"with the code (\S+)")


class Fault(Exception):
    """What should not have been, told by what stands before the colon."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who reads texts of one kind, and some true ones."""

    true: Callable[[], Sequence[str]]
    read: Callable[[str], str]


def outside(seed: int, number: int) -> Mutant:
    """A changed text, and the door that it is for: the same from the same numbers."""
    chance = Random(f"outside {seed} {number}")
    name = chance.choice(list(DOORS))
    text, other = (chance.choice(_true(name)) for _ in range(2))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        how = chance.random()
        if how < 0.6:
            text = _lied(text, chance)
        elif how < 0.9:
            text = reworded(text, other, chance)
        else:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(_NOISE) + text[at + chance.choice((0, 0, 1, 9)) :]
    return Mutant(text, name)


@cache
def _true(name: str) -> tuple[str, ...]:
    return tuple(DOORS[name].true())


# ---------------------------------------------------------------- changes


class _Within(dict[str, Any]):
    """An object that is written as text within other JSON: the record in a journal."""


_LIES = [one for one in lying_states.LIES if isinstance(one, int | float | str | list | dict | None)]


def _lied(text: str, chance: Random) -> str:
    """One of the lines that are JSON, with another value, or more, or less."""
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if line[:1] in ("{", "[")]
    if not places:
        return text
    place = chance.choice(places)
    try:
        data = _opened(json.loads(lines[place]))
        ways = lying_states.places(data)
        if not ways:
            return text
        *path, last = chance.choice(ways)
        where = data
        for key in path:
            where = where[key]
        how = chance.random()
        if how < 0.15:
            del where[last]
        elif how < 0.3 and isinstance(where, list):
            where.append(where[last])
        elif how < 0.3:
            where[chance.choice(("more", "a1", "-1", ""))] = where[last]
        elif how < 0.5 and type(where[last]) in (int, float):
            where[last] += chance.choice((-2, -1, 1, 2, 64, 0.5, 1e308))
        elif how < 0.7:  # what means something elsewhere
            *way, end = chance.choice(ways)
            other = data
            for key in way:
                other = other[key]
            where[last] = other[end]
        else:
            where[last] = chance.choice(_LIES)
        lines[place] = json.dumps(_closed(data), separators=(",", ":"))
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, OverflowError):
        return text  # a change before this one has left no JSON, or a number has more digits than Python writes
    return "\n".join(lines)


def _opened(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("{"):
        try:
            return _Within(json.loads(value))
        except ValueError:
            return value
    if isinstance(value, dict):
        return {key: _opened(inner) for key, inner in value.items()}
    return [_opened(inner) for inner in value] if isinstance(value, list) else value


def _closed(value: Any) -> Any:
    if isinstance(value, _Within):
        return json.dumps(dict(value), separators=(",", ":"))
    if isinstance(value, dict):
        return {key: _closed(inner) for key, inner in value.items()}
    return [_closed(inner) for inner in value] if isinstance(value, list) else value


# ---------------------------------------------------------------- the command line


def _commanded(arguments: Sequence[str], typed: str = "") -> str:
    """What a command makes of its files: an exit code, sentences, and nothing that steers a terminal."""
    said = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2)]
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "replace")))
    try:
        with redirect_stdout(said[0]), redirect_stderr(said[1]):
            code = run(arguments)
    finally:
        sys.stdin = before
    out, err = (_text_of(stream) for stream in said)
    fault = _CODE.search(out + err)
    if fault is not None:
        raise Fault(f"{fault[1]}: {arguments[0]}")
    if code not in (0, 1):
        raise Fault(f"{arguments[0]} ended with {code}: {err[-200:]}")
    wild = next((letter for letter in out + err if not letter.isprintable() and letter not in "\n\t"), None)
    if wild is not None:
        raise Fault(f"{arguments[0]} said {wild!r}: to the terminal")
    if "--json" in arguments and not code:
        _strictly(out)
    return REFUSED if code else READ


def _text_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


def _strictly(text: str) -> Any:
    """JSON as others read it: without Infinity and NaN."""

    def refuse(word: str) -> NoReturn:
        raise Fault(f"{word}: is no JSON")

    return json.loads(text, parse_constant=refuse)


def _with_file(text: str, *commands: Sequence[str], typed: str = "") -> str:
    """Some commands with the text as the file `f`, each with the file as it was."""
    found = READ
    for command in commands:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            Path("f").write_bytes(text.encode("utf-8", "surrogatepass"))
            found = max(found, _commanded(command, typed), key=lambda one: one == REFUSED)
    return found


@cache
def _journals(*command: str) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        _commanded((*command, "--journal", "f"))
        return (Path("f").read_text("ascii"),)


def _journal(*command: str) -> Door:
    """A work of which everything is done already; what a change has made of it is done again, as it is short."""
    return Door(
        lambda: _journals(*command), lambda text: _with_file(text, (*command, "--journal", "f", "--resume", "--json"))
    )


# ---------------------------------------------------------------- states, records


def _states() -> list[str]:
    found = []
    for name in _GAMES:
        for state in lying_states.states(rulewright.load(name), lying_states.GAMES.get(name, 6)):
            found.append(json.dumps({"game": name, "state": state}))
    return found


@cache
def _engines(name: str) -> tuple[Game, Game]:
    return rulewright.load(name, engine="reference"), rulewright.load(name, engine="native")


def _json_of(text: str, *kinds: type) -> list[Any] | None:
    """The fields `game` and one more; None if it is something else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("game") not in _GAMES or len(data) != 2:
        return None
    values = list(data.values())
    return values if isinstance(values[0], str) else values[::-1]


def _read_state(text: str) -> str:
    given = _json_of(text)
    if given is None:
        return REFUSED
    engines = _engines(given[0])
    data = lying_states.consistent(engines[0], given[1]) if isinstance(given[1], dict) else given[1]
    found = [lying_states.read(game, data) for game in engines]
    assert (found[0] is None) == (found[1] is None)
    if found[0] is None or found[1] is None:
        return REFUSED
    one, other = lying_states.used(found[0]), lying_states.used(found[1])
    assert one == other, (one, other)
    return READ


def _turns() -> list[str]:
    found: list[str] = []
    for name in _GAMES:
        turn = play_random(rulewright.load(name), 1, 0, 4).state.turn()
        while not turn.is_complete and turn.numbers:
            turn.choose(turn.numbers[-1])
            found.append(json.dumps({"game": name, "turn": turn.to_json()}))
    return found


def _read_turn(text: str) -> str:
    given = _json_of(text)
    if given is None:
        return REFUSED
    seen: list[tuple[object, ...]] = []
    for game in _engines(given[0]):
        try:
            turn = Turn.from_json(game, given[1])
            seen.append((turn.numbers, turn.is_complete, repr(turn.move)))
        except InvalidState as error:
            seen.append((str(error),))
    assert seen[0] == seen[1], seen
    return READ if len(seen[0]) > 1 else REFUSED


def _records() -> list[str]:
    found = []
    for name in _GAMES:
        game = rulewright.load(name)
        states = [play_random(game, 1, number, 8 * number).state for number in range(1, 3)]
        begun = game.from_json(states[0].to_json())
        states += [begun, play_random(rulewright.load("tictactoe"), 2, 0).state]
        lines = [Record.of(state, None, 1, number).line() for number, state in enumerate(states)]
        found.append("".join(f"{line}\n" for line in lines))
    return found


# ---------------------------------------------------------------- other programs


def _refused_by(read: Callable[[], object]) -> str:
    try:
        read()
    except (FormatError, MoveError, InvalidGame):
        return REFUSED
    return READ


def _pgns() -> list[str]:
    games = [rulewright.load(name) for name in ("chess", "crazyhouse", "three_check", "atomic")]
    played = [play_random(game, 1, 1, 12).state for game in games]
    begun = [game.position(**{"fen": state.fen()}) for game, state in zip(games[:1], played, strict=False)]
    return [write_pgn(state, White="Somebody {", Black='"\\"') for state in (*played, *begun)]


def _first_of(name: str, plies: int) -> Any:
    return play_random(rulewright.load(name), 1, 1, plies).state


def _refuse(error: Exception) -> str:
    raise error


class _Hasty(Engine):
    """Ends thinking at once, however long it may."""

    def answer(self, data: Any, stop: Any = None, tell: Any = lambda _: None) -> Any:
        return super().answer(data, lambda: True, tell)


class _HastyHive(HiveEngine):
    def answer(self, line: str, stop: Any = None) -> list[str]:
        return super().answer(line, lambda: True)


_ASKED: tuple[dict[str, Any], ...] = (
    {"id": 1, "do": "hello", "protocol": 1}, {"id": [2], "do": "game", "options": {}},
    {"id": 3, "do": "position", "moves": ["b2", "a1"]}, {"do": "legal"}, {"do": "decide", "made": []},
    {"do": "why", "move": "b2"}, {"do": "show"}, {"do": "go", "seconds": 0.01, "variations": 2, "seed": 3},
    {"do": "go", "playouts": 10}, {"do": "position", "start": None, "moves": []},
)  # fmt: skip


def _asked() -> list[str]:
    start = rulewright.load("tictactoe").start("b2").to_json()
    return ["\n".join(map(json.dumps, (*_ASKED, {"do": "position", "start": start, "moves": ["a1"]}, {"do": "legal"})))]


def _answered(text: str) -> str:
    said: list[str] = []
    lines = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    serve_json(_Hasty(rulewright.load("tictactoe"), spec("mcts:playouts=10,memory=16")), lines, said.append, _refuse)
    answers = [_strictly(line) for line in said]
    assert all("\n" not in line and line.isascii() for line in said)
    return REFUSED if any("error" in answer for answer in answers) else READ


_HIVE = (
    "info\noptions\noptions set Threads 2\nnewgame Base+MLP\nplay wS1\nvalidmoves\nplay bG1 wS1-\nbestmove depth 1\n"
    "undo 2\noptions get Player\nnewgame Base;InProgress;White[2];wS1;bG1 wS1-\nbestmove time 00:00:01\n"
)


def _said_hive(text: str) -> str:
    said: list[str] = []
    serve_hive(_HastyHive("random"), text.splitlines(keepends=True), said.append, _refuse)
    assert all(line.isprintable() for line in said), said
    return REFUSED if any(line.startswith(("err", "invalidmove")) for line in said) else READ


# ---------------------------------------------------------------- pages


def _pages() -> list[str]:
    """What a page of the server asks, a line each: the address, and what is sent there."""
    tab = {"tab": "a-tab-of-a-page"}
    own = Path(__file__).parents[2].joinpath("games", "breakthrough.yaml").read_text("utf-8")
    chess = rulewright.load("chess")
    keys = {"position": {"e1": "white king", "e8": "black king", "a1": "white rook"}, "to_move": "black"}
    lines: list[list[tuple[str, dict[str, Any]]]] = [
        [
            ("tables", {"game": "tictactoe", "seed": 1, "moves": ["b2"], "options": {}}),
            ("tables/*/play", {"picks": ["site:a1"], "ply": 1, "flipped": True}),
            ("tables/*/think", {"spec": "random", "play": True, "ply": 2}),
            ("tables/*/view", {"upto": 1}), ("tables/*/why", {"move": "b2"}), ("tables/*/back", {"upto": 1}),
            ("tables/*/record", {"players": {"x": "person"}}), ("tables/*/arrange", {"upto": 0}),
        ],
        [
            ("tables", {"game": "chess", "start": keys, "moves": [], "seed": 2}),
            ("tables/*/arrange", {"keys": keys}),
            ("tables/*/arrange", {"keys": {"position": str(chess.start()), "vars": {"quiet": 3}, "ply": 9}}),
            ("tables/*/why", {"picks": ["site:e1"], "pick": "site:e8"}), ("tables/*/play", {"move": "Ke7"}),
        ],
        [
            ("tables", {"game": "hive", "start": {"position": {"0,0": "white queen"}, "hand": {"black": {"ant": 2}}}}),
            ("tables/*/arrange", {"upto": 0}), ("tables/*/play", {"picks": ["hand:ant"]}),
        ],
        [
            ("workshop/check", {**tab, "text": own, "options": {}}),
            ("workshop/hover", {**tab, "text": own, "offset": 90}),
            ("workshop/complete", {**tab, "text": own, "offset": 300}), ("workshop/begin", {**tab, "variant": "chess"}),
            ("workshop/explain/name-unknown", {}),
            ("tables", {"text": own, "options": {}, "seed": 1}),
        ],
    ]  # fmt: skip
    return ["\n".join(json.dumps(line) for line in page) for page in lines]


def _visited(text: str) -> str:
    workshop, table, found = Workshop(), "none", READ
    for line in text.split("\n"):
        try:
            address, data = json.loads(line)
            assert isinstance(address, str)
            assert isinstance(data, dict)  # else the server says so before anybody is asked
            json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError, TypeError, AssertionError):
            continue
        answer = _strictly(_at_once(workshop.answer(f"/api/{address.replace('*', table)}", json.dumps(data))))
        if answer["status"] == 500:
            raise Fault(f"{address}: the page was told that something went wrong")
        table = answer["data"].get("table", table)
        found = READ if answer["status"] == 200 else REFUSED
    return found


def _at_once(answering: Any) -> Any:
    """Nothing in it waits for anything."""
    try:
        answering.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("somebody waits")


_DRAWN = ("replay", "f", "--number", "1", "--to", "2")

DOORS: dict[str, Door] = {
    "state": Door(_states, _read_state),
    "turn": Door(_turns, _read_turn),
    "replay": Door(_records, lambda text: _with_file(text, ("replay", "f"), (*_DRAWN, "--json"))),
    "resume": Door(_records, lambda text: _with_file(text, ("play", "--resume", "f"), typed="moves\nsave f\nquit\n")),
    "run": _journal("run", "backgammon", "--games", "2", "--max-plies", "6"),
    "match": _journal("match", "tictactoe", "--players", "greedy,random", "--games", "2"),
    "lab": _journal("lab", "tictactoe", "--games", "1"),
    "solve": _journal("solve", "tictactoe"),
    "pgn": Door(_pgns, lambda text: _refused_by(lambda: list(read_pgn(text)))),
    "sgf": Door(lambda: [write_sgf(_first_of("go", 9), KM="7")], lambda text: _refused_by(lambda: read_sgf(text))),
    "aba_pro": Door(
        lambda: [" ".join(f"{move}" for move in _first_of("abalone", 9).history)],
        lambda text: _refused_by(lambda: read_aba_pro(text)),
    ),
    "game string": Door(lambda: [write_uhp(_first_of("hive", 9))], lambda text: _refused_by(lambda: read_uhp(text))),
    "engine": Door(_asked, _answered),
    "uhp": Door(lambda: [_HIVE], _said_hive),
    "page": Door(_pages, _visited),
}
