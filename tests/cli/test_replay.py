"""`rulewright replay`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.cli.games import BAG, HOOKED, write


@pytest.fixture
def records(cli: Cli, tmp_path: Path) -> Path:
    """Three whole games."""
    assert cli("run", "tictactoe", "--games", "3", "--record", "games.jsonl").code == 0
    return tmp_path / "games.jsonl"


def test_check(cli: Cli, records: Path) -> None:
    moves = sum(len(json.loads(line)["moves"]) for line in records.read_text().splitlines())
    shown = cli("replay", "games.jsonl", "--check")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == f"3 games, {moves} moves: everything is as recorded\n"


def test_the_moves_are_shown(cli: Cli, records: Path) -> None:
    record = json.loads(records.read_text().splitlines()[1])
    head, moves, end = cli("replay", "games.jsonl", "--number", "1").out.splitlines()
    assert head == "game 1 of tictactoe: x by random, o by random"
    assert moves.split()[1::2] == record["moves"]
    assert end.endswith(f", {record['plies']} plies")


def test_a_position_is_drawn(cli: Cli, records: Path) -> None:
    first = json.loads(records.read_text().splitlines()[0])["moves"][0]
    shown = cli("replay", "games.jsonl", "--number", "0", "--to", "1")
    assert shown.out.startswith("game 0 of tictactoe after 1 ply:\n")
    assert shown.out.split("\n", 1)[1] == cli("show", "tictactoe", "--after", first).out


def test_a_ply_too_far(cli: Cli, records: Path) -> None:
    shown = cli("replay", "games.jsonl", "--to", "99")
    assert (shown.code, shown.out, shown.err.count("\n")) == (1, "", 1)
    assert shown.err.startswith("rulewright: game 0 of tictactoe has only ")


def test_json(cli: Cli, records: Path) -> None:
    data = json.loads(cli("replay", "games.jsonl", "--json", "--to", "0").out)
    assert [(one["number"], one["as_recorded"], one["problem"]) for one in data] == [(n, True, None) for n in range(3)]
    assert all(one["drawing"] for one in data)


def test_a_changed_move_is_found(cli: Cli, records: Path) -> None:
    lines = records.read_text().splitlines(keepends=True)
    moves = json.loads(lines[1])["moves"]
    lines[1] = lines[1].replace(f'["{moves[0]}","{moves[1]}"', f'["{moves[1]}","{moves[0]}"')
    records.write_text("".join(lines))
    shown = cli("replay", "games.jsonl", "--check")
    assert (shown.code, shown.err.count("\n")) == (1, 1)
    assert shown.err.startswith("games.jsonl:2: game 1 of tictactoe: the position after move 1")
    assert shown.out.endswith("1 not as recorded\n")
    assert [one["as_recorded"] for one in json.loads(cli("replay", "games.jsonl", "--json").out)] == [True, False, True]


def test_a_cut_off_line_is_told_and_the_rest_is_read(cli: Cli, records: Path) -> None:
    records.write_bytes(records.read_bytes()[:-30])
    shown = cli("replay", "games.jsonl", "--check")
    assert (shown.code, shown.err) == (0, "games.jsonl:3: the last line is cut off\n")
    assert shown.out.startswith("2 games, ")


def test_a_line_that_is_no_record(cli: Cli, records: Path) -> None:
    records.write_bytes(b"nonsense\n" + records.read_bytes())
    shown = cli("replay", "games.jsonl", "--check")
    assert (shown.code, shown.err) == (1, "games.jsonl:1: this line is not a record: it is not JSON\n")
    assert shown.out.endswith("1 not as recorded\n")


def test_standard_input(cli: Cli, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(records.read_bytes())))
    assert cli("replay", "-", "--check").out.startswith("3 games, ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "games.jsonl cannot be read: No such file or directory"),
        ("", "there is no record in games.jsonl"),
        ("\n\n", "there is no record in games.jsonl"),
    ],
)
def test_nothing_to_replay(cli: Cli, tmp_path: Path, text: str | None, sentence: str) -> None:
    if text is not None:
        write(tmp_path, "games.jsonl", text)
    shown = cli("replay", "games.jsonl")
    assert (shown.code, shown.out, shown.err) == (1, "", f"rulewright: {sentence}\n")


def test_no_such_number(cli: Cli, records: Path) -> None:
    shown = cli("replay", "games.jsonl", "--number", "7")
    assert (shown.code, shown.err) == (1, "rulewright: there is no game number 7 in games.jsonl\n")


# ---------------------------------------------------------------- games that are not of the library


@pytest.fixture
def bag(cli: Cli, tmp_path: Path) -> Path:
    write(tmp_path, "bag.yaml", BAG)
    assert cli("run", "bag.yaml", "--games", "2", "--record", "bags.jsonl").code == 0
    return tmp_path / "bag.yaml"


def test_a_game_beside_the_record(cli: Cli, bag: Path) -> None:
    assert cli("replay", "bags.jsonl", "--check").code == 0


def test_a_game_whose_name_no_file_can_have(cli: Cli, bag: Path, tmp_path: Path) -> None:
    record = tmp_path / "bags.jsonl"
    record.write_text(record.read_text(encoding="utf-8").replace('"bag"', f'"{"b" * 300}"'), encoding="utf-8")
    assert "bb.yaml there; name its file with --game FILE" in cli("replay", "bags.jsonl").err


def test_a_game_elsewhere(cli: Cli, bag: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    bag.rename(tmp_path / "games" / "bag.yaml")
    shown = cli("replay", "bags.jsonl")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == (
        'rulewright: "bag" is neither in the library nor is bag.yaml there; name its file with --game FILE\n'
    )
    assert cli("replay", "bags.jsonl", "--check", "--game", "games/bag.yaml").code == 0


def test_changed_rules_are_noticed(cli: Cli, bag: Path) -> None:
    bag.write_text(BAG.replace("win if", "lose if"))
    shown = cli("replay", "bags.jsonl", "--check")
    assert shown.code == 1
    note, *wrong = shown.err.splitlines()
    assert note == "bags.jsonl:1: the rules of bag have changed since this was recorded"
    assert len(wrong) == 2
    assert wrong[0].startswith("bags.jsonl:1: game 0 of bag: the outcome is ")
    assert all(line.endswith("; most likely because the rules have changed since") for line in wrong)


def test_changed_rules_that_change_nothing_here(cli: Cli, bag: Path) -> None:
    """One note for all records of a game, and the exit code is that of the comparison."""
    bag.write_text(BAG + "limit: {turns: 4321, result: draw}\n")
    shown = cli("replay", "bags.jsonl", "--check")
    assert shown.err == "bags.jsonl:1: the rules of bag have changed since this was recorded\n"
    assert (shown.code, shown.out.startswith("2 games")) == (0, True)
    assert [one["as_recorded"] for one in json.loads(cli("replay", "bags.jsonl", "--json").out)] == [True, True]


def test_a_comment_is_no_change(cli: Cli, bag: Path) -> None:
    bag.write_text("# A bag.\n" + BAG)
    shown = cli("replay", "bags.jsonl", "--check")
    assert (shown.code, shown.err) == (0, "")


def test_a_newer_language_is_refused(cli: Cli, bag: Path, tmp_path: Path) -> None:
    file = tmp_path / "bags.jsonl"
    file.write_text(file.read_text().replace('"language":1', '"language":2').rstrip("\n"))
    shown = cli("replay", "bags.jsonl", "--check")
    sentence = (
        "this record is of a game in version 2 of the language; this Rulewright knows version 1: update Rulewright"
    )
    assert (shown.code, shown.err) == (1, f"bags.jsonl:1: {sentence}\nbags.jsonl:2: {sentence}\n")


def test_another_game_is_refused(cli: Cli, bag: Path) -> None:
    shown = cli("replay", "bags.jsonl", "--check", "--game", "tictactoe")
    assert shown.code == 1
    assert 'this is a record of "bag", not of "tictactoe"' in shown.err


def test_a_record_chooses_no_files(cli: Cli, bag: Path, tmp_path: Path) -> None:
    text = (tmp_path / "bags.jsonl").read_text()
    for name in ("../bag", "/etc/passwd", "", "a b", "bag.yaml"):
        (tmp_path / "bags.jsonl").write_text(text.replace('"game":"bag"', f'"game":"{name}"'))
        shown = cli("replay", "bags.jsonl")
        assert (shown.code, shown.out, shown.err) == (
            1, "", f'rulewright: "{name}" is not the id of a game; name its file with --game FILE\n',
        )  # fmt: skip


def test_a_record_allows_no_hooks(cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "hooked.yaml", HOOKED)
    write(tmp_path, "hooked.py", "def fine(view, site):\n    return True\n")
    assert cli("run", "hooked.yaml", "--allow-hooks", "--record", "games.jsonl").code == 0
    shown = cli("replay", "games.jsonl", "--check")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.count("error[hook-permission]") == 1
    assert cli("replay", "games.jsonl", "--check", "--allow-hooks").code == 0


def test_the_name_of_a_side_makes_no_line_of_its_own(cli: Cli, records: Path) -> None:
    data = json.loads(records.read_text(encoding="utf-8").splitlines()[0])
    data["players"] = {"black\neverything is as recorded": "random"}
    records.write_text(f"{json.dumps(data)}\n", encoding="utf-8")
    refused = cli("replay", str(records))
    assert "it says who played black\\neverything is as recorded, but the players are x and o" in refused.err
    assert len(refused.err.splitlines()) == 1
