"""Sweeps and comparisons: what they find where the truth is known from elsewhere."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from rulewright.lab.compare import differences
from rulewright.lab.intervals import Figure
from rulewright.lab.settings import Axis, NoSetting, axis
from rulewright.lab.versions_page import sweep_sentence
from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

ROWS = 8
# Two runners in lanes of their own, driven by a die alone; bob may begin further on, to make up for the second turn.
RACE = f"""\
game: Race
players: [ann, bob]
board: {{tiling: square, size: 2x{ROWS}}}
pieces: {{runner: {{each: 1}}}}
setup:
  ann runner: a1
  bob runner: b1
actions:
  roll:
    with: {{pips: 1..2}}
    say: "{{pips}}"
  walk:
    move: mine
    path: step n over times(roll.pips - 1) empty to empty
  stay: {{}}
turn: chance roll then (walk else stay)
end:
  - win if some mine in row {ROWS}
"""


def _chances(begin: int) -> float:
    """The chances of ann, by working back from the end; nothing of Rulewright is asked."""
    chances = {(a, b): 0.5 for a in range(1, ROWS) for b in range(1, ROWS)}
    for _ in range(300):
        chances = {
            (a, b): sum(
                1.0 if a + pips == ROWS else 1 - chances[b, a + pips if a + pips < ROWS else a] for pips in (1, 2)
            )
            / 2
            for a, b in chances
        }
    return chances[1, begin]


def test_a_sweep_finds_the_fair_setting_of_a_game_made_for_it(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    truth = {begin: _chances(begin) for begin in range(1, 6)}
    fair = min(truth, key=lambda begin: abs(truth[begin] - 0.5))
    assert fair == 2
    (tmp_path / "race.yaml").write_text(RACE)
    shown = cli("lab", "race.yaml", "--sweep", "7:16=1..5", "--games", "300", "--workers", "2", "--json")
    assert shown.code == 0, shown.err
    told = json.loads(shown.out)
    assert told["verdict"].startswith(f"Nearest to the goal (balance): 7:16={fair}")
    assert told["failed"] == []
    found = told["settings"]
    assert found[0]["setting"] == f"7:16={fair}"
    for each in found:
        begin = int(each["setting"].partition("=")[2])
        assert each["first_side"]["low"] - 0.05 < truth[begin] < each["first_side"]["high"] + 0.05
    assert not found[-1]["may_be_best"]
    assert found[-1]["setting"] == "7:16=5"


def test_a_sweep_of_options_and_its_page(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    shown = cli("lab", "hex", "--sweep", "size=5,7", "--games", "2", "--goal", "length=10", "--workers", "1")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("Nearest to the goal (length=10): size=5")
    page = (tmp_path / "hex-sweep.html").read_text()
    assert "size=7" in page
    assert "<svg" in page


def test_what_is_compared_with_itself_does_not_differ_and_what_differs_is_told(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "race.yaml").write_text(RACE)
    (tmp_path / "far.yaml").write_text(RACE.replace("b1", "b5"))
    same = cli("lab", "--compare", "race.yaml", "race.yaml", "--games", "40", "--json", "--workers", "1")
    assert same.code == 0, same.err
    assert not [each for each in json.loads(same.out)["differences"] if each["real"]]
    assert json.loads(same.out)["verdict"] == "No difference between race.yaml and race.yaml is proven."
    other = cli("lab", "--compare", "race.yaml", "far.yaml", "--games", "150", "--workers", "2")
    assert other.code == 0, other.err
    assert other.out.startswith("race and far differ for certain in: points of the first side, turns of a game")
    assert (tmp_path / "race-far-compare.html").exists()


def test_what_an_option_does_not_have_is_told_and_one_setting_is_compared_with_nothing(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
) -> None:
    shown = cli("lab", "hex", "--sweep", "size=3..5", "--games", "1", "--workers", "1")
    sentence = 'Left out, because the game does not allow it: size=3; size=4 ("3" is no value of option "size".)'
    assert shown.code == 0
    assert shown.err == f"{sentence}\nwrote hex-sweep.html\n"
    assert shown.out.startswith("Only size=5 was measured: there is nothing to compare it with.\n")
    assert sentence in unescape((tmp_path / "hex-sweep.html").read_text())


def test_of_what_nothing_is_known_nothing_is_proven() -> None:
    import rulewright
    from rulewright.lab.settings import Setting
    from rulewright.lab.study import Terms
    from rulewright.lab.survey import Survey
    from rulewright.lab.sweep import goal, ranked

    game, aim = rulewright.load("tictactoe"), goal("balance")
    known, unknown = Survey([Setting("a", game), Setting("b", game)], 1, Terms(None, 0)).measured()
    known = replace(known, strength=replace(known.strength, sides=(Figure(0.5, 0.4, 0.6, 90), None)))
    ranking = ranked([unknown, known], aim)
    assert [(each.measured.setting.label, each.may_be_best) for each in ranking] == [("a", True), ("b", True)]
    assert sweep_sentence(ranking, aim).endswith("1 other may be as near, more games would tell.")
    assert sweep_sentence(ranked([unknown], aim), aim).startswith("Too few games")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("size=5..7", Axis("size", ("5", "6", "7"))),
        ("line=3, 5", Axis("line", ("3", "5"))),
        ("swap=yes,no", Axis("swap", ("yes", "no"))),
        ("12:17=2..3", Axis("12:17", ("2", "3"))),
    ],
)
def test_what_can_be_swept(text: str, found: Axis) -> None:
    assert axis(text) == found


@pytest.mark.parametrize("text", ["size", "=3", "size=", "size=5..", "size=9..5", "size=1..99999", "size=1,,2"])
def test_what_cannot(text: str) -> None:
    with pytest.raises(NoSetting):
        axis(text)


@pytest.mark.parametrize(
    ("code", "arguments", "sentence"),
    [
        (2, ("race.yaml", "--goal", "balance"), "--goal is what a sweep looks for: add --sweep"),
        (2, ("race.yaml", "--compare", "race.yaml", "race.yaml"), "--compare names both games"),
        (2, (), "which game? Name a file or the id of a library game"),
        (2, ("race.yaml", "--sweep", "7:16=1..2", "--goal", "fun"), 'I know no goal "fun"; there is balance, draws'),
        (2, ("race.yaml", "--sweep", "size"), '"--sweep size" should look like --sweep size=5..9'),
        (1, ("race.yaml", "--sweep", "7:15=1..2"), "no number begins at line 7, column 15 of race.yaml"),
        (1, ("race.yaml", "--sweep", "99:1=1..2"), "no number begins at line 99, column 1 of race.yaml"),
        (1, ("race.yaml", "--sweep", "7:16=x"), '"x" is no number, so it cannot stand at line 7, column 16'),
        (
            1,
            ("race.yaml", "--sweep", "7:16=1..99", "--sweep", "10:17=1..9"),
            "these are 891 settings; 200 can be swept",
        ),
    ],
)
def test_wrong_usage(cli: Cli, tmp_path: Path, code: int, arguments: tuple[str, ...], sentence: str) -> None:  # noqa: F811
    (tmp_path / "race.yaml").write_text(RACE)
    shown = cli("lab", *arguments)
    assert (shown.code, shown.out) == (code, "")
    assert shown.err.startswith(f"rulewright: {sentence}")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("what", ["nothing", "a folder", "a pipe", "endless", "no text"])
def test_what_is_no_game_file_is_told_as_everywhere(cli: Cli, tmp_path: Path, what: str) -> None:  # noqa: F811
    """A sweep of a place reads the file itself, too."""
    path = tmp_path / "mine.yaml"
    if what == "a folder":
        path.mkdir()
    elif what == "a pipe":
        os.mkfifo(path)
    elif what == "endless":
        path.symlink_to("/dev/zero")
    elif what == "no text":
        path.write_bytes(b"\xff\xfegame: Mine\n")
    codes = {"nothing": "file-missing", "a folder": "file-directory", "no text": "file-encoding"}
    told = cli("lab", "./mine.yaml", "--sweep", "1:2=3..4", "--time", "1")
    assert told.code == 1
    assert f"error[{codes.get(what, 'file-kind')}]" in told.err if what != "nothing" else "there is no file" in told.err


def test_no_such_option_is_told_as_everywhere(cli: Cli) -> None:  # noqa: F811
    shown = cli("lab", "hex", "--sweep", "sise=5..6")
    assert shown.code == 1
    assert "option" in shown.err
    assert "Traceback" not in shown.err


def test_figures_of_nothing_differ_in_nothing() -> None:
    import rulewright
    from rulewright.lab.settings import Setting
    from rulewright.lab.study import Terms
    from rulewright.lab.survey import Survey

    game = rulewright.load("tictactoe")
    first, second = Survey([Setting("a", game), Setting("b", game)], 1, Terms(None, 0)).measured()
    assert differences(first, second) == ()
