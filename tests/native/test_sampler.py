"""Random turns without a list: legal ones only, each of them equally likely; and playouts played again."""

from __future__ import annotations

import pytest

from rulewright.game import load
from rulewright.language.game_files import shipped
from rulewright.native.codegen import module
from rulewright.native.codegen.values import Skills
from rulewright.native.layout.program_text import program_text
from rulewright.native.sampling import collecting
from rulewright.reference.hashing import mix
from tests.all_sorts import all_sorts_or_rest

from .drawing import Deviation, Drawing, Unfair, check_game
from .engines import reference
from .generated_games import game_text, kept_text, small_game
from .library_games import all_options
from .light_turns import ALONE, DRAWN, LISTED
from .lockstep import Bounds
from .repeated_parts import LOOKED_BACK_AT, REPEATED
from .replaying import replay
from .tricky_draws import DRAWS
from .tricky_games import TRICKY

_GAMES = shipped()
_MANY = 400
_AT_ONCE = 20


def _sampler(text: str) -> Drawing:
    return Drawing(reference(text)).compile()


@pytest.mark.parametrize("game", all_sorts_or_rest(_GAMES))
def test_draws_and_playouts_of_the_library(game: str) -> None:
    """A few positions of two games drawn from; two playouts, one from its start and the end of the other."""
    drawing = Drawing(reference(_GAMES[game]))
    if not drawing.sampled:
        pytest.skip("its turns are drawn from the list")
    drawing.compile()
    check_game(drawing, game, positions=2, each=50, most=3000, plies=120)
    replay(drawing, game, 1, 0, Bounds(plies=60, steps=10_000))
    replay(drawing, game, 1, 1, Bounds(plies=300, steps=10_000), late=True)


@pytest.mark.parametrize("game", ["backgammon", "ur", "four_player_chaturanga", "entropy"])
def test_dice_fall_evenly(game: str) -> None:
    """What chance does in a playout, at a few places of a game."""
    drawing = Drawing(reference(_GAMES[game])).compile()
    deviation = Deviation()
    plies = [ply for ply in drawing.along_a_game(5, 30) if drawing.is_chance]
    for ply in drawing.along_a_game(5, 30):
        if ply in plies[::5]:
            drawing.check_listed(f"{game}, ply {ply}", 5000, mix(ply), deviation)
    assert deviation.positions > 1
    assert abs(deviation.z) < 7


@pytest.mark.parametrize("game", ["backgammon", "kalah", "dvonn", "surakarta"])
def test_turns_of_a_list_are_drawn_evenly(game: str) -> None:
    """Whole turns that are listed in a playout, at a few places of a game: one is drawn while they are found."""
    drawing = Drawing(reference(_GAMES[game])).compile()
    deviation = Deviation()
    for ply in drawing.along_a_game(7, 40):
        if not drawing.is_chance and ply % 4 == 3:
            amount = min(len(drawing.following()), 60)
            drawing.check_listed(f"{game}, ply {ply}", 100 * amount, mix(ply), deviation)
    assert deviation.positions > 1
    assert abs(deviation.z) < 7


@pytest.mark.parametrize("name", REPEATED)
def test_turns_of_repeated_parts_are_drawn_evenly(name: str) -> None:
    """No turn is finished before it is drawn, and nothing of those that were tried is left behind."""
    drawing = _sampler(REPEATED[name])
    assert drawing.compiler.plan.by_list.strategy == "reservoir_turns"
    assert _lists_checked(drawing, name, games=3, each=20) > 5
    replay(drawing, name, 1, 0, Bounds(plies=20, steps=50_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", REPEATED)
def test_turns_of_repeated_parts_at_length(name: str) -> None:
    drawing = _sampler(REPEATED[name])
    assert _lists_checked(drawing, name, games=3) > 5
    for number in range(4):
        replay(drawing, name, 1, number, Bounds(plies=20, steps=50_000))


@pytest.mark.parametrize("name", LISTED)
def test_turns_that_come_to_no_end_before_they_are_drawn(name: str) -> None:
    """Chains, two parts, stacks and rings: told apart by what the end of the turn will make of the board."""
    drawing = _sampler(LISTED[name])
    assert drawing.compiler.plan.by_list.strategy == "reservoir_turns"
    assert _lists_checked(drawing, name, games=6, each=20) > 4
    check_game(drawing, name, positions=3, each=50, most=2_000, plies=30)
    replay(drawing, name, 1, 0, Bounds(plies=20, steps=50_000))


@pytest.mark.parametrize("name", ALONE)
def test_turns_drawn_alone_are_drawn_evenly(name: str) -> None:
    """One candidate is drawn before all are looked at, and then as often as if those that come to the same were one."""
    drawing = _sampler(ALONE[name])
    assert drawing.compiler.plan.by_list.singles
    assert _lists_checked(drawing, name, games=6, each=200) > 4
    replay(drawing, name, 1, 0, Bounds(plies=20, steps=50_000))


@pytest.mark.parametrize("name", DRAWN)
def test_turns_that_need_no_list(name: str) -> None:
    """Straight runs by sets, quiet walks under a guard, pieces from several trays."""
    drawing = _sampler(DRAWN[name])
    assert drawing.sampled
    check_game(drawing, name, positions=4, each=60, most=3_000, plies=30)
    replay(drawing, name, 1, 0, Bounds(plies=20, steps=50_000))


@pytest.mark.parametrize("name", LOOKED_BACK_AT)
def test_turns_with_different_results_are_different_turns(name: str) -> None:
    """Also where parts are repeated, and the state they lead to is the same."""
    drawing = _sampler(LOOKED_BACK_AT[name])
    assert _lists_checked(drawing, name, games=12) > 5


def _lists_checked(drawing: Drawing, name: str, games: int, each: int = 60) -> int:
    """Draws about `each` times every turn of the list that playouts make, along some games; at how many positions."""
    deviation = Deviation()
    for seed in range(games):
        for ply in drawing.along_a_game(seed, 24):
            amount = len(drawing.following())
            if not drawing.is_chance and amount < 200 and ply % 3 == seed % 3:
                drawing.check_listed(f"{name}, ply {ply}", each * amount, mix(ply + seed), deviation)
    assert abs(deviation.z) < 7
    return deviation.positions


@pytest.mark.parametrize("name", [*TRICKY, *DRAWS])
def test_games_made_to_mislead(name: str) -> None:
    drawing = _sampler((TRICKY | DRAWS)[name])
    check_game(drawing, name, positions=3, each=50, most=2_000, plies=30)
    replay(drawing, name, 1, 0, Bounds(plies=12, steps=30_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TRICKY, *DRAWS])
def test_games_made_to_mislead_at_length(name: str) -> None:
    drawing = _sampler((TRICKY | DRAWS)[name])
    check_game(drawing, name, positions=4, each=150, most=20_000, plies=30, games=3)
    replay(drawing, name, 1, 0, Bounds(plies=12))


def test_what_moves_to_no_site_is_kept_nowhere() -> None:
    """What a part can write is kept before it. A site that is none lies before all memory: the process crashed."""
    pipeline = load(DRAWS["pieces that move to no site"])._pipeline
    for program in (pipeline.kernel, pipeline.sampling_kernel):
        assert "[-" not in program_text(program, pipeline.compiler.unit.layout)


def test_more_candidates_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "MOST", 16)
    text = TRICKY["pieces that take anything"].replace("to: anywhere", "to: empty, if: target not in a1")
    drawing = _sampler(text)
    assert drawing.sampled
    assert check_game(drawing, "little room", positions=2, each=100, most=5000, plies=10).lists


@pytest.mark.parametrize("game", ["amazons", "chess"])
def test_a_processor_without_special_instructions_draws_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rays that are cut off one by one, and sites of a set counted one by one."""
    name, features, _ = module.host_features()
    drawing = Drawing(reference(_GAMES[game])).compile()
    monkeypatch.setattr(module, "host_features", lambda: (name, features, Skills(False, False, False)))
    other = Drawing(reference(_GAMES[game])).compile()
    assert drawing._module.text != other._module.text
    for seed in range(5):
        played = [one.playout(seed, 0, 60) for one in (drawing, other)]
        assert played[0] == played[1]


# In 287 two turns differ only in what was taken, which no rule of that game reads; in 322 to do nothing and to do
# something that changes nothing lead to the same, and only one of them is a pass.
@pytest.mark.parametrize("seed", [287, 322])
def test_draws_of_a_kept_game(seed: int) -> None:
    _generated(kept_text(seed), f"generated game {seed}", positions=2, each=60)


@pytest.mark.parametrize("seed", range(8))
def test_draws_of_a_generated_game(seed: int) -> None:
    _generated(game_text(seed), f"generated game {seed}", positions=2, each=60)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, _MANY, _AT_ONCE))
def test_draws_of_many_generated_games(first: int) -> None:
    for seed in range(first, first + _AT_ONCE):
        _generated(game_text(seed), f"generated game {seed}", positions=3, each=150)


def _generated(text: str, name: str, positions: int, each: int) -> None:
    if small_game(text) is None:
        return
    drawing = _sampler(text)
    check_game(drawing, name, positions, each, most=10_000, plies=40)
    replay(drawing, name, 1, 0, Bounds(plies=20, steps=100_000))


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_draws_and_playouts_at_length(game: str) -> None:
    """As it is compiled for playouts, with each value of its options."""
    for options in all_options(_GAMES[game]):
        drawing = Drawing(reference(_GAMES[game], **options), careful=True).compile()
        name = f"{game} {options}"
        check_game(drawing, name, positions=6, each=120, most=20_000, plies=400, games=3)
        for number in range(3):
            replay(drawing, name, 7, number, Bounds(plies=60, steps=400_000))
            replay(drawing, name, 8, number, Bounds(plies=600, steps=200_000), late=True)


# ---------------------------------------------------------------- is an unfair sampler noticed?


def test_a_move_that_is_drawn_twice_as_often_is_noticed() -> None:
    with pytest.raises(Unfair, match="move 3 of 20 was drawn"):
        _compared([100, 100, 100, 200, *[100] * 16])


def test_many_moves_that_are_drawn_a_little_too_often_are_noticed() -> None:
    deviation = _compared([75, 125] * 10)
    assert deviation.z > 7


def test_a_fair_sampler_is_not_accused() -> None:
    deviation = _compared([91, 104, 110, 97, 88, 103, 108, 99, 95, 105])
    assert abs(deviation.z) < 3


def _compared(counts: list[int]) -> Deviation:
    deviation = Deviation()
    deviation.compare("here", counts, [1] * len(counts))
    return deviation
