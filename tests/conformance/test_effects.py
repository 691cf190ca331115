"""Decisions D50 to D62: what each effect does, and the life of variables."""

from __future__ import annotations

from textwrap import dedent

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.state import State
from tests.conformance.helpers import after, draft, game, labels, library, pieces, result, small, tray, variable

_LINE = "{tiling: square, size: 6x1}"
_TWO_FACED = "{stone: {states: [up, down], letter: {up: u, down: d}}, rock: {letter: r}}"


def _done(
    effects: str, position: dict[str, object], *, board: str = _LINE, what: str = _TWO_FACED, more: str = ""
) -> State:
    """A position after an action that does nothing but these effects."""
    acting = small(f"act: {{do: [{effects}]}}", turn="act", board=board, pieces=what, more=more)
    return after(acting.position(position), "act")


def test_d50_layer_of_an_effect_is_that_of_its_head_words() -> None:
    rings = '{ring: {owner: none, layer: ground, letter: "o"}, marble: {owner: none, letter: m}}'
    standing: dict[str, object] = {"ring": ["a1", "b1", "c1"], "marble": ["b1", "c1"]}
    removed = _done("remove ring in b1", standing, what=rings)
    assert pieces(removed, 0) == {"b1": "marble", "c1": "marble"}
    assert pieces(removed, 1) == {"a1": "ring", "c1": "ring"}
    captured = _done("remove ring in b1, capture marble not in ring", standing, what=rings)
    assert pieces(captured, 0) == {"c1": "marble"}


def test_d51_capture_gives_credit_and_remove_does_not() -> None:
    standing: dict[str, object] = {"a1": "white rock", "b1": "black rock", "c1": "black rock", "f1": "black rock"}
    captured = _done("capture (b1 or c1)", standing)
    assert pieces(captured) == {"a1": "white rock", "f1": "black rock"}
    assert tray(captured, "taken", "white") == 2
    removed = _done("remove (b1 or c1)", standing)
    assert pieces(removed) == pieces(captured)
    assert tray(removed, "taken") == 0
    own = _done("capture a1", standing)
    assert tray(own, "taken") == 0, "no credit for one's own"


def test_d51_captures_counts_whole_stacks_of_others() -> None:
    counting = small(
        "take: {do: [capture a1, gain = captures]}",
        turn="take",
        board=_LINE,
        more="stack: 5\nvars: {gain: {range: 0..9}}",
    )
    assert variable(after(counting.position({"black stone": {"a1": 3}, "white stone": ["b1"]}), "take"), "gain") == 3


def test_d51_when_captured_runs_with_the_captor_as_me() -> None:
    hostage = small(
        "go: {move: mine, path: step e to enemy}",
        turn="go",
        board=_LINE,
        more="when_captured: [set it to mine, move it to my hand]",
    )
    state = after(hostage.position({"a1": "white stone", "b1": "black stone"}), "a1-b1")
    assert pieces(state) == {"b1": "white stone"}
    assert (tray(state, "hand", "white"), tray(state, "taken")) == (1, 0)


def test_d52_set_writes_one_component() -> None:
    standing: dict[str, object] = {"a1": "white down stone", "b1": "black up stone", "c1": "black rock"}
    assert pieces(_done("set piece to mine", standing)) == {
        "a1": "white down stone", "b1": "white up stone", "c1": "white rock",
    }  # fmt: skip
    # A rock has no faces and stays; a stone that becomes a rock loses its face, a rock that becomes one gets the first.
    assert pieces(_done("set piece to down", standing))["c1"] == "black rock"
    assert pieces(_done("set piece to rock", standing))["a1"] == "white rock"
    assert pieces(_done("set c1 to stone", standing))["c1"] == "black up stone"
    assert pieces(_done("set a1 to neutral", standing))["a1"] == "down stone"


def test_d52_several_values_are_one_choice_for_all() -> None:
    choosing = small("turn_up: {do: set mine to up or down}", turn="turn_up", board=_LINE, pieces=_TWO_FACED)
    state = choosing.position({"a1": "white up stone", "b1": "white down stone"})
    assert labels(state) == ["turn_up=up", "turn_up=down"]
    assert pieces(after(state, "turn_up=down")) == {"a1": "white down stone", "b1": "white down stone"}
    without = small("go: {do: [set mine to up or down if some enemy, count_up += 1]}", turn="go", board=_LINE,
                    pieces=_TWO_FACED, more="vars: {count_up: {range: 0..9}}")  # fmt: skip
    assert labels(without.position({"a1": "white up stone"})) == ["go"], "no choice where the condition is false"


def test_d52_flip_is_cyclic() -> None:
    faces = "{die: {states: [one, two, three], letter: {one: a, two: b, three: c}}}"
    standing: dict[str, object] = {"a1": "white one die", "b1": "white two die", "c1": "black three die"}
    assert list(pieces(_done("flip piece", standing, what=faces)).values()) == [
        "white two die", "white three die", "black one die",
    ]  # fmt: skip


def test_d53_the_only_piece_of_its_kind_moves() -> None:
    crown = '{stone: {letter: s}, crown: {owner: none, supply: 1, layer: top, letter: "*"}}'
    crowned = small("go: {pick: mine, do: put crown at target}", turn="go", board=_LINE, pieces=crown)
    state = crowned.position({"white stone": ["a1", "c1"], "black stone": ["f1"]})
    assert tray(state, "supply", kind="crown") == 1
    state = after(state, "a1", "f1")
    assert (pieces(state, 1), tray(state, "supply")) == ({"f1": "crown"}, 0)
    assert labels(after(state, "a1", "f1")) == ["a1", "c1"]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_d18_a_piece_from_nowhere_is_not_the_only_one(engine: EngineName) -> None:
    """No tray says how many kings there are, so each player may get a second one, and `my king` is a set."""
    crowning = rulewright.load(
        """
game: Kings
players: [white, black]
board: {tiling: square, size: 4x3}
pieces: {king: {each: 1, letter: k}, man: {letter: m}}
setup: {white king: [a1], black king: [d3]}
actions:
  crown: {pick: empty in row 1, do: put king at target}
  above: {pick: (n of (my king)) in row 2, if: count (n of (my king)) = 2, do: put man at target}
turn: crown or above
limit: {turns: 9, result: draw}
""",
        engine=engine,
    )
    state = after(crowning.start(), "c1", "d1")
    assert pieces(state) == {"a1": "white king", "c1": "white king", "d1": "black king", "d3": "black king"}
    assert labels(state) == ["b1", "a2", "c2"]


def test_d53_put_needs_a_free_place_and_a_piece_in_the_tray() -> None:
    two = "{stone: {letter: s}, post: {owner: none, supply: 2, letter: p}}"
    fencing = small(
        "fence: {pick: mine, do: put post at e of target}\nall_in: {do: put post at empty}",
        turn="fence or all_in",
        board="{tiling: square, size: 5x1}",
        pieces=two,
    )
    # Beside a1 stands b1, so only b1 can be fenced; three empty sites need more posts than there are.
    assert labels(fencing.position({"white stone": ["a1", "b1"]})) == ["b1"]


def test_d54_move_takes_whole_stacks_and_moves_to_nowhere_do_nothing() -> None:
    stacks: dict[str, object] = {"white stone": {"a1": 2, "b1": 1}, "black stone": {"d1": 1}}
    piled = _done("move mine to d1", stacks, what="{stone: {letter: s}}", more="stack: 9")
    assert pieces(piled) == {"d1": "black stone/white stone/white stone/white stone"}
    bagged = _done("move mine to enemy hand", stacks, what="{stone: {each: 9, letter: s}}", more="stack: 9")
    assert tray(bagged, "hand", "black") == 3
    still = _done("move a1 to w of a1, move b1 to c1", stacks, what="{stone: {letter: s}}", more="stack: 9")
    assert pieces(still)["a1"] == "white stone/white stone"


def test_d55_shift_moves_all_at_once() -> None:
    row: dict[str, object] = {"a1": "white rock", "b1": "black rock", "c1": "white rock", "e1": "black rock"}
    moved = _done("shift (a1 or b1 or c1) toward e", row)
    assert pieces(moved) == {"b1": "white rock", "c1": "black rock", "d1": "white rock", "e1": "black rock"}
    onto = _done("shift (b1 or c1) toward w", row)
    assert pieces(onto) == {"a1": "black rock", "b1": "white rock", "e1": "black rock"}
    assert tray(onto, "taken") == 0, "one's own piece that is run over gives no credit"
    off = _done("shift enemy toward s", row)
    assert pieces(off) == {"a1": "white rock", "c1": "white rock"}
    assert tray(off, "taken", "white") == 2


def test_d55_shift_along_a_track() -> None:
    open_track = "{tiling: square, size: 6x1, tracks: {lane: {sites: a1 b1 c1 d1}}}"
    closed = "{tiling: square, size: 6x1, tracks: {lane: {closed: yes, sites: a1 b1 c1 d1}}}"
    row: dict[str, object] = {"a1": "white rock", "c1": "black rock", "f1": "white rock"}
    assert pieces(_done("shift (a1 or c1) along lane by 2", row, board=open_track)) == {
        "c1": "white rock", "f1": "white rock",
    }  # fmt: skip
    assert pieces(_done("shift (a1 or c1) along lane by 2", row, board=closed)) == {
        "a1": "black rock", "c1": "white rock", "f1": "white rock",
    }  # fmt: skip
    assert pieces(_done("shift (a1 or c1) against lane", row, board=closed)) == {
        "b1": "black rock", "d1": "white rock", "f1": "white rock",
    }  # fmt: skip


def test_d56_sow() -> None:
    house = """
        game: Houses
        players: [white, black]
        board: {sites: a b c d, tracks: {ring: {closed: yes, sites: a b c d}}}
        pieces: {seed: {owner: none, letter: o}}
        stack: 9
        vars: {spot: {holds: site}}
        actions:
          sow: {pick: piece, do: [sow target along ring skipping target, spot = last_sown]}
        turn: sow
        """
    state = game(house).position({"seed": {"a": 4, "b": 1}})
    done = after(state, "a")
    # b c d and, over the skipped a, b again.
    heights = {site: stack.count("seed") for site, stack in pieces(done).items()}
    assert heights == {"b": 3, "c": 1, "d": 1}
    assert variable(done, "spot") == 1


def test_d56_sowing_with_nowhere_to_go_is_illegal() -> None:
    house = """
        game: Short track
        players: [white, black]
        board: {sites: a b c, tracks: {lane: {sites: a b c}}}
        pieces: {seed: {owner: none, letter: o}}
        stack: 9
        actions:
          sow: {pick: piece, do: sow target along lane}
        turn: sow
        """
    assert labels(game(house).position({"seed": {"a": 3, "b": 1}})) == ["b"]


def test_d56_an_assignment_without_index_sets_all_entries() -> None:
    both = small(
        "set_both: {do: purse = 3}\nset_one: {do: purse(enemy) = 4}",
        turn="set_both or set_one",
        more="vars: {purse: {range: 0..9, per: player}}",
    )
    done = after(both.start(), "set_both")
    assert (variable(done, "purse", 0), variable(done, "purse", 1)) == (3, 3)
    one = after(both.start(), "set_one")
    assert (variable(one, "purse", 0), variable(one, "purse", 1)) == (0, 4)


def test_d56_may_is_a_choice_only_where_its_condition_holds() -> None:
    flipping = small("go: {move: mine, path: step e to empty, do: may flip it if it in c1}", turn="go", board=_LINE,
                     pieces=_TWO_FACED)  # fmt: skip
    state = flipping.position({"white up stone": ["a1", "b1"]})
    assert labels(state) == ["b1-c1", "b1-c1+"]
    assert labels(after(state, "b1-c1")) == []
    assert pieces(after(state, "b1-c1+"))["c1"] == "white down stone"


def test_d56_conditions_are_asked_when_the_statement_comes() -> None:
    row: dict[str, object] = {"a1": "white rock", "c1": "black rock"}
    assert pieces(_done("move a1 to b1, remove c1 if mine in b1", row)) == {"b1": "white rock"}
    assert pieces(_done("move a1 to b1, remove c1 unless mine in b1", row)) == {"b1": "white rock", "c1": "black rock"}


def test_section_9_an_illegal_effect_is_an_illegal_turn() -> None:
    full = small(
        "go: {move: mine, path: step e to piece, do: move enemy to target}", turn="go", board=_LINE, more="stack: 2"
    )
    state = full.position({"white stone": ["a1", "b1"], "black stone": ["f1"]})
    assert labels(state) == [], "three do not fit on b1"
    ending = small("go: {place: stone, to: empty}", turn="go", board="{tiling: square, size: 2x1}",
                   pieces="{stone: {letter: s}, rock: {owner: none, letter: r}}",
                   more="when_turn_ends: put rock at b1")  # fmt: skip
    assert labels(ending.start()) == ["a1"], "with a stone on b1 there is no room for the rock"


def test_section_9_one_illegal_choice_leaves_the_others() -> None:
    choosing = small(
        "go: {pick: mine, do: [set it to up or down, put post at empty if it is up]}",
        turn="go",
        board="{tiling: square, size: 4x1}",
        pieces="{stone: {states: [flat, up, down], letter: {flat: f, up: u, down: d}},"
        " post: {owner: none, supply: 2, letter: p}}",
    )
    assert labels(choosing.position({"a1": "white flat stone"})) == ["a1=down"], "three sites, two posts"


@pytest.mark.parametrize(("lasts", "seen"), [("1 turn", [True, False]), ("2 turns", [True, True, False])])
def test_d60_a_variable_that_lasts(lasts: str, seen: list[bool]) -> None:
    marking = small(
        "mark: {if: ply = 1, do: spot = c3}\nuse: {pick: spot, do: used = true, say: use}\npass: {}",
        turn="mark or use or pass",
        more=f"vars: {{spot: {{holds: site, lasts: {lasts}}}, used: {{holds: yes_no}}}}",
    )
    state = after(marking.start(), "mark")
    for turn, expected in enumerate(seen):
        assert ("use" in labels(state)) is expected, turn
        state.push("pass")


def test_d59_start_values() -> None:
    starts = small(
        "pass: {}",
        turn="pass",
        more="""
        vars:
          low: {range: 2..5}
          zero: {range: -3..3}
          given: {range: 0..9, start: 7}
          spot: {holds: site}
          flag: {holds: yes_no}
          who: {holds: player}
        """,
    ).start()
    assert [variable(starts, name) for name in ("low", "zero", "given", "spot", "flag", "who")] == [2, 0, 7, None, 0, 0]


def test_d62_assignments_clamp_and_entries_out_of_range() -> None:
    purse = small(
        """
        more: {do: purse += 5}
        less: {do: purse -= 5}
        far: {do: [pips(7) = 3, purse = 1]}
        read: {if: pips(7) = 2, do: purse = 2}
        """,
        turn="more or less or far or read",
        more="vars: {purse: {range: 0..8, start: 4}, pips: {range: 0..4, per: 1..6, start: 2}}",
    )
    assert variable(after(purse.start(), "more"), "purse") == 8
    assert variable(after(purse.start(), "less"), "purse") == 0
    far = after(purse.start(), "far")
    assert [variable(far, "pips", entry) for entry in range(6)] == [2] * 6
    assert "read" in labels(purse.start()), "an entry that is not there has the start value"


def test_d55_abalone_pushes_and_credits_through_the_library() -> None:
    state = library("abalone").position({"black": ["e6", "e7", "e8"], "white": ["e9", "a1"]})
    done = after(state, "e7e8")
    assert (tray(done, "taken", "black"), tray(done, "taken", "white")) == (1, 0)


def test_d30_on_is_checked_after_effects_too() -> None:
    straying = game("""
        game: Straying Creeper
        extends: creeper
        actions: {shunt: {do: move it to cd34}}
        """)
    state = straying.position({"c3": "white pawn", "a5": "black pawn"})
    assert not any("-" in label for label in labels(state)), "a pawn may not end on an octagon"


def test_d47_end_turn_stops_a_chain_but_not_its_statements() -> None:
    """As in draughts: the end of the turn is decided before the man is crowned."""
    assert draft("russian_draughts").start().outcome is None
    stopping = small(
        "run: {move: mine, path: step e to empty, do: [end turn if it in c1, set it to down], again: must}",
        turn="run",
        board=_LINE,
        pieces=_TWO_FACED,
    )
    state = stopping.position({"a1": "white up stone"})
    assert labels(state) == ["a1-b1-c1"]
    assert pieces(after(state, "a1-b1-c1")) == {"c1": "white down stone"}
    assert result(after(state, "a1-b1-c1")) is not None


def test_d32_a_piece_that_before_has_used_up_cannot_be_placed() -> None:
    """The last one in the supply is put down before it can land: an illegal effect is an illegal turn."""
    greedy = small(
        "drop: {place: token, to: empty, before: put token at a1}",
        turn="drop",
        board=_LINE,
        pieces="{token: {owner: none, letter: '%', supply: 1}}",
    )
    assert labels(greedy.start()) == []


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("hand", ["all", "{stone: 0}"])
def test_d32_an_empty_hand_that_is_named_gives_nothing(hand: str, engine: EngineName) -> None:
    """Both of a player's stones are on the board: the third would come from nowhere, as of a kind that no hand has."""
    lines = """
        game: All on the board
        players: [white, black]
        board: {tiling: square, size: 3x3}
        pieces: {stone: {letter: s, each: 2}}
        setup: {white stone: [a1, a2], black stone: [c1, c2], hand: HAND}
        actions: {lay: {place: my stone, to: empty}}
        turn: lay
        stuck: draw
    """
    start = rulewright.load(dedent(lines).replace("HAND", hand), engine=engine).start()
    assert (labels(start), result(start)) == ([], "draw")
    assert len(labels(start.game.position({"white stone": ["a1"]}, hand={"white": {"stone": 1}}))) == 8


def test_d30_set_leaves_no_piece_where_it_may_not_stand() -> None:
    """A piece of a kind that stands on edges cannot become one on a cell; of two values the other one is left."""
    kinds = "{stone: {letter: s, on: cell}, wall: {letter: w, on: edge}, rock: {letter: r}}"
    board = "{tiling: square, size: 2x2, uses: [cell, edge]}"
    start = "setup: {white stone: [a1], black stone: [b2]}"
    barred = small("go: {pick: mine, do: set target to wall}", turn="go", board=board, pieces=kinds, more=start)
    assert labels(barred.start()) == []
    either = small("go: {pick: mine, do: set target to wall or rock}", turn="go", board=board, pieces=kinds, more=start)
    assert labels(either.start()) == ["a1=rock"]


def test_d53_the_only_one_is_taken_out_of_a_stack_alone() -> None:
    only = small(
        """
        hide: {pick: mine, do: put token at target}
        take: {pick: empty in row 2, do: put token at target}
        """,
        turn="hide or take",
        board="{tiling: square, size: 2x2}",
        pieces="{token: {owner: none, letter: '%', supply: 1}, stone: {letter: s}}",
        more="stack: 3\nsetup: {white stone: [a1], black stone: [b1]}",
    )
    state = after(only.start(), "a1")
    assert pieces(state)["a1"] == "white stone/token"
    assert pieces(after(state, "a2")) == {"a1": "white stone", "b1": "black stone", "a2": "token"}


def test_d46_it_does_not_follow_a_piece_of_another_layer() -> None:
    carrying = small(
        "go: {move: mine, path: step e to empty, do: [move (flag in it) to a2, told = it]}",
        turn="go",
        board="{tiling: square, size: 2x2}",
        pieces="{stone: {letter: s}, flag: {owner: none, letter: '*', layer: top}}",
        more="vars: {told: {holds: site}}\nsetup: {white stone: [a1], black stone: [b2], flag: [b1]}",
    )
    state = after(carrying.start(), "a1-b1")
    assert pieces(state, layer=1) == {"a2": "flag"}
    assert variable(state, "told") == 1, "the stone is still on b1"
