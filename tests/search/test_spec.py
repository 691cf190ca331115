"""Players by their names on a command line."""

from __future__ import annotations

import pytest

from rulewright.errors import InvalidPlayer
from rulewright.players.spec import PLAYERS, player, spec, specs


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("random", {}),
        ("mcts", {}),
        ("mcts:time=1", {"time": 1.0}),
        ("mcts:playouts=1000,threads=2", {"playouts": 1000, "threads": 2}),
        ("alphabeta:depth=4,time=0.5", {"depth": 4, "time": 0.5}),
        ("MCTS: time = 2 , rave=0", {"time": 2.0, "rave": 0.0}),
        ("mcts:by=Decisions", {"by": "decisions"}),
    ],
)
def test_values(text: str, values: dict[str, float]) -> None:
    assert dict(spec(text).values) == values


def test_one_way_to_write_it() -> None:
    assert str(spec("mcts: threads=2, time=1.50")) == "mcts:time=1.5,threads=2"
    assert str(spec("alphabeta:")) == "alphabeta"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("random,greedy", ["random", "greedy"]),
        ("mcts:time=1,mcts:playouts=1000", ["mcts:time=1", "mcts:playouts=1000"]),
        ("mcts:time=1,threads=2", ["mcts:time=1,threads=2"]),
        ("mcts:time=1,threads=2,random,alphabeta:depth=3", ["mcts:time=1,threads=2", "random", "alphabeta:depth=3"]),
        ("mcts,time=1", ["mcts:time=1"]),
        ("random, random ,greedy", ["random", "random", "greedy"]),
    ],
)
def test_a_list_with_commas_inside(text: str, found: list[str]) -> None:
    assert [str(one) for one in specs(text)] == found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a player is missing; there are random, greedy, mcts and alphabeta"),
        ("random,", "a player is missing; there are random, greedy, mcts and alphabeta"),
        ("mtcs", 'I know no player "mtcs"; did you mean "mcts"?'),
        ("stockfish", 'I know no player "stockfish"; there are random, greedy, mcts and alphabeta'),
        ("mcts:time=1,greddy", 'I know no player "greddy"; did you mean "greedy"?'),
        ("time=1", 'I know no player "time=1"; there are random, greedy, mcts and alphabeta'),
        ("mcts:tim=1", 'mcts has no "tim"; did you mean "time"?'),
        (
            "mcts:=1",
            "a setting of mcts is missing; there are time, playouts, threads, memory, exploration, rave and by",
        ),
        ("alphabeta:x=1", 'alphabeta has no "x"; there are time, depth, memory and by'),
        ("random:time=1", 'random has nothing to set, so "time" means nothing here'),
        ("mcts:time", '"time" of mcts needs a value, such as "time=1"'),
        ("mcts:time=", '"time" of mcts needs a value, such as "time=1"'),
        ("mcts:time=1,time=2", '"time" of mcts is given twice'),
        ("mcts:time=0", '"time=0" does not fit: time is a number above 0 up to 86400'),
        ("mcts:time=nan", '"time=nan" does not fit: time is a number above 0 up to 86400'),
        ("mcts:by=" + 4_000 * "x", f'"by={200 * "x"}..." does not fit: by is turns or decisions'),
        ("mcts:time=1e9", '"time=1e9" does not fit: time is a number above 0 up to 86400'),
        ("mcts:threads=1.5", '"threads=1.5" does not fit: threads is a whole number from 1 to 256'),
        ("mcts:threads=257", '"threads=257" does not fit: threads is a whole number from 1 to 256'),
        ("mcts:by=moves", '"by=moves" does not fit: by is turns or decisions'),
        ("mcts:by", '"by" of mcts needs a value, such as "by=decisions"'),
        ("mcts:rave=-1", '"rave=-1" does not fit: rave is a number from 0 up to 1e+09'),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPlayer) as raised:
        specs(text)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "greedy",
        "mcts",
        "mcts:time=2,threads=2",
        "mcts:playouts=5,memory=64,exploration=0.5,rave=0",
        "mcts:playouts=5,by=decisions",
        "alphabeta",
        "alphabeta:time=0.5,depth=3,memory=16,by=decisions",
    ],
)
def test_a_player_knows_how_it_is_written(text: str) -> None:
    assert player(text).spec == text == str(spec(text))


def test_every_example_of_a_missing_value_is_a_value() -> None:
    """The help of an error must not lead to the next error."""
    for name, maker in PLAYERS.items():
        for key in maker.settings:
            with pytest.raises(InvalidPlayer, match="needs a value") as raised:
                spec(f"{name}:{key}")
            example = str(raised.value).split('"')[3]
            assert spec(f"{name}:{example}").values
