"""`rulewright play`: a dialogue through standard input."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.record_file import record_writer
from tests.cli.conftest import Cli, Outcome
from tests.cli.games import BAG, write

INTERPRETER = Path(__file__).parents[2] / "interpreter"

Play = Callable[..., Outcome]


@pytest.fixture
def play(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Call as `play(["b2", "quit"], "tictactoe")`: what is typed, then the arguments."""

    def call(typed: list[str], *arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return cli("play", *arguments)

    return call


TWO = ("tictactoe", "--against", "person", "--seed", "1")
ONE = ("tictactoe", "--against", "random", "--seed", "1")


def test_two_people_play_to_the_end(play: Play) -> None:
    shown = play(["a1", "b1", "a2", "b2", "a3"], *TWO)
    assert (shown.code, shown.err) == (0, "")
    assert "You play all sides" in shown.out
    assert "The game is over: x wins. Line 25: win if line of 3 mine" in shown.out


def test_nothing_typed_ends_politely(play: Play) -> None:
    shown = play([], *TWO)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.endswith("x> \n")


def test_leaving_in_the_middle(play: Play) -> None:
    assert play(["a1", "quit", "b1"], *TWO).out.endswith("Left after 1 move.\n")


def test_random_replies(play: Play) -> None:
    shown = play(["b2"], *ONE)
    assert shown.code == 0
    assert "You play x, random plays o" in shown.out
    assert "\no: " in shown.out.replace("x> ", "\n")
    assert play(["b2"], *ONE).out == shown.out, "the same seed, the same replies"


def test_the_other_side(play: Play) -> None:
    shown = play(["moves"], *ONE, "--as", "o")
    assert "You play o, random plays x" in shown.out
    assert len(_after_prompt(shown.out, "o> ").split()) == 8


def test_no_such_side(play: Play) -> None:
    shown = play([], *ONE, "--as", "z")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == 'rulewright: Tic-Tac-Toe has no player "z"; there are x and o\n'


def test_an_illegal_move_loses_nothing(play: Play) -> None:
    shown = play(["b2", "b2", "zz9", "\x1b[2J", "a1", "c1"], *TWO)
    assert '"b2" is not a legal move here. "moves" lists the legal ones, "why b2" explains.\n' in shown.out
    assert '"zz9" is not written like a move of Tic-Tac-Toe; a legal one is "a1".' in shown.out
    assert "\x1b" not in shown.out
    assert shown.out.endswith("Left after 3 moves.\n")


def test_whoever_looks_for_a_command_is_led_to_help(play: Play) -> None:
    shown = play(["exit"], *TWO)
    assert '"moves" lists the legal ones, "help" everything you can type.' in shown.out.replace("\n", " ")


def test_moves(play: Play) -> None:
    shown = play(["b2", "moves", "moves a", "moves B2", "moves C3"], *TWO)
    answers = [answer.strip() for answer in shown.out.split("o> ")[1:]]
    assert answers[0].split() == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert answers[1].split() == ["a1", "a2", "a3"]
    assert answers[2] == 'No legal move begins with "B2" or has to do with it.'
    assert answers[3].split("\n")[0] == "c3"


def test_moves_of_a_site_by_both_ends(play: Play) -> None:
    shown = play(["moves b3"], "breakthrough", "--against", "person")
    assert _after_prompt(shown.out, "white> ").split() == ["a2-b3", "b2-b3", "c2-b3"]


def test_undo_among_people(play: Play) -> None:
    shown = play(["undo", "b2", "a1", "undo", "moves"], *TWO)
    assert "There is nothing to take back." in shown.out
    assert "Taken back: a1\n" in shown.out
    assert len(shown.out.split("o> ")[-2].split("\n")[0].split()) == 8


def test_undo_takes_the_reply_back_too(play: Play) -> None:
    shown = play(["b2", "undo", "moves"], *ONE)
    assert "Taken back: b2, " in shown.out
    assert len(shown.out.split("x> ")[-2].split("\n")[0].split()) == 9


def test_undo_after_the_end(play: Play) -> None:
    shown = play(["a1", "b1", "a2", "b2", "a3", "c3", "undo", "c1"], *TWO)
    assert 'over> The game is over; "undo" takes a move back, "save FILE" keeps it, "quit" leaves.' in shown.out
    assert "Taken back: a3" in shown.out
    assert shown.out.endswith("Left after 5 moves.\n")


def test_a_hint_is_legal(play: Play) -> None:
    shown = play(["a1", "hint", "hint"], *TWO)
    hints = [line.split("Try ")[1].partition(":")[0] for line in shown.out.splitlines() if "Try " in line]
    assert len(hints) == 2
    assert set(hints) <= {"b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}


def test_why(play: Play) -> None:
    shown = play(["b2", "why b2", "why a1", "why"], *TWO)
    assert "   18 |     to: empty\n" in shown.out
    assert '"a1" is legal here' in shown.out
    assert 'Why what? Write "why" and a move.' in shown.out


def test_why_understands_what_can_be_typed(play: Play) -> None:
    """Moves are typed loosely, and so are questions about them."""
    two = ("chess", "--against", "person")
    shown = play(["why e2e5", "why e2 e5", "why e2e4"], *two)
    assert shown.out.count('move e2-e5: "its move" does not lead from e2 to e5') == 2
    assert '"e2-e4" is legal here' in shown.out


def test_rules_and_reasons_fit_the_terminal(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = play(["rules", "why zz"], "chess", "--against", "person")
    lines = shown.out.replace("white> ", "\n").split("\n")
    assert max(map(len, lines)) < 60


def test_a_long_list_of_moves_tells_how_to_get_a_short_one(play: Play) -> None:
    short = '"moves" and a place lists only those that have to do with it.'
    assert f"These are 640. {short}" in play(["moves"], "duck_chess", "--against", "person").out
    assert short not in play(["moves", "moves e2"], "chess", "--against", "person").out


def test_help_names_everything(play: Play) -> None:
    shown = play(["help"], *TWO)
    for command in ("moves", "why", "hint", "undo", "board", "save", "help", "quit"):
        assert f"\n  {command}" in shown.out


def test_save_and_replay(play: Play, cli: Cli, tmp_path: Path) -> None:
    write(tmp_path, "kept.jsonl", "precious\n")
    shown = play(["b2", "save", "save kept.jsonl", "save no/where", "save game.jsonl", "a1", "save game.jsonl"], *TWO)
    assert "Where to?" in shown.out
    assert "kept.jsonl is already there; choose another name." in shown.out
    assert "no/where cannot be written: No such file or directory." in shown.out
    assert 'Saved 2 moves; "rulewright play --resume game.jsonl" goes on from here.' in shown.out
    assert (tmp_path / "kept.jsonl").read_text() == "precious\n"
    record = json.loads((tmp_path / "game.jsonl").read_text())
    assert (record["moves"], record["players"]) == (["b2", "a1"], {"x": "person", "o": "person"})
    assert cli("replay", "game.jsonl", "--check").code == 0
    assert "--resume 'my game.jsonl'\"" in play(["save my game.jsonl"], *TWO).out, "as a shell understands it"
    (tmp_path / "my game.jsonl").unlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl", "kept.jsonl"]


def test_chance_plays_by_itself(play: Play, tmp_path: Path) -> None:
    game = write(tmp_path, "bag.yaml", BAG)
    shown = play(["stay", "stay", "stay"], game, "--against", "person", "--seed", "2")
    assert shown.out.count("chance: ") == 3
    assert "The game is over: ann wins" in shown.out


def test_a_move_comes_before_a_command(play: Play, tmp_path: Path) -> None:
    game = write(tmp_path, "bag.yaml", BAG.replace("stay", "hint"))
    assert "Try" not in play(["hint"], game, "--against", "person").out


def test_wrong_bytes_are_a_wrong_move(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "play", *TWO],
        env=os.environ | {"PYTHONPATH": str(INTERPRETER), "PYTHONIOENCODING": "utf-8"},
        input=b"\xff\xfe\nb2\n",
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Left after 1 move." in done.stdout


def _after_prompt(out: str, prompt: str) -> str:
    return out.split(prompt)[1].split("\n" + prompt)[0]


def test_a_turn_part_by_part(play: Play) -> None:
    shown = play(["g1", "", "g1", "undo", "g1", "f3"], "chess", "--against", "person")
    assert shown.out.count('g1: go on with "f3", "h3". An empty line begins again.') == 3
    assert "white g1> " in shown.out
    assert "2  P  P  P  P  P  P  P  P\n" in shown.out
    assert "last move g1-f3" in shown.out
    assert shown.out.endswith("Left after 1 move.\n")


def test_the_last_move_is_marked_without_colours(play: Play) -> None:
    assert "4  ·  ·  ·  · [P] ·  ·  ·\n" in play(["e2-e4"], "chess", "--against", "person").out


def test_colours_when_they_are_wanted(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in play(["b2"], *TWO).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in play(["b2"], *TWO).out


def test_save_and_resume(play: Play) -> None:
    against = ("breakthrough", "--against", "greedy", "--seed", "4")
    assert "Saved 2 moves" in play(["a2-a3", "save kept.jsonl"], *against).out
    shown = play(["b2-b3", "save"], "--resume", "kept.jsonl")
    assert shown.code == 0
    assert "You play white, greedy plays black (seed 4)." in shown.out
    assert "Saved 4 moves" in shown.out, "the same file again"
    whole = play(["a2-a3", "b2-b3"], *against)
    assert shown.out.split("black: ")[1].split("\n")[0] == whole.out.split("black: ")[2].split("\n")[0]


def test_saving_loses_no_other_game(play: Play, cli: Cli, tmp_path: Path) -> None:
    """The game that was taken up goes on in its own line; if moves of it were taken back, it stays too."""
    assert cli("run", "tictactoe", "--games", "5", "--seed", "3", "--max-plies", "4", "--record", "r.jsonl").code == 0
    file = tmp_path / "r.jsonl"
    file.write_bytes(b"\n" + file.read_bytes().rstrip(b"\n"))  # as an editor may leave it
    before = file.read_bytes().split(b"\n")
    (tmp_path / ".r.jsonl.part").symlink_to(tmp_path / "victim")
    move = cli("moves", "tictactoe", "--after", ";".join(json.loads(before[-1])["moves"])).out.split()[0]
    as_people = ("--resume", "r.jsonl", "--against", "person")
    assert "Saved 5 moves" in play([move, "save"], *as_people).out
    after = file.read_bytes().split(b"\n")
    assert after[:5] == before[:5]
    assert len(after) == 7
    assert after[6] == b""
    assert (json.loads(after[5])["number"], json.loads(after[5])["moves"][4]) == (4, move)

    assert "Saved 4 moves" in play(["undo", "save", "save"], *as_people).out
    assert file.read_bytes().split(b"\n")[:6] == after[:6], "the game with the move that was taken back"
    assert len(file.read_bytes().splitlines()) == 7
    assert not (tmp_path / "victim").exists()
    assert cli("replay", "r.jsonl", "--check").out.startswith("6 games")


def test_a_game_that_finds_no_room_goes_on_and_the_file_stays(
    play: Play, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("run", "tictactoe", "--games", "2", "--max-plies", "4", "--record", "r.jsonl").code == 0
    before = (tmp_path / "r.jsonl").read_bytes()

    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("rulewright.cli.writing.os.write", full)
    shown = play(["save", "save other.jsonl", "moves"], "--resume", "r.jsonl", "--against", "person")
    assert shown.code == 0
    for name in ("r.jsonl", "other.jsonl"):
        assert f"{name} cannot be written: No space left on device." in shown.out
    assert (tmp_path / "r.jsonl").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="there a file that is open cannot be replaced at all")
def test_saving_into_a_record_that_grows_loses_no_game(play: Play, cli: Cli, tmp_path: Path) -> None:
    """While somebody else is writing it with --record."""
    game = cli("run", "tictactoe", "--games", "1", "--max-plies", "4", "--record", "-").out.splitlines()[0]
    with record_writer("r.jsonl", force=False) as write:
        assert write is not None
        for number in range(3):
            write(game)
            said = play(["save", f"save own{number}.jsonl"], "--resume", "r.jsonl", "--against", "person").out
            assert "r.jsonl cannot be written: another program is just writing to it; choose another name" in said
            assert f"--resume own{number}.jsonl" in said
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == f"{game}\n" * 3
    assert "Saved 4 moves" in play(["save"], "--resume", "r.jsonl", "--against", "person").out


def test_resume_against_somebody_else(play: Play) -> None:
    play(["b2", "a1", "save kept.jsonl"], *TWO)
    shown = play(["moves"], "--resume", "kept.jsonl", "--against", "random", "--as", "o")
    assert "You play o, random plays x" in shown.out
    assert "\nx: " in shown.out


def test_a_record_does_not_say_how_much_of_this_machine_a_program_takes(play: Play, tmp_path: Path) -> None:
    play(["b2", "save kept.jsonl"], *TWO)
    kept = tmp_path / "kept.jsonl"
    record = json.loads(kept.read_text(encoding="utf-8"))
    hungry = "mcts:playouts=10,threads=256,memory=1048576"
    record["players"] = dict.fromkeys(record["players"], hungry)
    kept.write_text(json.dumps(record) + "\n", encoding="utf-8")
    said = play(["quit"], "--resume", "kept.jsonl").out
    assert f"threads={min(256, os.cpu_count() or 1)},memory=512 plays" in said


def test_resume_knows_who_has_swapped(play: Play) -> None:
    """In Hex the second player takes the first one's side over; the person then holds the other one."""
    hex5 = ("hex", "--option", "size=5", "--against", "greedy", "--seed", "1")
    shown = play(["c3", "save kept.jsonl"], *hex5)
    assert "blue: swap" in shown.out
    assert "blue> " in shown.out
    again = play(["moves"], "--resume", "kept.jsonl")
    assert "You play red, greedy plays blue" in again.out
    assert "blue> " in again.out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "there is no game in kept.jsonl"),
        ("nonsense\n", "kept.jsonl:1: this line is not a record: it is not JSON"),
    ],
)
def test_what_cannot_be_resumed(play: Play, tmp_path: Path, content: str, sentence: str) -> None:
    write(tmp_path, "kept.jsonl", content)
    shown = play([], "--resume", "kept.jsonl")
    assert (shown.code, shown.out, shown.err) == (1, "", f"rulewright: {sentence}\n")


def test_a_changed_record_is_refused(play: Play, tmp_path: Path) -> None:
    play(["b2", "a1", "save kept.jsonl"], *TWO)
    record = json.loads((tmp_path / "kept.jsonl").read_text())
    write(tmp_path, "other.jsonl", json.dumps(record | {"moves": ["b2", "b2"]}) + "\n")
    shown = play([], "--resume", "other.jsonl")
    assert shown.code == 1
    assert shown.err.startswith('rulewright: this game cannot be taken up again: move 2: "b2" is not a legal move')


def test_a_game_whose_rules_have_changed_is_taken_up_with_a_note(play: Play, tmp_path: Path) -> None:
    play(["b2", "a1", "save kept.jsonl"], *TWO)
    text = (tmp_path / "kept.jsonl").read_text()
    record = json.loads(text)
    write(tmp_path, "other.jsonl", text.replace(record["rules"], "0" * 16))
    shown = play(["moves"], "--resume", "other.jsonl")
    note = "other.jsonl: the rules of tictactoe have changed since this was recorded\n"
    assert (shown.code, shown.err) == (0, note)
    write(tmp_path, "wrong.jsonl", json.dumps(record | {"rules": "0" * 16, "moves": ["b2", "b2"]}) + "\n")
    shown = play([], "--resume", "wrong.jsonl")
    assert shown.code == 1
    assert shown.err.endswith("; most likely because the rules have changed since\n")
    write(tmp_path, "newer.jsonl", text.replace('"language":1', '"language":7'))
    shown = play([], "--resume", "newer.jsonl")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.startswith("rulewright: newer.jsonl:1: this record is of a game in version 7 of the language; ")


def test_watching(play: Play) -> None:
    shown = play(["quit"], "tictactoe", "--watch", "--against", "greedy,random", "--seed", "3")
    assert shown.code == 0
    assert "greedy plays x, random plays o (seed 3)." in shown.out
    assert "The game is over: " in shown.out
    assert shown.out.endswith("over> ")


def test_a_word_for_whoever_has_won(play: Play, tmp_path: Path) -> None:
    one = """\
game: One
players: [ann, bob]
board: {tiling: square, size: 3x1}
pieces: {stone: {}}
actions: {drop: {place: my stone, to: empty}}
turn: drop
end: [win if WHO]
"""
    mine = write(tmp_path, "mine.yaml", one.replace("WHO", "some ann"))
    assert "You have won. Well played!" in play(["a1"], mine, "--against", "random").out
    assert "You have lost this one." in play(["b1"], mine, "--against", "random", "--as", "bob").out


def test_the_engine_replies_and_gives_hints(play: Play) -> None:
    """b2 and then a1 leave only one move that does not lose at once."""
    shown = play(["a1", "hint", "b1"], "tictactoe", "--as", "x", "--level", "4", "--seed", "1")
    assert "You play x, mcts:time=2,playouts=500 plays o" in shown.out
    assert "\no: b2" in shown.out.replace("x> ", "\n"), "anything but the middle loses"
    assert "Try " in shown.out


GAME = "tictactoe"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "which game? Write rulewright play GAME; rulewright list names them all"),
        ((GAME, "--against", "bob"), 'I know no player "bob"; there are person, random, greedy, mcts and alphabeta'),
        ((GAME, "--against", "random,greedy"), "--against names 2, but the other sides are o"),
        ((GAME, "--level", "3", "--time", "1"), "--level and --time both say how long mcts thinks; give one of them"),
        ((GAME, "--level", "3", "--against", "greedy"), "--level and --time are for mcts without settings of its own"),
        ((GAME, "--watch", "--as", "x"), "--watch lets programs play all sides; --as has no meaning then"),
        ((GAME, "--watch", "--against", "person"), "--watch lets programs play all sides; nobody is a person then"),
        ((GAME, "--pace", "1"), "--pace is for --watch"),
        (("--resume", "x.jsonl", "--option", "size=5"), "--resume knows the options of the game; leave --option out"),
        (
            (GAME, "--time", "0"),
            'argument --time: "0" should be a number of seconds above 0; see rulewright play --help',
        ),
    ],
)
def test_wrong_usage(play: Play, arguments: tuple[str, ...], sentence: str) -> None:
    shown = play([], *arguments)
    assert (shown.code, shown.out, shown.err) == (2, "", f"rulewright: {sentence}\n")
