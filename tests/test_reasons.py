"""`State.why`: the first failing test of the candidate that gets furthest (semantics D77)."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.headless.random_games import random_move
from rulewright.language.game_files import shipped
from rulewright.state import State
from tests.all_sorts import all_sorts_or_rest

SLOW = {"amazons", "go", "quoridor", "backgammon", "king_of_the_hill"}


def after(game: str, *moves: str) -> State:
    state = rulewright.load(game).start()
    for move in moves:
        state.push(move)
    return state


def message(state: State, text: str) -> str:
    reason = state.why(text)
    assert reason is not None
    return reason.message


def rules(text: str) -> State:
    return rulewright.load(text).start()


# ---------------------------------------------------------------- the tests of a part, in their order


def test_a_member_of_a_set_leaves_the_target_out() -> None:
    state = after("surikata", "c3", "a1", "b1", "d1", "e1", "c2")
    reason = state.why("a2")
    assert reason is not None
    assert reason.message == 'drop on a2: "empty not in seen" fails because a2 is in seen'
    assert reason.span is not None
    assert reason.span.text == "empty not in seen"
    assert reason.sites == ("a2",)
    assert message(state, "c3") == 'drop on c3: "empty not in seen" fails because there is a mound on c3'


def test_a_condition_for_each_site_says_what_fails_there() -> None:
    state = rules("""
game: Apart
players: [black, white]
board: {tiling: hex, shape: hexagon, size: 3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty where count (mine next to it) < 2 and no (enemy next to it)}
turn: drop
""")
    for move in ("a1", "e5", "a2", "e4"):
        state.push(move)
    assert message(state, "b2").endswith('fails because for b2, "count (mine next to it)" is 2')
    assert message(state, "d4").endswith('fails because for d4, e4 and e5 are "enemy next to it"')
    assert message(state, "a2").endswith("fails because there is a black stone on a2")


def test_which_piece() -> None:
    state = after("creeper")
    assert message(state, "D4-D5") == 'shunt D4-D5: "my pawn" fails because D4 is empty'
    assert message(state, "A6-B6") == 'shunt A6-B6: "my pawn" fails because there is a black pawn on A6'


def test_a_path_that_is_blocked() -> None:
    state = after("creeper")
    assert message(state, "A2-A3") == 'shunt A2-A3: "step orth to empty" fails because there is a white pawn on A3'
    assert message(state, "A2xC2").endswith('"jump orth over enemy pawn to empty" fails because B2 is empty')
    assert message(state, "A2+C4").endswith('"jump diag over octagon to empty" does not lead from A2 to C4')
    reason = state.why("A2xC2")
    assert reason is not None
    assert reason.span is not None
    assert reason.span.text == "enemy pawn"


def test_the_candidate_that_gets_furthest_decides() -> None:
    """Both a step and a jump lead nowhere; the jump fails later on its way."""
    assert message(after("erleuchtung"), "c1-c3").startswith("jump c1-c3: ")


def test_the_path_of_the_piece_that_moves() -> None:
    state = after("chess", "e2-e4", "e7-e5")
    assert message(state, "a1-a3").endswith("there is a white pawn on a2")
    assert message(state, "e4-e5") == 'move e4-e5: "step forward to empty" fails because there is a black pawn on e5'
    assert message(state, "g1-g3") == 'move g1-g3: "its move" does not lead from g1 to g3'


def test_a_condition_says_its_numbers() -> None:
    state = after("abalone")
    assert '"count marbles" is 2' in message(state, "a1a2")


def test_an_empty_tray() -> None:
    text = """
game: Two Stones
players: [white, black]
board: {tiling: square, size: 3x1}
pieces:
  stone: {each: 1, letter: o}
setup: {hand: {stone: 1}}
actions:
  drop: {place: stone, to: empty}
turn: drop
stuck: pass
end: [draw if passes = 2]
tests:
  - perft: [3]
"""
    state = rules(text)
    state.push("a1")
    state.push("b1")
    assert message(state, "c1") == "drop on c1: there is no stone left in the hand"


def test_lifted_and_hooks() -> None:
    state = after("hive", "wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-")
    reason = state.why("wS1 \\wQ")
    assert reason is not None
    assert reason.message.endswith('"@one_hive(piece)" fails because piece would not hang together')
    assert set(reason.sites) == {"-1,0", "1,0", "2,0"}


# ---------------------------------------------------------------- whole turns

MUST = """
game: Guard
players: [white, black]
board: {tiling: square, size: 3x3}
pieces:
  king: {letter: k, each: 1}
  rook: {letter: r}
setup:
  white king: [a1]
  white rook: [b1]
  black king: [c3]
  black rook: [a3]
actions:
  move: {move: mine, path: step orth to empty or enemy}
turn: move
must: "no my king next to enemy rook along orth"
stuck: draw
limit: {turns: 40, result: draw}
tests:
  - perft: [3]
"""


def test_the_game_must() -> None:
    reason = rules(MUST).why("a1-a2")
    assert reason is not None
    assert reason.message.startswith('move a1-a2: "no my king next to enemy rook along orth" fails because a2 is ')
    assert reason.sites == ("a2",)


def test_else() -> None:
    text = """
game: Must Take
players: [white, black]
board: {tiling: square, size: 5x1}
pieces:
  man: {letter: m}
setup:
  white man: [a1, e1]
  black man: [b1]
actions:
  take: {move: mine, path: jump orth over enemy to empty, do: capture passed}
  walk: {move: mine, path: step orth to empty}
turn: take else walk
stuck: draw
tests:
  - perft: [1]
"""
    assert message(rules(text), "e1-d1") == 'walk e1-d1: "take" comes first, and it is possible: "a1-c1"'


def test_prefer_and_chains() -> None:
    text = """
game: Greedy
players: [white, black]
board: {tiling: square, size: 7x1}
pieces:
  man: {letter: m}
setup:
  white man: [a1]
  black man: [b1, d1]
actions:
  take: {move: mine, path: jump orth over enemy to empty, do: capture passed, again: may}
turn: take
prefer: captures
stuck: draw
tests:
  - perft: [1]
"""
    state = rules(text)
    assert [move.text for move in state.legal_moves] == ["a1-c1-e1"]
    assert message(state, "a1-c1") == 'take a1-c1: "captures" is 1 here, and another move has 2'
    must = rules(text.replace("again: may", "again: must").replace("prefer: captures\n", ""))
    assert "it must go on" in message(must, "a1-c1")


def test_a_part_that_follows_another() -> None:
    state = after("amazons")
    assert message(state, "a4-a5 b7") == 'shoot a5-b7: "slide any to empty" does not lead from a5 to b7'
    assert message(state, "a4-a5") == 'move a4-a5: the turn goes on with "shoot"'


def test_too_much_text() -> None:
    assert message(after("creeper"), "A2-B2 A3-A4") == 'after "A2-B2" no part of this turn is written "a3-a4"'


def test_repetition_that_is_forbidden() -> None:
    text = """
game: Ring
players: [white, black]
board: {tiling: square, size: 3x1, tracks: {ring: {sites: a1 b1 c1, closed: yes}}}
pieces:
  token: {owner: none, letter: "*"}
setup: {token: [a1]}
actions:
  roll: {move: token, path: step along ring to empty}
turn: roll
repetition: {forbidden: yes, compare: board}
stuck: lose
tests:
  - perft: [1, 1, 0]
"""
    state = rules(text)
    state.push("a1-b1")
    state.push("b1-c1")
    assert state.outcome is not None
    assert message(state, "c1-a1").startswith("the game is over: ")


def test_what_happens_when_the_turn_ends_cannot_happen() -> None:
    state = rules(
        """
        game: No room at the end
        players: [one, two]
        board: {tiling: square, size: 4x1}
        pieces: {stone: {letter: o}}
        actions:
          drop: {place: my stone, to: empty}
        turn: drop
        when_turn_ends: [put my stone at c1 if mine in b1]
        end: [win if no empty]
        """
    )
    state.push("c1")
    reason = state.why("b1")
    assert reason is not None
    assert reason.message.startswith(
        'drop on b1: "put my stone at c1 if mine in b1" cannot be done: the place is taken'
    )
    assert reason.span is not None
    assert reason.span.text == "put my stone at c1 if mine in b1"


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the text is empty"),
        ("pass", "not a moment to pass"),
        ("z9", '"z9" is no site of this board'),
        ("A2", "from A2 there are A2+B3 and A2-B2"),
        ("A2-B2x", "did you mean"),
    ],
)
def test_texts_that_name_no_move(text: str, part: str) -> None:
    assert part in message(after("creeper"), text)


def test_legal_moves_have_no_reason() -> None:
    state = after("creeper")
    assert all(state.why(move.text) is None for move in state.legal_moves)
    assert state.why("a2-b2") is None


def test_a_notation_of_the_games_own() -> None:
    state = after("hive", "wS1", "bG1 wS1-")
    assert message(state, "wA1 bG1-").endswith("fails because 2,0 is not next to mine")
    assert 'did you mean "wA1' in message(state, "wA1 -xx")


@pytest.mark.parametrize("name", all_sorts_or_rest(sorted(set(shipped()) - SLOW)))
def test_it_never_fails(name: str) -> None:
    """Texts of other positions, cut, changed and joined."""
    chosen = random.Random(name)
    state = rulewright.load(name).start()
    seen: set[str] = set()
    for decision in range(9):
        if state.outcome is not None:
            break
        legal = [move.text for move in state.legal_moves]
        seen.update(chosen.sample(legal, min(3, len(legal))))
        text = chosen.choice(legal)
        cut = chosen.randrange(len(text) + 1)
        for asked in (chosen.choice(sorted(seen)), text[:cut], text[:cut] + "7x", f"{text} {text}", "\x00", "off"):
            reason = state.why(asked)
            assert (reason is None) == (len(state.matching(asked)) == 1)
        state.push(random_move(state, 1, 0, decision))


def test_a_move_of_another_phase() -> None:
    game = rulewright.load("nine_mens_morris")
    men = {"white man": ["a7", "a1", "g1", "c3"], "black man": ["d7", "d6", "d5"]}
    reason = game.position(men, phase="placing", ply=9).why("a7-a4")
    assert reason is not None
    assert reason.message == '"a7-a4" belongs to the phase "moving", which has not come'
