"""Records: there and back, and everything that can be wrong with them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import rulewright
from rulewright.game import Game
from rulewright.headless.random_games import play_random, plies, random_move
from rulewright.language.version import LANGUAGE_VERSION
from rulewright.records import CutOff, Record, RecordError, has_other_rules, read_record, read_records, replay
from tests.cli.games import BAG, DICE


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    return rulewright.load("tictactoe")


@pytest.fixture(scope="module")
def record(tictactoe: Game) -> Record:
    return Record.of(play_random(tictactoe, seed=1, number=0).state, ["random", "random"], 1, 0)


def changed(record: Record, change: Callable[[dict[str, Any]], object]) -> Record:
    data = json.loads(record.line())
    change(data)
    return read_record(json.dumps(data))


def played_again(record: Record, game: Game) -> int:
    return sum(1 for _ in replay(record, game))


def test_there_and_back(record: Record, tictactoe: Game) -> None:
    assert read_record(record.line()) == record
    assert played_again(record, tictactoe) == len(record.moves) + 1


@pytest.mark.parametrize("text", [BAG, DICE], ids=["bag", "dice"])
def test_chance_there_and_back(text: str) -> None:
    game = rulewright.load(text)
    for number in range(3):
        record = Record.of(play_random(game, 5, number).state, ["random", "random"], 5, number)
        assert played_again(read_record(record.line()), game) == len(record.moves) + 1
        assert len(record.moves) == 2 * record.plies, "chance stands among the moves and is no ply"


def test_options_are_recorded(tictactoe: Game) -> None:
    game = rulewright.load("abalone", layout="belgian_daisy")
    record = Record.of(play_random(game, 1, 0, max_plies=2).state, ["random", "random"], 1)
    assert record.options == {"layout": "belgian_daisy", "repetition": "draw"}
    assert (record.outcome, record.plies) == (None, 2)
    assert played_again(record, game) == 3
    other = r'"abalone" \(layout=belgian_daisy, .*\), not of "abalone" \(layout=standard, '
    with pytest.raises(RecordError, match=other):
        played_again(record, rulewright.load("abalone"))
    with pytest.raises(RecordError, match='not of "tictactoe"'):
        played_again(record, tictactoe)


def test_only_ascii_on_one_line(record: Record) -> None:
    assert record.line().isascii()
    assert "\n" not in record.line()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data["moves"].__setitem__(0, "zz9"), "move 1: "),
        (lambda data: data["moves"].__setitem__(1, data["moves"][0]), "move 2: "),
        (lambda data: data["hashes"].__setitem__(0, "0" * 16), "the start position is another one"),
        (lambda data: data["hashes"].__setitem__(3, "0" * 16), "the position after move 3, "),
        (lambda data: data["hashes"].pop(), "moves need"),
        (
            lambda data: data.update(players={"x": "?", "p": "?"}),
            "it says who played x and p, but the players are x and o",
        ),
        (lambda data: data["outcome"].update(draw=True, winners=[]), "the outcome is "),
        (lambda data: data.update(outcome=None), 'but the record says "not over"'),
        (lambda data: data.update(plies=1), "plies, but the record says 1"),
        (lambda data: (data["moves"].append("a1"), data["hashes"].append("0")), "comes after the end of the game"),
        (lambda data: (data["moves"].pop(), data["hashes"].pop()), 'the outcome is "not over"'),
    ],
)
def test_what_is_not_as_recorded(
    record: Record, tictactoe: Game, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    with pytest.raises(RecordError, match=sentence.replace("(", r"\(")) as caught:
        played_again(changed(record, change), tictactoe)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (b"\xff\xfe\xff", "not JSON"),
        ("9" * 10_000, "not"),
        ("[1]", "not an object"),
        ("{}", 'no "format"'),
        ('{"format": "1"}', '"format" of this record should be a whole number from 0 to 18,446,'),
        ('{"format": true}', '"format" of this record should be a whole number from 0 to 18,446,'),
        ('{"format": 2}', "the format 2, and this Rulewright reads format 1"),
        ('{"format": 1}', 'no "game"'),
        ('{"format": 1, "language": 2}', "in version 2 of the language; this Rulewright knows version 1: update"),
    ],
)
def test_what_is_not_a_record(line: bytes | str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        read_record(line)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 1), ("options", []), ("options", {"a": 1}), ("players", None), ("seed", "x"), ("number", None),
        ("moves", "a1"), ("moves", [1]), ("hashes", [None]), ("plies", 1.5), ("outcome", []), ("rulewright", 1),
        ("language", "1"), ("language", True), ("rules", 1), ("rules", ["0"]),
        ("outcome", {}), ("outcome", {"winners": ["x"], "draw": 0}),
        ("outcome", {"winners": ["x"], "draw": False, "scores": {"x": "many"}}),
        ("outcome", {"winners": ["x"], "draw": False, "rule": 3}),
    ],
)  # fmt: skip
def test_every_key_is_checked(record: Record, key: str, value: object) -> None:
    with pytest.raises(RecordError):
        changed(record, lambda data: data.update({key: value}))


LONG = "x" * 5_000


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(game=LONG),
        lambda data: data.update(options={LONG: ""}),
        lambda data: data.update(players={str(number): "" for number in range(5_000)}),
        lambda data: data.update(rules=LONG),
        lambda data: data["outcome"].update(winners=[""] * 5_000),
        lambda data: data["outcome"].update(scores={LONG: 1}),
        lambda data: data["hashes"].__setitem__(0, LONG),
        lambda data: (data["moves"].append(LONG), data["hashes"].append("0")),
    ],
)
def test_what_is_said_of_a_record_is_a_sentence_and_not_the_record(
    record: Record, tictactoe: Game, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(RecordError) as caught:
        played_again(changed(record, change), tictactoe)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("key", "game options players number moves hashes plies outcome rulewright format".split())
def test_no_key_may_be_missing(record: Record, key: str) -> None:
    with pytest.raises(RecordError, match=f'no "{key}"'):
        changed(record, lambda data: data.pop(key))


@pytest.mark.parametrize(
    "score", ["1" + "0" * 4000, "-1" + "0" * 4000, "1e999", "-1e999", "NaN", "true", '"1"', "1e300", "null"]
)
def test_scores_are_numbers_that_a_game_can_end_with(record: Record, score: str) -> None:
    line = record.line().replace('"scores":null', f'"scores":{{"x":{score}}}')
    assert line != record.line()
    with pytest.raises(RecordError, match='"scores" of this record should hold numbers from -1,000,000,000,000,000 to'):
        read_record(line)


def test_large_scores_are_told_with_all_their_digits(record: Record, tictactoe: Game) -> None:
    scored = changed(record, lambda data: data["outcome"].update(scores={"x": 12345678, "o": 1234567.5}))
    with pytest.raises(RecordError, match=r"\(x 12345678, o 1234567\.5\)"):
        played_again(scored, tictactoe)


@pytest.mark.parametrize("key", ["format", "seed", "number", "plies"])
@pytest.mark.parametrize("value", ["1" + "0" * 4000, "-1", "18446744073709551616", "1e999", "1.0", "true"])
def test_numbers_have_bounds(record: Record, key: str, value: str) -> None:
    data = {**json.loads(record.line()), key: "HERE"}
    with pytest.raises(RecordError, match=f'"{key}" of this record should be a whole number from 0 to 18,446,'):
        read_record(json.dumps(data).replace('"HERE"', value))


def test_a_number_with_more_digits_than_python_reads(record: Record) -> None:
    with pytest.raises(RecordError, match="a number in it has too many digits"):
        read_record(record.line().replace('"seed":1', f'"seed":{"1" * 5000}'))


def test_moves_have_bounds(record: Record) -> None:
    """Before anybody tries to play them."""
    with pytest.raises(RecordError, match="move 1 of this record has 200000 characters; 10000 is the most"):
        changed(record, lambda data: data.update(moves=["1" * 200_000]))
    with pytest.raises(RecordError, match="this record has 100001 moves; 100000 is the most"):
        changed(record, lambda data: data.update(moves=["a1"] * 100_001))


_REFUSED = """\
import rulewright, sys
text, state = sys.stdin.read(), rulewright.load("tictactoe").start()
try:
    state.parse(text)
except rulewright.MoveError as refused:
    print(len(refused.why) < 400 and state.why(text) is not None)
"""


@pytest.mark.parametrize(
    "text",
    ["1" * 400_000, "a" * 400_000, "1," * 200_000, "-1" * 200_000, "a1" * 200_000],
    ids=["digits", "letters", "pairs", "signs", "sites"],
)
def test_a_long_text_is_no_move_at_once(text: str) -> None:
    """Looking again from every character would take many minutes, in which a process hears nothing: it is given one."""
    done = subprocess.run([sys.executable, "-c", _REFUSED], input=text, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_file_with_blank_wrong_and_cut_lines(record: Record) -> None:
    line = record.line()
    stream = io.BytesIO(f"{line}\n\nnonsense\n{line}\n{line[:50]}".encode())
    found = list(read_records(stream))
    assert [number for number, _ in found] == [1, 3, 4, 5]
    assert [type(one) for _, one in found] == [Record, RecordError, Record, CutOff]


def test_a_last_line_without_its_end_counts_if_it_is_whole(record: Record) -> None:
    assert [one for _, one in read_records(io.BytesIO(record.line().encode()))] == [record]


def test_a_whole_record_that_is_refused_is_not_called_cut_off(record: Record) -> None:
    for line, sentence in (
        (record.line().replace('"format":1', '"format":2'), "format 2"),
        (record.line().replace('"language":1', '"language":9'), "version 9 of the language"),
    ):
        ((_, found),) = read_records(io.BytesIO(line.encode()))
        assert isinstance(found, RecordError)
        assert not isinstance(found, CutOff)
        assert sentence in str(found)


# ---------------------------------------------------------------- the rules that were played


def test_a_record_names_the_language_and_the_rules(record: Record, tictactoe: Game) -> None:
    assert (record.language, record.rules) == (LANGUAGE_VERSION, tictactoe._pipeline.fingerprint)
    data = json.loads(record.line())
    assert (data["language"], data["rules"]) == (record.language, record.rules)


@pytest.mark.parametrize("change", [lambda data: (data.pop("language"), data.pop("rules")),
                                    lambda data: data.update(language=None, rules=None)])  # fmt: skip
def test_older_records_lack_both(record: Record, tictactoe: Game, change: Callable[[dict[str, Any]], object]) -> None:
    older = changed(record, change)
    assert (older.language, older.rules) == (None, None)
    assert read_record(older.line()) == older
    assert not has_other_rules(older, tictactoe)
    assert played_again(older, tictactoe) == len(record.moves) + 1


def test_other_rules_are_no_mistake_but_the_likely_cause_of_one(record: Record, tictactoe: Game) -> None:
    other = changed(record, lambda data: data.update(rules="0" * 16))
    assert has_other_rules(other, tictactoe)
    assert not has_other_rules(record, tictactoe)
    assert played_again(other, tictactoe) == len(record.moves) + 1
    both = changed(other, lambda data: data["hashes"].__setitem__(3, "0" * 16))
    with pytest.raises(RecordError, match=r"after move 3, .*; most likely because the rules have changed"):
        played_again(both, tictactoe)
    with pytest.raises(RecordError) as caught:
        played_again(changed(record, lambda data: data["hashes"].__setitem__(3, "0" * 16)), tictactoe)
    assert "rules" not in str(caught.value)


def test_another_game_has_not_changed(record: Record) -> None:
    assert not has_other_rules(record, rulewright.load("breakthrough"))


# ---------------------------------------------------------------- random games


def mix(z: int) -> int:
    """As semantics section 19 has it; written again here, so that it is not compared with itself."""
    z = (z + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def drawn(seed: int, game: int, decision: int, among: int) -> int:
    x = mix((mix((mix(seed) + game) % 2**64) + decision) % 2**64)
    return (x // 2**32) * among // 2**32


def test_a_random_game_follows_from_the_numbers(tictactoe: Game) -> None:
    for seed, number in ((1, 0), (1, 2), (2**64 - 1, 7)):
        state = tictactoe.start()
        for decision, move in enumerate(play_random(tictactoe, seed, number).state.history):
            assert move == state.legal_moves[drawn(seed, number, decision, len(state.legal_moves))]
            state.push(move)
        assert state.outcome is not None


def test_chance_is_drawn_by_weight() -> None:
    state = rulewright.load(BAG).start()
    assert state.weights == [2, 2, 2, 1, 1, 1]
    by_number = [0, 0, 1, 1, 2, 2, 3, 4, 5]  # which outcome each of the nine numbers falls on
    for decision in range(50):
        outcome = by_number[drawn(3, 0, decision, 9)]
        assert random_move(state, 3, 0, decision) == state.legal_moves[outcome]


def test_a_game_can_be_cut_off(tictactoe: Game) -> None:
    played = play_random(tictactoe, 1, 0, max_plies=4)
    assert (plies(played.state), played.state.outcome, played.choices) == (4, None, (9, 8, 7, 6))


def test_choices_of_players_are_counted_and_those_of_chance_not() -> None:
    assert play_random(rulewright.load(BAG), 1, 0).choices == (1, 1, 1)
