"""Rules that nobody would miss, and puzzles: in games made for it, where one can see what must come out."""

from __future__ import annotations

import rulewright
from rulewright.game import Game
from rulewright.lab.puzzles import puzzles
from rulewright.lab.removed import Removals, without_each
from rulewright.lab.tasks import GameTask, Setup, StudiedGame, Turn, prepare
from rulewright.lab.traces import decisions_of, moments

# Walking backwards is never possible (nobody ever stands further on than where they would go back to an empty place is
# forbidden by `never`), `never` never happens, and the second end rule comes after one that says the same.
_IDLE = """\
game: Idle
players: [ann, bob]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty, if: count mine < 9}
  never: {place: my stone, to: empty, if: count mine > 9}
turn: drop or never
stuck: draw
end:
  - win if line of 3 mine
  - win if line of 3 my stone
"""


def _played(game: Game, player: str, games: int) -> list[StudiedGame]:
    work = prepare(Setup(game, 1, 200))
    return [work(GameTask(player, (player,) * len(game.players), number), lambda _: None) for number in range(games)]


def _changes(found: Removals) -> set[tuple[int, str]]:
    return {(each.span.line if each.span else 0, str(each)) for each in found.needless}


def test_rules_without_which_every_game_goes_the_same() -> None:
    game = rulewright.load(_IDLE)
    found = without_each(game, _played(game, "random", 6), 1, lambda: False)
    assert found is not None
    assert found.tried == found.known
    assert found.games == 6
    changes = _changes(found)
    assert (6, '"if: count mine < 9" left out') in changes  # nobody has nine stones
    assert (8, '"drop or never" → "drop"') in changes
    assert (12, '"win if line of 3 my stone" left out') in changes  # the rule above it says the same
    assert not [change for change in changes if '"drop or never" → "never"' in change]
    assert not [line for line, _ in changes if line == 9]  # some of these games are drawn: stuck is needed


def test_no_rule_is_judged_by_half_of_the_positions() -> None:
    """Time is asked for at each position: with Vier Kreise a page came twelve seconds late."""
    game = rulewright.load(_IDLE)
    games, asked = _played(game, "random", 2), 0
    positions = sum(len(each.turns) + 1 for each in games)

    def over() -> bool:
        nonlocal asked
        asked += 1
        return asked > positions + 6  # in the middle of the first or second rule that is left out

    found = without_each(game, games, 1, over)
    assert found is not None
    assert asked == positions + 7
    assert (found.games, found.positions) == (2, positions)
    assert found.tried < 6
    assert found.tried < found.known
    assert without_each(game, games, 1, lambda: True) is None, "no time: not even for what is too long"


def test_without_a_game_no_rule_is_called_needless() -> None:
    """Where all games were too long to be played again, nearly the whole file was marked as missed by nobody."""
    found = without_each(rulewright.load("tictactoe"), [], 1, lambda: False)
    assert found is not None
    assert (found.games, found.tried, found.needless) == (0, 0, ())
    assert found.known > 0


def test_an_alternative_that_nobody_chooses_is_told_with_the_moves_that_would_be_missed() -> None:
    """Stones may step as well. After a1 and c3, ann could step to three places; nobody ever did."""
    game = rulewright.load(_IDLE.replace("{place: my stone, to: empty, if: count mine > 9}",
                                         "{move: my stone, path: step any to empty}"))  # fmt: skip
    turns = tuple(Turn(side, text, 9, 1, (0,), (), (), None) for side, text in enumerate(("a1", "c3")))
    studied = StudiedGame(GameTask("by hand", ("x", "x"), 0), turns, None, None, frozenset(), (), 0.0)
    found = without_each(game, [studied], 1, lambda: False)
    assert found is not None
    missed = {str(each): each.missed for each in found.needless}
    assert missed['"drop or never" → "drop"'] == 3


def test_puzzles_have_one_move_that_wins_by_force() -> None:
    """Each is looked at again without the lab: no other move wins as soon, whatever is replied."""
    game = rulewright.load("connect_four")
    found = puzzles(game, _played(game, "mcts:playouts=20", 8), 1, 2, lambda: False)
    assert found
    for puzzle in found:
        winning = [
            move.text for move in puzzle.state.legal_moves if _wins(puzzle.state, move.text, puzzle.turns)
        ]  # fmt: skip
        assert winning == [puzzle.move]


def _wins(state: rulewright.State, move: str, turns: int) -> bool:
    me, after = state.player, state.copy()
    after.push(move)
    if after.outcome is not None:
        return after.outcome.winners == (me,)
    if turns == 1:
        return False
    for reply in after.legal_moves:
        answered = after.copy()
        answered.push(reply)
        if answered.outcome is not None or not any(
            _wins(answered, each.text, turns - 1) for each in answered.legal_moves
        ):
            return False
    return True


def test_a_game_of_chance_is_played_again_as_it_was() -> None:
    game = rulewright.load("backgammon")
    (studied,) = _played(game, "random", 1)
    positions = list(moments(game, studied, 1))
    assert [each.turn for each in positions if each.turn is not None] == list(studied.turns)
    if studied.worths is not None:
        assert positions[-1].state.outcome is not None


def test_decisions_of_a_turn() -> None:
    """Tic-tac-toe: a place. Breakthrough: which man and where to. Amazons: and where the arrow goes."""
    for name, wanted in (("tictactoe", 1), ("breakthrough", 2), ("amazons", 3)):
        state = rulewright.load(name).start()
        assert decisions_of(state, state.legal_moves[0].text) == wanted


def test_what_somebody_gets_belongs_to_them_after_a_swap_of_sides() -> None:
    """Red begins, blue takes the seat of red, and whoever holds red then wins: that is who began as blue."""
    game = rulewright.load("hex", size=5)
    script = ["a1", "swap", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e3", "e2"]  # the file's own test: blue wins

    class Scripted:
        spec = "scripted"

        def choose(self, state: rulewright.State, seed: int, stop: object = None, tell: object = None) -> object:
            from rulewright.players.player import Opinion

            return Opinion(state.parse(script[len(state.history)]), values=(0.75, 0.25))

        def forget(self) -> None:
            pass

    from rulewright.lab.tasks import play

    players = [Scripted(), Scripted()]
    studied = play(game, players, GameTask("x", ("x", "x"), 0), Setup(game, 1, 100))  # type: ignore[arg-type]
    assert studied.worths == (1.0, 0.0)  # blue has won, and is held by who began as red
    before, after = studied.turns[1], studied.turns[2]
    assert (before.values, after.values) == ((0.75, 0.25), (0.25, 0.75))
    assert (before.side, after.side) == (1, 0)  # blue moves on after its swap, now in the hands of who began
