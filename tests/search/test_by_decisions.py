"""Monte Carlo tree search by decisions: its tree is made of what is offered, and it chooses whole turns."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.native.search.arena import AT, Node
from rulewright.native.search.arena import Move as Edge
from rulewright.native.search.decision_tree import DecisionTree
from rulewright.native.search.evaluation_store import judge_of
from rulewright.native.search.tree import Limits
from rulewright.players.decision_trees import TreeOfDecisions
from rulewright.players.mcts import Mcts
from rulewright.players.native_tree import NativeTree
from rulewright.reference.hashing import mix
from rulewright.state import State
from rulewright.turn import Turn
from tests.search.positions import ENGINES, played

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.usefixtures("hasty_judges")


@pytest.mark.parametrize("engine", ENGINES)
def test_tic_tac_toe_is_a_draw(engine: str) -> None:
    opinion = Mcts(playouts=40_000, by="decisions").choose(played("tictactoe", "a1", "b2", engine=engine), 1)
    assert opinion.proof == "draw"
    assert opinion.values == (0.5, 0.5)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_win_in_one_is_played(engine: str) -> None:
    state = played("connect_four", "a", "b", "a", "b", "a", "b", engine=engine)
    opinion = Mcts(playouts=200, by="decisions").choose(state, 1)
    assert (opinion.move.text, opinion.proof) == ("a", "win")
    assert opinion.values == (1.0, 0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loss_is_seen(engine: str) -> None:
    state = played("connect_four", "d", "d", "e", "e", "c", engine=engine)
    assert Mcts(playouts=4000, by="decisions").choose(state, 1).proof == "loss"


@pytest.mark.parametrize(
    "game", ["amazons", "backgammon", "tzaar", "hive", "kalah", "abalone_for_three", "international_draughts"]
)
def test_moves_are_legal_and_the_worth_adds_up(game: str) -> None:
    state = rulewright.load(game).start()
    player = Mcts(playouts=60, by="decisions")
    for decision in range(6):
        if state.is_chance:
            state.push(state.legal_moves[decision % len(state.legal_moves)])
            continue
        opinion = player.choose(state, decision)
        assert {candidate.move for candidate in opinion.candidates} <= set(state.legal_moves)
        assert opinion.candidates[0].move == opinion.move == opinion.line[0]
        assert opinion.values is None or sum(opinion.values) == pytest.approx(1)
        state.push(opinion.move)


@pytest.mark.parametrize("game", ["amazons", "tzaar", "international_draughts", "hive", "othello", "tak"])
def test_the_tree_is_made_of_what_the_reference_offers(game: str) -> None:
    """Lock step: every node has an edge for each decision that is offered there, and a turn is over where it is."""
    rules = rulewright.load(game, engine="reference")
    native = rulewright.load(game, engine="native")._engines.sampling()
    assert native is not None
    state = rules.start()
    while state.is_chance:
        state.push(state.legal_moves[0])
    snapshot = native.snapshot(state.position)
    tree = DecisionTree(native, 64 << 20, judge_of(native), native.decisions)
    tree.begin(snapshot, 1, Limits(0.7, 300.0, 30))
    block = native.borrow()
    assert tree.grow(block, 600) == 600
    native.give_back(block)
    assert _compared(tree, tree.word(AT["root"]), state.turn(), 40) > 5


def _compared(tree: DecisionTree, node: int, turn: Turn, most: int) -> int:
    """Compares a node and some of those below it; how many."""
    edges = list(tree.edges(node))
    assert tuple(tree.path_to(edge)[-1] for edge, _ in edges) == turn.numbers
    done = 1
    for (edge, grown), number in zip(edges, turn.numbers, strict=True):
        inner = tree.word(edge + Edge.NODE)
        if done >= most or (inner <= 0 and not tree.is_whole(edge)):
            continue
        following = turn.copy()
        following.choose(number)
        assert following.is_complete == tree.is_whole(edge)
        done += 1
        if inner <= 0 or not grown.visits:
            continue
        if following.is_complete:
            state: State = turn.state.copy()
            state.push(following)
            following = state.turn()
        done += _compared(tree, inner, following, min(most - done, 6))
    return done


def test_the_same_seed_gives_the_same_thoughts() -> None:
    state = rulewright.load("amazons").start()
    first, second = Mcts(playouts=500, by="decisions"), Mcts(playouts=500, by="decisions")
    second.choose(state, 2)  # what was thought before changes nothing
    assert first.choose(state, 1).candidates == second.choose(state, 1).candidates
    assert first.choose(state, 1).candidates != first.choose(state, 2).candidates


@pytest.mark.parametrize("game", ["connect_four", "amazons"])
def test_part_of_the_tree_is_kept(game: str) -> None:
    player = Mcts(time=600, by="decisions")
    state = rulewright.load(game, engine="native").start()
    looks = iter(range(4))
    first = player.choose(state, 1, lambda: next(looks, None) is None)
    state.push(first.move)
    kept = player._tree(state, 1, player._native(state))
    # Without one playout more it has an opinion: what was found behind the move.
    assert isinstance(kept, TreeOfDecisions)
    tree = kept.trees[0]
    assert tree.playouts == 0
    assert tree.word(tree.word(AT["root"]) + Node.VISITS) > 0


def test_memory_is_bounded() -> None:
    small, large = (Mcts(playouts=5000, memory=memory, by="decisions") for memory in (2, 64))
    state = rulewright.load("amazons").start()
    assert small.choose(state, 1).visits == large.choose(state, 1).visits == 5000
    assert small.choose(state, 1).depth < large.choose(state, 1).depth


def test_threads_share_the_work() -> None:
    opinion = Mcts(playouts=1000, threads=2, by="decisions").choose(rulewright.load("amazons").start(), 1)
    assert 1000 <= opinion.visits <= 1001


def test_by_itself_it_goes_by_decisions_where_turns_are_many() -> None:
    for game, by, kind in (
        ("amazons", None, TreeOfDecisions),
        ("amazons", "turns", NativeTree),
        ("connect_four", None, NativeTree),
        ("connect_four", "decisions", TreeOfDecisions),
        ("gomoku", None, NativeTree),  # 225 turns, each of one decision
    ):
        player, state = Mcts(playouts=1, by=by), rulewright.load(game, engine="native").start()
        native = player._native(state)
        assert native is not None
        player._ask_judge(native)
        assert type(player._tree(state, 1, native)) is kind


_LOTS = """
game: Lots
players: [white, black]
board: {tiling: square, size: 1x1}
pieces: {gold: {owner: none, supply: 9}, lead: {owner: none, supply: 1}}
actions: {deal: {place: anything, to: empty}}
turn: chance deal
stuck: draw
end: [win if count(gold) = 1, lose if count(lead) = 1]
"""


def test_random_games_by_decisions_draw_chance_by_weight() -> None:
    """Nine lots of ten win: of 1,000 games 900, and 38 are four standard deviations. Drawn evenly it would be 500."""
    native = rulewright.load(_LOTS, engine="native")._engines.sampling()
    assert native is not None
    start, block = native.snapshot(native.engine.start()), native.new_block()
    play = native.decisions.careful.function("rw_decision_playout", 2, True)
    won = 0
    for seed in range(1000):
        native.put(block, start, run=True)
        play(block.address, mix(seed), 100)
        result = native.result(block.memory[: native.layout.state_end])
        assert result is not None
        won += result.winners == {0}
    assert abs(won - 900) < 38
