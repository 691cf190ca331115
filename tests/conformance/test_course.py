"""Decisions D35 and D79 to D96: phases, who is next, repetition, who is out, results and scores."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.state import State
from tests.conformance.helpers import after, game, labels, library, pieces, result, small, tray, variable
from tests.proof.conftest import perft

_LINE = "{tiling: square, size: 6x1}"


def test_d79_me_after_a_turn_is_the_side_that_moved() -> None:
    ending = small("go: {place: stone, to: empty}", turn="go", board=_LINE, more="end: [lose if count mine = 2]")
    assert result(after(ending.start(), "a1", "b1", "c1")) == "black wins"


def test_d80_ply_and_round() -> None:
    counting = small(
        "go: {place: stone, to: empty, do: [seen_ply = ply, seen_round = round]}\npass: {}",
        turn="go or pass",
        board=_LINE,
        more="""
        vars: {seen_ply: {range: 0..99}, seen_round: {range: 0..99}, ended: {range: 0..99}}
        when_turn_ends: ended = ply
        """,
    )
    state = after(counting.start(), "a1", "pass", "b1", "c1")
    assert [variable(state, name) for name in ("seen_ply", "seen_round", "ended")] == [4, 2, 4]


def test_d81_phases() -> None:
    phased = game("""
        game: Phases
        players: [white, black]
        board: {tiling: square, size: 6x1}
        pieces: {stone: {letter: s}}
        actions:
          first: {place: stone, to: empty in a1, say: first}
          then_two: {place: stone, to: empty not in a1}
          last: {move: mine, path: step orth to empty}
        phases:
          - {name: skipped, turn: last, until: no mine}
          - {name: one, turn: first, until: some mine}
          - {name: two, turn: then_two, turns: 2}
          - {name: three, turn: last}
        """)
    state = phased.start()
    assert labels(state) == ["first"], "a phase that is over before the first turn is skipped"
    state.push("first")
    assert labels(state) == ["b1", "c1", "d1", "e1", "f1"]
    state = after(state, "f1", "c1")
    assert (state.position.phase, labels(state)) == (3, ["f1-e1"])
    named = phased.position({"c1": "white stone"}, phase="one")
    assert labels(named) == ["first"], "a position that names its phase is in it"


def test_d82_next_player() -> None:
    again = small(
        """
        go:     {place: stone, to: empty, do: next_player = me if target in a1}
        choose: {place: stone, to: empty, do: next_player = cid, say: "cid after {target}"}
        """,
        turn="go or choose",
        players="[ann, bob, cid]",
        board=_LINE,
        more="out: count mine = 3",
    )
    assert after(again.start(), "a1").player == "ann"
    assert after(again.start(), "b1").player == "bob"
    assert after(again.start(), "cid after b1").player == "cid"
    assert after(again.start(), "cid after b1", "a1").player == "cid", "forgotten at the next turn"
    assert after(again.start(), "cid after b1", "c1").player == "ann"
    # Cid places three and is out; whoever names him gets the one after him.
    gone = after(again.start(), "cid after b1", "a1", "cid after c1", "cid after d1")
    assert gone.player == "ann"
    assert after(gone, "cid after e1").player == "ann"
    assert after(gone, "e1").player == "bob"


def test_d83_end_is_never_asked_about_a_set_up_position() -> None:
    board = small("go: {move: mine, path: step orth to empty}", turn="go", board=_LINE, more="end: [win if some mine]")
    state = board.position({"a1": "white stone", "f1": "black stone"})
    assert result(state) is None
    assert result(after(state, "a1-b1")) == "white wins"


def test_d83_the_first_true_rule_decides() -> None:
    rules = small("go: {move: mine, path: step orth to empty}", turn="go", board=_LINE,
                  more="end: [draw if mine in b1, win if some mine]")  # fmt: skip
    state = rules.position({"a1": "white stone", "f1": "black stone"})
    assert result(after(state, "a1-b1")) == "draw"


def test_d84_the_start_counts_and_a_win_comes_first() -> None:
    waiting = {"a1": "white stone", "f1": "black stone"}
    shuffle = small("go: {move: mine, path: step orth to empty}\npass: {}", turn="go or pass", board=_LINE,
                    more="repetition: {times: 2, result: draw}")  # fmt: skip
    once = after(shuffle.position(waiting), "pass")
    assert result(once) is None, "the same board with the other side to move is another position"
    assert result(after(once, "pass")) == "draw"
    won = small("go: {move: mine, path: step orth to empty}\npass: {}", turn="go or pass", board=_LINE,
                more="repetition: {times: 2, result: draw}\nend: [win if ply = 2]")  # fmt: skip
    assert result(after(won.position(waiting), "pass", "pass")) == "black wins", "end rules are asked before repetition"


def test_d84_the_result_of_a_repetition_can_be_a_loss() -> None:
    losing = small("go: {move: mine, path: step orth to empty}", turn="go", board=_LINE,
                   more="repetition: {times: 2, result: lose}")  # fmt: skip
    state = losing.position({"a1": "white stone", "f1": "black stone"})
    assert result(after(state, "a1-b1", "f1-e1", "b1-a1", "e1-f1")) == "white wins", "black repeated"


def test_d84_forbidden_repetition_exempts_passes() -> None:
    ko = small(
        "go: {move: mine, path: step orth to empty}\npass: {}",
        turn="go or pass",
        board="{tiling: square, size: 2x1}",
        more="repetition: {forbidden: yes, compare: board}",
    )
    state = after(ko.position({"a1": "white stone"}), "a1-b1")
    assert labels(state) == ["pass"]
    assert labels(after(state, "pass")) == ["pass"], "going back would make the first board again"


def test_d85_stuck() -> None:
    blocked = {"a1": "white stone", "b1": "black stone"}
    rules = {
        "stuck: lose": "black wins", "stuck: win": "white wins", "stuck: draw": "draw", "": "draw",
        "stuck: lose if some enemy else win": "black wins", "stuck: [win if no enemy, lose]": "black wins",
    }  # fmt: skip
    for rule, expected in rules.items():
        stopped = small(
            "go: {move: mine, path: step orth to empty}", turn="go", board="{tiling: square, size: 2x1}", more=rule
        )
        assert result(stopped.position(blocked)) == expected, rule
    passing = small("go: {move: mine, path: step orth to empty}", turn="go", board="{tiling: square, size: 2x1}",
                    more="stuck: pass\nend: [draw if passes = 2]")  # fmt: skip
    state = passing.position(blocked)
    assert labels(state) == ["pass"]
    assert result(after(state, "pass", "pass")) == "draw"


_BOMBS = """
    game: Bombs
    players: {players}
    board: {{tiling: square, size: 6x1}}
    pieces: {{king: {{letter: k}}}}
    actions:
      strike: {{pick: piece, do: remove target}}
      pass: {{}}
    turn: strike or pass
    {rules}
    """


def _bombs(rules: str, players: str = "[ann, bob, cid]") -> State:
    kings = {"a1": "ann king", "b1": "bob king", "c1": "cid king", "d1": "ann king"}
    return game(_BOMBS.format(players=players, rules=rules)).position(kings)


def test_d86_out_with_three_players() -> None:
    state = _bombs("out: no my king")
    assert after(state, "b1").player == "cid", "bob is out"
    assert after(state, "b1", "pass").player == "ann"
    assert result(after(state, "b1", "pass", "c1")) == "ann wins"
    assert after(state, "d1").player == "bob", "ann still has a king"


def test_d86_when_all_go_out_at_once_it_is_a_draw_between_them() -> None:
    state = _bombs("out: count king = 2")
    done = after(state, "a1")
    assert result(done) is None
    last = after(done, "b1")
    assert last.outcome is not None
    assert last.outcome.draw


def test_d86_lose_with_three_players_puts_out_only_the_mover() -> None:
    state = _bombs("end: [lose if count mine = 1, lose if count mine < 2]")
    done = after(state, "d1")
    assert result(done) is None
    assert (done.player, done.position.out) == ("bob", (0,))
    assert result(after(done, "pass")) == "cid wins", "bob has one king; with two players left the other one wins"


@pytest.mark.parametrize("rules", ["repetition: {times: 2, result: lose}", "limit: {turns: 1, result: lose}"])
def test_d86_who_loses_after_the_history_does_not_move_next(rules: str) -> None:
    stay = small("stay: {do: next_player = me}", turn="stay", board=_LINE, players="[ann, bob, cid]", more=rules)
    done = after(stay.start(), "stay")  # the position that ann had, and it is hers again: but for her being out
    assert (done.player, done.position.out) == ("bob", (0,))
    assert result(after(done, "stay")) == "cid wins", "the position without ann was noted, and bob repeats it"


def test_d86_who_is_out_loses_nothing_more() -> None:
    state = _bombs("out: no my king\n    end: [lose if no my king]")
    done = after(state, "pass", "b1")  # bob takes his own king
    assert result(done) is None
    assert (done.player, done.position.out) == ("cid", (1,))


def test_d86_when_out_runs_for_each_who_goes() -> None:
    state = _bombs("out: count mine = 1\n    when_out: remove mine")
    # After ann's pass bob and cid have one king each: both go, and their kings with them.
    done = after(state, "pass")
    assert result(done) == "ann wins"
    assert sorted(done.position.layers[0]) == [0, 3]


def test_d86_stuck_lose_with_three_players_goes_on() -> None:
    walk = small(
        "go: {move: mine, path: step orth to empty}",
        turn="go",
        board=_LINE,
        players="[ann, bob, cid]",
        more="stuck: lose",
    )
    state = walk.position({"a1": "ann stone", "b1": "bob stone", "e1": "cid stone"})
    if state.legal_moves:  # an engine may show it as a move of its own
        assert labels(state) == ["pass"]
        state.push("pass")
    assert (state.player, state.position.out) == ("bob", (0,))
    assert labels(state) == ["b1-c1"]


def test_d88_winners_are_closed_under_teams() -> None:
    teams = "{ann: {team: north}, bob: {team: south}, cid: {team: north}}"
    done = after(_bombs("end: [win if count king = 3]", teams), "d1")
    assert done.outcome is not None
    assert done.outcome.winners == ("ann", "cid")
    out = after(_bombs("out: no my king", teams), "a1")
    assert result(out) is None, "ann still has d1"
    gone = after(_bombs("out: no my king", teams), "b1")
    assert gone.outcome is not None
    assert gone.outcome.winners == ("ann", "cid")


def test_d35_a_team_is_in_while_one_of_its_players_is() -> None:
    teams = "{ann: {team: north}, bob: {team: south}, cid: {team: north}}"
    state = after(_bombs("out: no my king", teams), "c1")
    assert result(state) is None
    assert after(state, "pass").player == "ann", "cid is out and is skipped"
    assert result(after(state, "b1")) == "ann and cid wins"


def test_d87_limit() -> None:
    short = small("pass: {}", turn="pass", more="limit: {turns: 3, result: highest score wins}\nscore: count mine")
    state = short.position({"white stone": ["a1"], "black stone": ["b1", "c1"]})
    assert result(after(state, "pass", "pass")) is None
    assert result(after(state, "pass", "pass", "pass")) == "black wins"


@pytest.mark.parametrize(
    ("stones", "winners", "draw"),
    [
        ({"ann stone": ["a1"], "bob stone": ["b1", "c1"], "cid stone": ["d1"]}, ("bob",), False),
        ({"ann stone": ["a1", "b1"], "bob stone": ["c1", "d1"], "cid stone": ["e1"]}, ("ann", "bob"), False),
        ({"ann stone": ["a1"], "bob stone": ["b1"], "cid stone": ["c1"]}, (), True),
    ],
)
def test_d88_highest_score(stones: dict[str, list[str]], winners: tuple[str, ...], draw: bool) -> None:
    counted = small("pass: {}", turn="pass", board=_LINE, players="[ann, bob, cid]",
                    more="end: [highest score wins if passes = 1]\nscore: count mine")  # fmt: skip
    outcome = after(counted.position(stones), "pass").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.draw) == (winners, draw)


def test_d89_half_points() -> None:
    def final(bonus: str) -> State:
        rules = f"end: [highest score wins if passes = 1]\nscore: count mine * 2 + bonus(me)\nbonus: {{black: {bonus}}}"
        counted = small("pass: {}", turn="pass", board=_LINE, more=rules)
        return after(counted.position({"white stone": ["a1", "b1"], "black stone": ["c1"]}), "pass")

    half = final("2.5")
    assert half.outcome is not None
    assert half.outcome.scores == {"white": 4, "black": 4.5}
    assert result(half) == "black wins"
    assert result(final("1.5")) == "white wins"
    assert result(final("2")) == "draw"


def test_d89_go_with_komi() -> None:
    def passed(komi: str) -> State:
        walls = {"black stone": [f"c{row}" for row in range(1, 6)], "white stone": [f"d{row}" for row in range(1, 6)]}
        return after(library("go", size="5", komi=komi).position(walls), "pass", "pass")

    # Black: five stones and ten empty sites; white: five and five.
    black = passed("0.5").outcome
    assert black is not None
    assert black.scores == {"black": 15, "white": 10.5}
    assert black.winners == ("black",)


def test_d95_defaults_of_a_position() -> None:
    state = library("surikata").position({"mound": ["a1"], "white stone": ["b1"]}, phase="stones")
    trays = {(name, owner, kind): count for (name, owner, kind, _), count in state.position.trays.items() if count}
    assert trays == {("supply", -1, 0): 4, ("hand", 0, 1): 9, ("hand", 1, 1): 10, ("supply", -1, 2): 1}
    assert (state.position.ply, state.player, state.position.passes) == (1, "white", 0)
    second = library("surikata").position({"mound": ["a1"]}, to_move="orange")
    assert second.position.ply == 2
    later = library("surikata").position({"mound": ["a1"]}, ply=6)
    assert (later.player, later.position.turns) == ("white", (2, 3)), "rounds follow by strict alternation"


def test_d96_perft() -> None:
    start = library("tictactoe").start()
    # 9, 9·8, 9·8·7, 9·8·7·6: nobody has three before the fifth stone.
    assert [perft(start, depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    won = library("tictactoe").position({"a1": "x mark", "b1": "x mark", "a2": "o mark", "b2": "o mark"})
    finished = after(won, "c1")
    assert perft(finished, 1) == 0
    assert perft(finished, 0) == 1


def test_d79_what_cannot_happen_after_a_forced_pass_does_not_happen_by_half() -> None:
    """Two tokens are there, the third is not: none is put, and the pass stands."""
    passing = small(
        "go: {move: mine, path: step w to empty}",
        turn="go",
        board="{tiling: square, size: 3x1}",
        pieces="{stone: {letter: s}, token: {owner: none, letter: '%', supply: 2, layer: top}}",
        more="setup: {white stone: [a1], black stone: [c1]}\nstuck: pass\nlimit: {turns: 5, result: draw}\n"
        "when_turn_ends: [put token at a1, put token at (b1 or c1)]",
    )
    state = after(passing.start(), "pass")
    assert pieces(state, layer=1) == {}
    assert tray(state, "supply") == 2


def test_d72_the_rule_that_ends_a_game_is_that_of_the_smallest_key() -> None:
    """With a mark and without, both win, each by a rule of its own: the move is the shorter, and so is the rule."""
    twice = small(
        "go: {move: mine, path: step e to empty}\nmark: {pick: mine}",
        turn="go then may mark",
        board="{tiling: square, size: 3x1}",
        more="setup: {white stone: [a1], black stone: [c1]}\n"
        "end:\n  - win if some mark.target\n  - win if some go.target",
    )
    state = after(twice.start(), "a1-b1")
    assert state.outcome is not None
    assert state.outcome.rule is not None
    assert state.outcome.rule.line == 12


def test_d127_who_kept_giving_check() -> None:
    """After every turn of one side the other king is attacked: that side loses, whoever repeats the position."""
    rook = """
        game: Rook
        players: [white, black]
        board: {tiling: square, size: 4x4}
        pieces: {king: {letter: k, move: step orth to empty}, rook: {letter: r, move: slide orth to empty or enemy}}
        define: {check: enemy king attacked by me}
        actions: {walk: {move: mine, path: its move}}
        turn: walk
        repetition: {times: 3, result: [lose if me kept check, win if enemy kept check, draw]}
        """
    there = {"a1": "white king", "d1": "white rook", "c4": "black king"}
    chased = after(game(dedent(rook)).position(there), *["d1-c1", "c4-d4", "c1-d1", "d4-c4"] * 2)
    assert str(chased.outcome) == "black wins"
    begun = after(game(dedent(rook)).position(there), *["d1-d2", "c4-c3", "d2-d1", "c3-c4"] * 2)
    assert str(begun.outcome) == "draw", "d1-d2 gives no check"
    first = after(game(dedent(rook)).position(there), *["d1-c1", "c4-d4", "c1-d1", "d4-c4"], "a1-b1", "c4-c3", "b1-a1")
    assert first.outcome is None
    late = after(first, "c3-c4")
    assert str(late.outcome) == "draw", "the king has walked since the position came first"
    goes_on = game(dedent(rook).replace("win if enemy kept check, draw", "win if enemy kept check"))
    quiet = after(goes_on.position(there), *["d1-d2", "c4-b4", "d2-d1", "b4-c4"] * 2)
    assert quiet.outcome is None
    assert game(dedent(rook)).from_json(chased.to_json()).position.kept == chased.position.kept


def test_d127_who_kept_one_and_the_same_piece() -> None:
    """White's rook attacks the same man after each of its turns, or now this one and now that one."""
    rooks = """
        game: Rooks
        players: [white, black]
        board: {tiling: square, size: 5x5}
        pieces:
          king: {letter: k, move: step orth to empty}
          man: {letter: m, move: step orth to empty}
          rook: {letter: r, move: slide orth to empty or enemy}
        define: {chased: enemy man attacked by me}
        actions: {walk: {move: mine, path: its move}}
        turn: walk
        repetition: {times: 3, result: [lose if me kept one chased, win if enemy kept one chased, draw]}
        """
    one = {"a1": "white king", "d1": "white rook", "e5": "black king", "b2": "black man"}
    chase = ["d1-d2", "b2-b3", "d2-d3", "b3-b2", "d3-d2", "b2-b3", "d2-d3", "b3-b2"]
    followed = game(dedent(rooks)).position(one)
    chased = after(followed, *chase, "d3-d2")
    assert str(chased.outcome) == "black wins", "the same man, wherever it goes"
    assert game(dedent(rooks)).from_json(chased.to_json()).position.followed == chased.position.followed
    two = {**one, "b4": "black man", "d1": "white rook"}
    by_turns = ["d1-d2", "e5-d5", "d2-d4", "d5-e5", "d4-d2", "e5-d5", "d2-d4", "d5-e5", "d4-d2"]
    assert str(after(game(dedent(rooks)).position(two), *by_turns).outcome) == "draw", "now one and now the other"
    some = game(dedent(rooks).replace("kept one chased", "kept chased"))
    assert str(after(some.position(two), *by_turns).outcome) == "black wins", "there was always one"
