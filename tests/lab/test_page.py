"""The command, its page and its figures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

_BAD = """game: "<b>Bad</b> & unfair"
players: [first, second]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty}
  never: {place: my stone, to: empty, if: count mine > 9}
turn: drop or never
end:
  - first wins if some first stone
tests: [{moves: [a1, a2, a3, b1, b2, b3, c1, c2, c3]}]
"""


def test_an_unfair_game_with_a_dead_rule(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "bad.yaml").write_text(_BAD)
    shown = cli("lab", "bad.yaml", "--games", "10", "--workers", "1")
    assert shown.code == 0, shown.err
    assert "with perfect play first, who begins, wins in 1 turn; between equal players first gets 100 %" in shown.out
    page = (tmp_path / "bad-lab.html").read_text()
    assert "<b>Bad" not in page
    assert "&lt;b&gt;Bad" in page
    assert '<span class="dead" title="never used">  never:' in page
    assert '<span class="dead" title="never used">  - first wins' not in page  # that is how all games have ended
    assert "http" not in page.replace("http-equiv", "")  # nothing from outside
    body = page[page.index("<body>") : page.index("</html>")]
    ElementTree.fromstring(body)  # every element is closed


def test_the_same_seed_gives_the_same_figures(cli: Cli) -> None:  # noqa: F811
    study = ("lab", "tictactoe", "--games", "3", "--json", "--seed", "5")
    one, two = cli(*study, "--workers", "1"), cli(*study, "--workers", "2")
    assert one.code == two.code == 0
    assert json.loads(one.out) == json.loads(two.out)
    assert json.loads(one.out)["strengths"][0]["games"] == 3


def _leaves(value: object) -> Iterator[float | str]:
    """All words and broken numbers within; nothing of rules, states and moves, which are written in words."""
    if isinstance(value, float | str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from (*_leaves(key), *_leaves(each))
    elif isinstance(value, Sequence | Set):
        for each in value:
            yield from _leaves(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in ("game", "state", "span", "seconds"):
                yield from _leaves(getattr(value, field.name))


def test_a_program_is_told_all_that_the_page_tells(tmp_path: Path) -> None:
    """The page is made of a report, and so is the JSON: whatever words and numbers are in the one are in the other."""
    import rulewright
    from rulewright.lab.data import data
    from rulewright.lab.incremental import _Clock, _Inside
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup

    (tmp_path / "bad.yaml").write_text(_BAD)
    for name in (tmp_path / "bad.yaml", "tictactoe"):
        game = rulewright.load(name)
        study = Study(game, Setup(game, 1, 20), Terms(None, 2, _Inside(clock=_Clock(inf))))
        study.run()
        report = study.report()
        told = data(report)
        assert set(_leaves(report)) <= {*_leaves(told), ""}  # where no file says anything
        assert told["begins"] == game.players[0]
        assert told["unused_in_games"] == report.thoughtful


def test_a_page_is_not_written_over(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "page.html").write_text("mine")
    shown = cli("lab", "tictactoe", "-o", "page.html")
    assert shown.code == 1
    assert "is already there" in shown.err
    assert (tmp_path / "page.html").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--journal", "here", "-o", "./here"), "--journal and -o name the same file, ./here"),
        (("--journal", "tictactoe-lab.html"), "--journal and -o name the same file, tictactoe-lab.html"),
        (("--parquet", "here", "-o", "here"), "--parquet and -o name the same file, here"),
        (("--journal", "here", "--parquet", "here", "--json"), "--journal and --parquet name the same file, here"),
    ],
)
def test_what_a_study_writes_does_not_replace_itself(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
    arguments: tuple[str, ...],
    told: str,
) -> None:
    """The page took the place of the journal with all games in it."""
    shown = cli("lab", "tictactoe", "--games", "1", "--force", *arguments)
    assert (shown.code, list(tmp_path.iterdir())) == (2, [])
    assert told in shown.err


def test_solve(cli: Cli) -> None:  # noqa: F811
    shown = cli("solve", "tictactoe")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Tic-Tac-Toe with perfect play: ")
    assert "(5,478 positions)" in shown.out
    large = cli("solve", "chess", "--positions", "50")
    assert large.code == 1
    assert "Chess cannot be solved: it has more than 50 positions" in large.err


def test_a_small_game_is_solved_beside(cli: Cli) -> None:  # noqa: F811
    """Tic-tac-toe is drawn, whoever wins between players who look no further; Winning Ways: who begins wins Dodgem."""
    drawn = json.loads(cli("lab", "tictactoe", "--games", "2", "--json", "--workers", "1").out)
    assert drawn["solved"]["value"] == "draw"
    assert drawn["verdict"][0].startswith("The game is solved: with perfect play nobody can force a win")
    won = json.loads(cli("lab", "dodgem", "--games", "2", "--json", "--workers", "1").out)
    assert won["solved"]["value"] == "win"
    assert won["verdict"][0].startswith("The game is solved: with perfect play white, who begins, wins in ")


def test_what_there_was_no_time_for_is_not_called_needed() -> None:
    import rulewright
    from rulewright.lab.page_rules import dead
    from rulewright.lab.removed import Removals
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()
    for found in (None, Removals(0, 36, 2, 381, ())):
        assert "not left out yet, for want of time" in dead(replace(report, removals=found))
    some = dead(replace(report, removals=Removals(3, 36, 2, 381, ())))
    assert "3 of 36 rules, alternatives and conditions were left out in 2 games, 381 positions: each of these" in some


def test_verdicts_about_random_players_say_so() -> None:
    """Random games of Hive do not end, and those of people do."""
    import rulewright
    from rulewright.lab.figures import strength
    from rulewright.lab.intervals import Figure
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup
    from rulewright.lab.verdict import course, fairness

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()
    random = replace(
        strength("random", [], 2), games=20, cut_off=18, sides=(Figure(1, 0.2, 1, 2), None), length=Figure(9, 9, 9, 20)
    )
    report = replace(report, strengths=(random,))
    assert fairness(report) == "Too few games have ended to say who has the better side."
    assert course(report).startswith("Most games do not end: 90 % were cut off between players who move at random;")
    better = replace(random, cut_off=0, sides=(Figure(0.9, 0.8, 1, 20), None))
    told = fairness(replace(report, strengths=(better,)))
    assert "90 % (80 to 100) of the points between players who move at random, an advantage" in told


def test_the_share_of_a_study_counts_what_games_cost() -> None:
    import rulewright
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import GameTask, Setup, StudiedGame

    game = rulewright.load("tictactoe")
    study = Study(game, Setup(game, 1, 20), Terms(None, 2))

    def play(seconds: float) -> None:
        each = next(series for series in study._series if len(series.done) < 2)
        each.add(StudiedGame(GameTask(each.name, each.tables[0], 0), (), None, None, frozenset(), (), seconds))

    assert (study.share, study.wanted) == (0, 12)
    play(1)
    play(1)
    assert study.share == 0  # what thinking costs is not known yet
    play(20)  # 100 playouts a side: 0.1 seconds each, if both sides are counted
    # Of 2 x (1 + 20 + 20 + 5 + 20 + 8) seconds; the ladder's playouts are 10 + 40, 40 + 160 and 160 + 640, and who
    # thinks more than somebody whose game came to no end is taken to end it after a tenth of the turns.
    assert study.share == pytest.approx(22 / 148)
    for _ in range(9):
        play(20)
    assert study.share == 1


def test_random_games_alone_say_nothing_about_dead_rules_and_nothing_even_is_no_advice() -> None:
    import rulewright
    from rulewright.lab.figures import Strength
    from rulewright.lab.intervals import Figure
    from rulewright.lab.page import _swap
    from rulewright.lab.page_rules import dead
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup
    from rulewright.lab.verdict import depth
    from rulewright.players.player import Candidate

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()
    assert depth(report).endswith("was not measured yet, nor which rules players who think never use.")
    assert "of players who move at random" in dead(report)
    one, two = game.start().legal_moves[:2]
    for value, told in ((0.9, "a swap rule would not mend it"), (0.5, "whoever chooses to swap")):
        moves = (Candidate(one, 900, 0.8), Candidate(two, 300, value))
        assert told in _swap(replace(report, first_moves=moves))
    near = replace(report, first_moves=(Candidate(one, 900, 0.54), Candidate(two, 300, 0.5)))
    assert "a swap rule is not needed" in _swap(near)
    played = Strength("mcts:playouts=1000", 155, 0, None, None, (Figure(0.62, 0.55, 0.69, 155), None), None, (), ())
    assert "not needed" not in _swap(replace(near, strengths=(*near.strengths[:-1], played)))  # as in Kalah


def test_who_asks_for_a_page_after_a_minute_has_it_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of Connect6 came after 108 seconds: what is asked beside the games took as long as it took."""
    import rulewright
    from rulewright.lab import study as module
    from rulewright.lab.page import page
    from rulewright.lab.tasks import GameTask, Setup, play
    from rulewright.players.spec import player
    from rulewright.spread.news import Tick
    from rulewright.spread.where import Where

    now = 0.0

    class Stuck:
        """Whoever is asked works on the first question for ever."""

        def run(self, tasks: Iterator[object]) -> Iterator[Tick]:
            nonlocal now
            if next(tasks, None) is not None:
                while True:
                    now += 0.2
                    yield Tick(0)

    class There(Where):
        def crew(self, *_: object, **__: object) -> Any:
            return Stuck()

    monkeypatch.setattr(module, "monotonic", lambda: now)
    game = rulewright.load("tictactoe")
    setup = Setup(game, 1, 20)
    study = module.Study(game, setup, module.Terms(60, 0, There()))
    pages = list[float]()
    study.terms = module.Terms(150, 0, There())
    study.run(tell=lambda: pages.append(now))
    assert 140 < now < 150
    study.terms, now = module.Terms(60, 0, There()), 0.0
    study.run()
    assert 55 < now < 57
    thinking = "mcts:playouts=10"
    players = [player(thinking), player(thinking)]
    for number in range(2):
        study._series[1].add(play(game, players, GameTask("mcts:playouts=100", (thinking,) * 2, number), setup))
    shown = page(study.report(), lambda: True)
    assert "Not ready yet: the first moves, decisions, puzzles, needless rules. With more time" in shown
    assert "For want of time only the first 0 are drawn." in shown
    assert "Not ready yet" not in page(replace(study.report(), missing=()))


def test_whether_there_is_time_is_asked_at_each_position() -> None:
    import rulewright
    from rulewright.lab.looking import decisions
    from rulewright.lab.tasks import GameTask, Setup, play
    from rulewright.players.spec import player

    game = rulewright.load("tictactoe")
    random = play(game, [player("random")] * 2, GameTask("random", ("random",) * 2, 0), Setup(game, 1, 20))
    assert decisions(game, [random], 1, lambda: False) is not None
    assert decisions(game, [random], 1, iter([False, True]).__next__) is None


def test_few_games_make_no_eleven_levels() -> None:
    """Abalone after a minute: two games of each pair, all won by the stronger, and it was "about 11 levels"."""
    import rulewright
    from rulewright.lab.figures import Rung
    from rulewright.lab.intervals import Figure
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup
    from rulewright.lab.verdict import depth

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()
    rung = Rung("mcts:playouts=10", "mcts:playouts=40", Figure(1, 0.34, 1, 2), 400.0)
    for low, told in ((1.1, "1 to 11 levels"), (6, "about 11 levels")):
        ladder = replace(report.ladder, rungs=(rung,), levels=Figure(11.4, low, 11.4, 4))
        assert depth(replace(report, ladder=ladder)).startswith(f"Thinking helps: {told} of players were found ")


def test_a_game_without_an_end_is_called_so() -> None:
    """Ten games, and all were cut off: nothing else is known of it, and no swap rule helps."""
    import rulewright
    from rulewright.lab.charts import histogram
    from rulewright.lab.page import page
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import GameTask, Setup, StudiedGame, Turn
    from rulewright.lab.verdict import verdict

    game = rulewright.load("tictactoe")
    study = Study(game, Setup(game, 1, 3), Terms(None, 9))
    turn = Turn(0, "a1", 2, 1, (0,), (0,), (), None)
    for series in study._series[:2]:
        for number in range(5):
            task = GameTask(series.name, series.tables[0], number)
            series.add(StudiedGame(task, (turn,) * 3, None, None, frozenset(), (), 0.1))
    fair, course, depth = verdict(study.report())
    assert fair == "Nobody can say who has the better side, since no game has ended."
    assert course == "No game has ended: all 10 were cut off after 3 turns."
    assert depth.startswith("Whether thinking helps cannot be told either; ")
    shown = page(study.report())
    assert "<tbody></tbody>" not in shown, "nothing ended them, and nobody got any points"
    assert histogram("Length", [("random", [1000])], "turns").count(">1000</text>") == 1, "all are of one length"
    ended = StudiedGame(GameTask("random", ("random",) * 2, 7), (turn,), (1.0, 0.0), None, frozenset(), (), 0.1)
    study._series[0].add(ended)
    assert "No game has ended" not in verdict(study.report())[1]


def test_a_game_that_is_bad_in_every_way_is_called_so() -> None:
    """Dogs can only win, the hare cannot; who thinks comes to no end; nobody can fly, nobody is caught who thinks."""
    import rulewright
    from rulewright.lab.page import page
    from rulewright.lab.solve import solve
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import GameTask, Setup, play
    from rulewright.lab.verdict import verdict
    from rulewright.players.spec import player

    game = rulewright.load(Path(__file__).parent / "games" / "never_caught.yaml")
    setup = Setup(game, 1, 100)
    study = Study(game, setup, Terms(None, 10))
    random, fair = study._series[:2]
    players = {random.name: [player(random.name)] * 2, fair.name: [player(fair.name), player(fair.name)]}
    for series, games in ((random, 30), (fair, 3)):
        for number in range(games):
            series.add(play(game, players[series.name], GameTask(series.name, series.tables[0], number), setup))
    report = study.report()
    fair_told, course, _ = verdict(report)
    assert course.startswith("Most games do not end: ")
    assert "too few games of others were played (3, none of which has ended), more time would tell" in course
    assert "dogs has clearly the better side: 100 %" in fair_told
    for number in (3, 4):
        fair.add(play(game, players[fair.name], GameTask(fair.name, fair.tables[0], number), setup))
    report = replace(study.report(), solution=solve(game, 3000))
    fair_told, course, depth = verdict(report)
    assert fair_told == "The game is solved: with perfect play nobody can force a win."
    assert course == (
        "Most games do not end: 100 % were cut off, in 5 games of mcts:playouts=100; more time would tell."
    )
    assert depth.endswith("; 3 things in the file are never used.")
    shown = page(report)
    for line in ("catch: {move", "fly: {move", "- dogs wins"):
        assert f'<span class="dead" title="never used">  {line}' in shown
    assert '<span class="dead" title="never used">  walk' not in shown


def test_some_games_of_players_who_think_say_more_than_many_random_ones() -> None:
    """A minute of Hive: eight games of the strongest players, and it was said that nothing is known."""
    import rulewright
    from rulewright.lab.figures import strength
    from rulewright.lab.intervals import Figure
    from rulewright.lab.study import STRENGTHS, Study, Terms
    from rulewright.lab.tasks import Setup
    from rulewright.lab.verdict import course

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()

    def strongest(*games: int) -> str | None:
        strengths = tuple(
            replace(strength(name, [], 2), games=number) for name, number in zip(STRENGTHS, games, strict=True)
        )
        best = replace(report, strengths=strengths).strongest
        return best.name if best is not None else None

    random, fair, strong = STRENGTHS
    for games, name in (
        ((50, 50, 10), strong), ((50, 50, 9), fair), ((50, 4, 8), strong), ((50, 7, 8), strong), ((50, 4, 4), random),
        ((9, 0, 4), None),
    ):  # fmt: skip
        assert strongest(*games) == name, games
    some = replace(strength(strong, [], 2), games=8, length=Figure(75, 60, 90, 8))
    told = course(replace(report, strengths=(strength(random, [], 2), some)))
    assert told == "A game takes 75 turns on average, in 8 games of mcts:playouts=1000; more time would tell."


def test_what_more_thought_sees_is_said_beside_even_games() -> None:
    """Connect Four is won by who begins: 98 games of players who see less were even, and the sides were called so."""
    import rulewright
    from rulewright.lab.figures import strength
    from rulewright.lab.intervals import Figure
    from rulewright.lab.study import STRONG, Study, Terms
    from rulewright.lab.tasks import Setup
    from rulewright.lab.verdict import fairness
    from rulewright.players.player import Candidate

    game = rulewright.load("connect_four")
    even = replace(strength(STRONG, [], 2), games=98, sides=(Figure(0.51, 0.41, 0.6, 98), Figure(0.49, 0.4, 0.59, 98)))
    report = replace(Study(game, Setup(game, 1, 20), Terms(None, 0)).report(), strengths=(even, even))
    middle = next(move for move in game.start().legal_moves if move.text == "d")
    for value, told in ((0.64, "; but who looks further puts red at 64 %, after d."), (0.53, " equal players.")):
        assert fairness(replace(report, first_moves=(Candidate(middle, 1990, value),))).endswith(told)
