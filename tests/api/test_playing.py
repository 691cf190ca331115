"""Games and matches of players of all kinds, from Python; and their records."""

from __future__ import annotations

import io

import pytest

import rulewright
from rulewright.errors import InvalidPlayer
from rulewright.game import Game
from rulewright.headless.random_games import play_random
from rulewright.moves import Move
from rulewright.records import Record, RecordError, read_record, read_records, replay
from rulewright.state import State


@pytest.fixture(scope="module")
def toe() -> Game:
    return rulewright.load("tictactoe", engine="reference")


def first(state: State) -> Move:
    return state.legal_moves[0]


def by_text(state: State) -> str:
    return state.legal_moves[-1].text


def by_turn(state: State) -> rulewright.Turn:
    turn = state.turn()
    while not turn.is_complete:
        turn.choose(turn.decisions[0])
    return turn


def test_functions_play(toe: Game) -> None:
    end = toe.play(x=first, o=by_text)
    assert [move.text for move in end.history][:4] == ["a1", "c3", "b1", "b3"]
    assert end.outcome is not None
    assert toe.play(first, by_text) == end
    assert toe.play(x=by_turn, o=rulewright.player("random"), seed=5) == toe.play(x=first, o="random", seed=5)


def test_a_game_goes_on_from_a_state(toe: Game) -> None:
    begin = toe.start("b2; a1")
    end = toe.play(first, first, state=begin, max_plies=4)
    assert [move.text for move in end.history[:2]] == ["b2", "a1"]
    assert (len(end.history), len(begin.history)) == (4, 2)


def test_chance_is_drawn_from_the_seed() -> None:
    ur = rulewright.load("ur", engine="reference")
    one, same, other = (ur.play(first, first, seed=seed, max_plies=6) for seed in (1, 1, 2))
    assert one.history == same.history != other.history


@pytest.mark.parametrize(
    ("seated", "error", "told"),
    [
        ({"x": first}, TypeError, "needs a player for each of x, o"),
        ({"x": first, "o": first, "z": first}, TypeError, "for each of x, o"),
        ({"x": first, "o": 3}, TypeError, "3 cannot play"),
        ({"x": first, "o": "gready"}, InvalidPlayer, 'did you mean "greedy"?'),
        ({"x": lambda state: None, "o": first}, TypeError, "gave None instead of a move"),
        ({"x": lambda state: state.turn(), "o": first}, TypeError, "an unfinished turn"),
        ({"x": lambda state: "e9", "o": first}, rulewright.MoveError, "e9"),
    ],
)
def test_who_cannot_play(toe: Game, seated: dict[str, object], error: type[Exception], told: str) -> None:
    with pytest.raises(error) as refused:
        toe.play(**seated)  # type: ignore[arg-type]
    assert told in str(refused.value)


def test_a_state_of_another_game_is_refused(toe: Game) -> None:
    with pytest.raises(ValueError, match="not of load"):
        toe.play(first, first, state=rulewright.load("connect_four", engine="reference").start())


def test_a_match(toe: Game) -> None:
    result = rulewright.match(toe, [first, by_text, "random"], games=6)
    assert result.players == ("first", "by_text", "random")
    assert result.games == len(result.records) == 6
    assert sum(result.points.values()) == 6
    assert "won by side" in str(result)
    assert result.records[0].players == {"x": "first", "o": "by_text"}
    for record in result.records:
        *_, last = replay(record, toe)
        assert last.outcome is not None
    assert "6 games of Tic" in repr(result)


def test_a_match_in_other_processes(toe: Game) -> None:
    assert rulewright.match(toe, ["random", "random"], games=2, workers=2).games == 2
    with pytest.raises(TypeError, match="pickled"):
        rulewright.match(toe, [lambda state: state.legal_moves[0], first], games=2, workers=2)


@pytest.mark.parametrize(("players", "games"), [(["random"], 2), (["random", "random"], 0)])
def test_no_match(toe: Game, players: list[str], games: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        rulewright.match(toe, players, games)


def test_a_record_of_any_state(toe: Game) -> None:
    state = toe.position({"b2": "x mark", "a1": "o mark"}, play=["c3", "a3"])
    record = Record.of(state)
    assert record.moves == ("c3", "a3")
    assert record.players == {"x": "?", "o": "?"}
    assert record.start is not None
    again = read_record(record.line())
    assert again == record
    assert [len(after.history) for after in replay(again, toe)] == [0, 1, 2]
    assert Record.of(toe.start("b2")).start is None
    (_, read), (_, other) = read_records(io.BytesIO(f"{record.line()}\n{record.line()}\n".encode()))
    assert read == other == record


def test_a_record_that_begins_with_nonsense(toe: Game) -> None:
    line = Record.of(toe.position({"b2": "x mark"})).line()
    lie = read_record(line.replace('"b2":["x mark"]', '"b9":["x mark"]'))
    with pytest.raises(RecordError, match='"start" of this record is no state of the game'):
        next(replay(lie, toe))
    with pytest.raises(RecordError, match="an object or null"):
        read_record(line.replace('"start":{', '"start":[],"more":{'))


def test_playouts_say_which_engine_has_played_and_those_of_the_reference_are_the_games_of_run(toe: Game) -> None:
    """Without llvmlite the same seed gives other games: who keeps numbers can see that, and play them again."""
    found = toe.playouts(games=40, seed=5)
    games = [play_random(toe, 5, number).summary for number in range(40)]
    assert found.engine == "reference"
    assert found.plies == sum(game.plies for game in games)
    wins = [game.outcome.winners for game in games if game.outcome is not None]
    assert found.wins == {side: sum(side in each for each in wins) for side in toe.players}
    pytest.importorskip("llvmlite")
    assert rulewright.load("tictactoe", engine="native").playouts(games=40, seed=5).engine == "native"
