"""Other programs at the table: they play, or fail in one sentence, and nobody waits for ever."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.errors import EngineFailed, InvalidPlayer
from rulewright.formats.uci import parse_uci
from rulewright.players.engines.process import Program
from rulewright.players.spec import spec, specs
from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

PROGRAMS = Path(__file__).with_name("programs.py")
LONG = 600  # seconds that nobody ever waits


def engine(kind: str, **settings: float) -> str:
    more = "".join(f",{key}={value}" for key, value in settings.items())
    return f"engine:{sys.executable} {PROGRAMS} {kind}{more}"


def _chosen(text: str, moves: str = "", stop: Callable[[], bool] | None = None) -> str:
    state = rulewright.load("tictactoe").start(moves) if moves else rulewright.load("tictactoe").start()
    return rulewright.player(text).choose(state, 1, stop).move.text


def test_any_program_plays() -> None:
    assert _chosen(engine("plays", patience=LONG), "a1") == "b1"


def test_a_program_stops_when_it_should() -> None:
    assert _chosen(engine("waits", time=LONG, patience=LONG), stop=lambda: True) == "a1"


@pytest.mark.parametrize(
    ("kind", "patience", "expected"),
    [
        ("broken", LONG, "has ended with code 1: I cannot find my weights"),
        ("dies", LONG, "has ended with code 3: ZeroDivisionError: division by zero"),
        ("lies", LONG, 'plays what cannot be played: "z9" is not'),
        ("mute", LONG, 'names no move: "move" is None'),
        ("numbers", LONG, 'names no move: "move" is 3'),
        ("boasts", LONG, 'tells "values" that are no number from 0 to 1 for each player'),
        ("babbles", LONG, 'says what is no JSON object: "well, let me think"'),
        ("newer", LONG, "does not speak protocol 1; it says 2"),
        ("endless", LONG, "says a line of more than 1,048,576 characters"),
        ("dumb", 0.05, "has not answered within 0.05 seconds"),
    ],
)
def test_one_sentence_for_each_way_to_fail(kind: str, patience: float, expected: str) -> None:
    with pytest.raises(EngineFailed) as caught:
        _chosen(engine(kind, time=0.01, patience=patience))
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["silent", "floods"])
def test_who_does_not_come_to_an_end_is_given_up(kind: str) -> None:
    """It has begun well, so however slowly it began, it is told apart from one that never did."""
    player = rulewright.player(engine(kind, time=0.01, patience=LONG))
    state = rulewright.load("tictactoe").start()
    player.begin(state.game)  # type: ignore[attr-defined]
    player._dialect._talk._patience = 0.05  # type: ignore[attr-defined]
    with pytest.raises(EngineFailed, match="has not answered within"):
        player.choose(state, 1)


def test_a_program_that_is_not_needed_ends() -> None:
    program = Program(f"{sys.executable} {PROGRAMS} silent")
    process = program._process
    del program
    assert process.wait(LONG) is not None


def test_how_it_is_written() -> None:
    (one, two, three) = specs('engine:cat -u,time=2,option.Skill Level=3,random,engine:"cat a,b",depth=2')
    assert (one.command, dict(one.values)) == ("cat -u", {"time": 2.0, "option.Skill Level": "3"})
    assert str(two) == "random"
    assert three.command == "cat a,b"
    assert [str(each) for each in specs(f"{one},{three}")] == [str(one), str(three)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("engine:", 'an engine needs a command, such as "engine:stockfish"'),
        ("engine:no_such_program_here", 'there is no program "no_such_program_here" on this machine'),
        ("engine:cat,speed=3", 'engine has no "speed"'),
        ("engine:cat,protocol=smoke", '"protocol=smoke" does not fit'),
        ('engine:cat "a', "has a quote without an end"),
    ],
)
def test_what_names_no_program(text: str, expected: str) -> None:
    with pytest.raises(InvalidPlayer) as caught:
        specs(text)
    assert expected in str(caught.value)


def test_only_a_command_line_names_programs() -> None:
    with pytest.raises(InvalidPlayer, match="command line"):
        spec("engine:cat")


# ---------------------------------------------------------------- matches


def test_who_fails_has_lost() -> None:
    result = rulewright.match("tictactoe", [engine("lies", patience=LONG), "random"], 2)
    data: dict[str, Any] = dict(result.to_json())
    assert [(one["won"], one["lost"]) for one in data["players"]] == [(0, 2), (2, 0)]
    assert data["wins_by_side"] == {"x": 1, "o": 1}
    assert [one["why"].split(" because")[0] for one in data["forfeits"]] == ["x loses,", "o loses,"]
    assert "2 games decided by a program that failed:" in str(result)


def test_who_cannot_begin_ends_the_match(cli: Cli) -> None:  # noqa: F811
    shown = cli("match", "tictactoe", "--players", f"{engine('broken', patience=LONG)},random", "--games", "2")
    assert shown.code == 1
    assert shown.err.startswith("rulewright: the match cannot be played: ")
    assert shown.err.rstrip().endswith("has ended with code 1: I cannot find my weights")


def test_we_play_ourselves() -> None:
    ours = f"engine:{sys.executable} -m rulewright engine tictactoe --player greedy,patience={LONG}"
    assert rulewright.match("tictactoe", [ours, "random"], 2).to_json()["forfeits"] == []


def test_hive_programs_play() -> None:
    ours = f"engine:{sys.executable} -m rulewright uhp --player random,depth=1,patience={LONG}"
    hive = rulewright.load("hive", queen_first="forbidden")
    assert rulewright.match(hive, [ours, "random"], 2, max_plies=6).to_json()["forfeits"] == []


def test_at_the_table_it_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    lines = iter(["a1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    shown = cli("play", "tictactoe", "--against", engine("lies", patience=LONG))
    assert shown.code == 1
    assert "plays what cannot be played" in " ".join(shown.out.split())


def test_a_record_starts_no_programs(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Whoever sends a game must not choose what runs here."""
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    state = rulewright.load("tictactoe").start("a1")
    record = rulewright.Record.of(state, ["person", f"engine:touch {tmp_path / 'harm'}"])
    (tmp_path / "sent.jsonl").write_text(record.line() + "\n")
    shown = cli("play", "--resume", str(tmp_path / "sent.jsonl"))
    assert "You play all sides" in shown.out
    assert not (tmp_path / "harm").exists()


# ---------------------------------------------------------------- Debian's chess programs


def _installed(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def test_stockfish_finds_a_mate() -> None:
    state = rulewright.load("chess").position(fen="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    player = rulewright.player(f"engine:{_installed('stockfish')},protocol=uci,depth=3,time={LONG}")
    opinion = player.choose(state, 1)
    assert opinion.move.text == "d1-d8"
    assert opinion.values == (1.0, 0.0)


def test_stockfish_does_not_play_xiangqi() -> None:
    state = rulewright.load("xiangqi").start()
    with pytest.raises(EngineFailed, match="does not play Xiangqi"):
        rulewright.player(f"engine:{_installed('stockfish')},protocol=uci").choose(state, 1)


@pytest.mark.parametrize("game", ["xiangqi", "shogi", "crazyhouse", "makruk"])
def test_fairy_stockfish_plays_variants(game: str) -> None:
    state = rulewright.load(game).start()
    player = rulewright.player(f"engine:{_installed('fairy-stockfish')},protocol=uci,depth=1,patience={LONG}")
    for _ in range(6):
        state.push(player.choose(state, 1).move)
    assert len(state.history) == 6


def test_options_reach_a_chess_program() -> None:
    state = rulewright.load("chess").start()
    with pytest.raises(EngineFailed, match='has no option "Skil Level"'):
        rulewright.player(f"engine:{_installed('stockfish')},protocol=uci,option.Skil Level=1").choose(state, 1)


def test_a_pawn_that_must_become_something_else_is_told_so() -> None:
    """Makruk: no word is needed here, a letter there."""
    state = rulewright.load("makruk").position(fen="4k3/8/8/P7/8/8/8/4K3 w - - 0 1")
    assert parse_uci(state, "a5a6m").text == "a5-a6"
