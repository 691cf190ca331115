"""Settings that all tests share, and which of them are quick."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import rulewright.cache
from tests.all_sorts import SEVEN

_TESTS = Path(__file__).parent
_EVERY = 10**6

# `pytest -m quick` tries a little of every room, in less than a minute. For each folder or file: how many cases of
# each test. The longest way that fits counts; what fits none is left out, as is what the normal run leaves out.
QUICK = {
    "analysis": 3,
    "api/test_reading.py": 1,
    "board": _EVERY,
    "cli/test_main.py": 2,
    "cli/test_moves.py": 2,
    "cli/test_perft.py": 2,
    "cli/test_show.py": 2,
    "cli/test_validate.py": 2,
    "conformance": _EVERY,
    "conformance/test_hashes.py": 1,
    "conformance/test_suite.py": 1,
    "diagnostics": 40,
    "docs/test_api.py": 3,
    "docs/test_coverage.py": 3,
    "docs/test_specification.py": 3,
    "drawing": 1,
    "drawing/test_drawing_live.py": 0,
    "drawing/test_drawing_terminal.py": 0,
    "explanations/test_pages.py": 5,
    "language": 3,
    "language/check": _EVERY,
    "language/test_grammar.py": 0,
    "language/test_hostile.py": 0,
    "language/test_options.py": 0,
    "language/test_printer.py": 0,
    "language/test_reading.py": 0,
    "language/test_schema.py": 0,
    "language/test_yaml_reader.py": 0,
    "library/test_front_end.py": 3,
    "matches/test_elo.py": _EVERY,
    "native/test_lockstep_library.py": 2,
    "native/test_plan.py": 2,
    "proof/test_evidence.py": _EVERY,
    "rulebooks/test_surikata.py": 1,
    "search/test_spec.py": _EVERY,
    "search/test_wins.py": 1,
    "test_packaging.py": _EVERY,
    "test_pipeline.py": _EVERY,
    "test_records.py": 2,
    "web/test_guard.py": 3,
    "workshop/test_beginnings.py": 2,
    "workshop/test_outline.py": 2,
    "workshop/test_words.py": 2,
}

# Of tests with many cases that take long, the normal run tries one case in so many; those of the seven games of the
# rulebooks are never left out, and neither is the first. The others come with `-m rest`.
THINNED = {
    "browser/test_games.py": 3,
    "cli/test_with_the_compiler.py": 3,
    "conformance/test_suite.py": 8,
    "decisions/test_paths.py": 2,
    "docs/test_examples.py": 2,
    "drawing/test_drawing_every_game.py": 6,
    "drawing/test_drawing_live.py": 4,
    "language/test_printer.py": 6,
    "native/test_counting.py": 6,
    "native/test_fresh.py": 2,
    "native/test_kth.py": 2,
    "native/test_lockstep_library.py": 6,
    "native/test_meeting_ways.py": 5,
    "native/test_repeated_chains.py": 3,
    "native/test_roads.py": 2,
    "native/test_sampler.py": 8,
    "native/test_torus.py": 6,
    "native/test_widths.py": 2,
    "proof/peers/test_tables.py": 6,
    "proof/test_counts.py": 8,
    "search/test_wins.py": 8,
    "test_picking.py": 5,
    "tools/test_bench.py": 3,
    "wording/test_sentences.py": 3,
    "workshop/test_beginnings.py": 3,
    "workshop/test_findings.py": 3,
}

# Cases that take seconds each, where another case of the test, or a cheaper test, shows the same: how the names of
# those cases begin, "" for all. They come with `-m rest`, too.
LATER = {
    "api/test_stepper.py::test_a_stepper_decides_as_turns_do": ("hive", "amazons"),
    "browser/test_exported.py::test_an_exported_game_is_clicked_to_its_end": ("hive-phone",),
    "browser/test_games.py::test_a_game_is_clicked_to_its_end": ("vier_kreise", "abalone"),
    "browser/test_links.py::test_players_called_as_the_address_says_other_things": ("",),
    "browser/test_links.py::test_what_a_link_may_not_say_is_told": ("bytes", "many", "large"),
    "browser/test_pages.py::test_a_new_game_with_other_options": ("",),
    "browser/test_pages.py::test_a_phone_shows_the_whole_board_without_scrolling_sideways": ("quoridor",),
    "browser/test_pages.py::test_the_address_is_a_link_to_the_position": ("",),
    "browser/test_workshop.py::test_a_game_with_mistakes_is_no_page": ("",),
    "browser/test_workshop.py::test_a_link_that_holds_no_game_says_so_and_harms_nothing": ("bomb",),
    "browser/test_workshop.py::test_a_text_that_is_not_even_read_has_no_mistakes_of_the_one_before": ("",),
    "browser/test_workshop.py::test_completion_proposes_keys_with_what_they_mean": ("",),
    "browser/test_workshop.py::test_engines_play_on_when_the_server_has_new_rules_before_the_page_knows": ("",),
    "browser/test_workshop.py::test_files_go_out_and_come_in": ("",),
    "browser/test_workshop.py::test_the_card_of_a_mistake_mends_it_too": ("",),
    "cli/test_hostile.py::test_a_turn_without_end_is_told_and_eats_no_memory": (
        "laps run",
        "laps validate",
        "laps why",
    ),
    "cli/test_hostile.py::test_the_hostile_collection_comes_to_an_end": ("phase", "asks"),
    "cli/test_match.py::test_a_game_that_kills_its_process_is_lost_and_no_other": ("",),
    "cli/test_match.py::test_a_game_whose_process_dies_is_played_again": ("",),
    "cli/test_match.py::test_a_match_without_hope_ends": ("",),
    "cli/test_match.py::test_a_round_begins_alike": ("",),
    "cli/test_match.py::test_everybody_meets_everybody": ("",),
    "cli/test_match.py::test_searches_bound_by_playouts_play_the_same_games_too": ("",),
    "cli/test_match.py::test_sides_that_are_not_held_equally_often_are_told": ("",),
    "cli/test_match.py::test_the_same_seed_gives_the_same_games": ("",),
    "cli/test_match.py::test_the_test_stops_the_match": ("",),
    "cli/test_resuming.py::test_a_match_that_was_killed_goes_on": ("",),
    "cli/test_resuming.py::test_a_result_that_no_game_can_have_is_refused": (
        "command1-",
        "command2-",
        "command3-",
        "command4-",
        "command7-",
        "command8-",
        "command9-",
        "command10-",
        "command12-",
        "command13-",
        "command14-",
    ),
    "cli/test_resuming.py::test_a_studied_game_fits": ("four_player_chaturanga", "backgammon", "choro_acholi"),
    "cli/test_resuming.py::test_half_a_line_is_played_again": ("",),
    "cli/test_resuming.py::test_other_rules_are_another_work": ("",),
    "cli/test_serve.py::test_whoever_still_waits_does_not_keep_it_from_ending": ("nothing", "half a header"),
    "conformance/test_suite.py::test_the_native_engine_conforms": ("small_nasty",),
    "decisions/test_large_turns.py::test_all_groups_grow_in_one_turn": ("six apart-reference",),
    "decisions/test_large_turns.py::test_laps_may_run_long": ("reference",),
    "decisions/test_large_turns.py::test_ten_free_placements": ("",),
    "decisions/test_paths.py::test_paths_are_turns_in_generated_games": ("2006", "2004"),
    "decisions/test_turn.py::test_games_by_decisions_can_be_recorded": ("",),
    "diagnostics/test_fixtures.py::test_exact_text": ("play-endless",),
    "drawing/test_drawing_terminal.py::test_it_fits_eighty_columns": ("chess",),
    "encoding/test_encoding.py::test_d122_an_observation_tells_what_the_state_tells": (
        "abalone",
        "shogi",
        "backgammon",
        "vier",
        "tak",
        "creeper",
        "hive",
    ),
    "engines/test_players.py::test_hive_programs_play": ("",),
    "explanations/test_examples.py::test_example": ("play-large",),
    "export/test_modules.py::test_a_module_follows_native_games": ("hive", "erleuchtung"),
    "faults/test_faults.py::test_laps_that_may_be_left_out_or_made_twice_come_to_an_end": ("",),
    "faults/test_faults.py::test_playouts_draw_from_all_turns_beside_a_relay_without_end": ("",),
    "lab/test_page.py::test_a_small_game_is_solved_beside": ("",),
    "lab/test_page.py::test_the_same_seed_gives_the_same_figures": ("",),
    "lab/test_solve.py::test_processes_of_their_own_find_the_same": ("",),
    "lab/test_versions.py::test_a_sweep_finds_the_fair_setting_of_a_game_made_for_it": ("",),
    "lab/test_versions.py::test_what_is_compared_with_itself_does_not_differ_and_what_differs_is_told": ("",),
    "language/test_grammar.py::test_a_corrupt_cache_is_made_anew": ("null", "{", "]"),
    "language/test_hostile.py::test_contents": ("",),
    "language/test_hostile.py::test_help_while_typing_takes_linear_time": ("",),
    "language/test_hostile.py::test_thousands_of_misspelt_names": ("",),
    "native/test_counting.py::test_both_ways_count_the_same": ("vier_kreise", "xiangqi"),
    "native/test_quiet_turns.py::test_pins_and_checks_of_chess": ("position 3", "position 4"),
    "native/test_sampler.py::test_games_made_to_mislead": ("routes are moves of their own", "sideways"),
    "native/test_state.py::test_turns_are_those_of_the_reference": ("chess",),
    "native/test_strategies.py::test_without_it_as_much_is_counted": ("pushes",),
    "native/test_threads.py::test_perft": ("1",),
    "native/test_threads.py::test_run_says_the_same_on_both_engines": ("",),
    "native/test_together.py::test_counts": ("clash", "rivals"),
    "native/test_together.py::test_lock_step": ("clash",),
    "native/test_too_large.py::test_playouts_know_how_many_parts_a_turn_may_have": ("",),
    "native/test_too_large.py::test_what_takes_too_many_steps_is_told_with_its_rule": (
        "routes",
        "if",
        "can",
        "groups-reference",
        "legs-native",
        "lines-reference",
    ),
    "native/test_torus.py::test_lines_that_end_nowhere": ("3 mine-hex",),
    "native/test_torus.py::test_walks_lead_where_the_reference_says": ("two",),
    "native/test_widths.py::test_actions_whose_candidates_are_collected": ("15-True",),
    "native/test_widths.py::test_as_many_directions_as_a_word_has_bits": ("63",),
    "native/test_widths.py::test_different_pieces": ("2-42",),
    "native/test_widths.py::test_more_choices_than_a_word_has_bytes": ("(9,)", "9"),
    "native/test_widths.py::test_more_effects_in_a_row_than_python_has_room_for": ("",),
    "native/test_widths.py::test_one_thing_too_wide_among_others": ("both",),
    "native/test_widths.py::test_pieces_times_what_they_become": ("21-True",),
    "native/test_widths.py::test_playouts_on_a_large_board": ("",),
    "native/test_widths.py::test_positions_that_have_been_there_often": ("65534",),
    "native/test_widths.py::test_repeats_of_turns": ("16-True",),
    "native/test_widths.py::test_sets_of_pieces": ("64", "31"),
    "native/test_widths.py::test_several_wide_things_together": ("65535-4", "65535-6", "65536", "65535-32"),
    "native/test_widths.py::test_what_pieces_become_is_one_table_for_all_players": ("",),
    "proof/peers/test_tables.py::test_as_many_as_another_program_counted": ("abalone_for_three", "santorini", "halma"),
    "proof/test_counts.py::test_from_the_start": (
        "abalone-",
        "hive-base_mlp-",
        "hive-base_lp-",
        "hive-base_mp-",
        "hive-base_ml-",
    ),
    "proof/test_counts.py::test_natively": ("hive-base", "creeper", "erleuchtung-automatic", "erleuchtung-halves"),
    "proof/test_hive_protocol.py::test_all_cases": ("",),
    "proving/test_playouts.py::test_the_same_seed_plays_the_same_games": ("",),
    "rulebooks/test_plain_programs.py::test_the_same_game_is_played": (
        "abalone-reference",
        "hive-base_mlp-native",
        "abalone-native",
    ),
    "search/test_alphabeta.py::test_decisions_lead_to_the_same_values_as_turns": (
        "tak",
        "dvonn",
        "amazons",
        "othello",
        "english_draughts",
    ),
    "search/test_alphabeta.py::test_moves_are_legal": ("hive", "abalone_for_three"),
    "search/test_by_decisions.py::test_moves_are_legal_and_the_worth_adds_up": (
        "international_draughts",
        "hive",
        "abalone",
        "amazons",
    ),
    "search/test_by_decisions.py::test_the_tree_is_made_of_what_the_reference_offers": ("tzaar", "tak", "hive"),
    "search/test_judge_learns.py::test_a_player_takes_the_better_judge_when_there_is_one": ("mcts",),
    "search/test_judge_learns.py::test_another_start_or_board_is_another_lesson": ("",),
    "search/test_judge_learns.py::test_two_judges_learn_the_same": ("creeper",),
    "search/test_mcts.py::test_moves_are_legal_and_the_worth_adds_up": ("abalone_for_three",),
    "search/test_mcts.py::test_tic_tac_toe_is_a_draw": ("reference",),
    "search/test_wins.py::test_it_is_found": (
        "vier_kreise-0-alphabeta",
        "creeper-0-alphabeta",
        "schleicher_und_huepfer-0-alphabeta",
        "abalone-0-alphabeta",
        "erleuchtung-0-alphabeta",
        "vier_kreise-0-mcts",
        "erleuchtung-0-mcts",
    ),
    "spread/test_executors.py::test_all_tasks_are_done": ("processes",),
    "spread/test_executors.py::test_who_cannot_begin_says_so": ("processes",),
    "spread/test_processes.py::test_one_that_dies_takes_nothing_with_it": ("1",),
    "spread/test_processes.py::test_what_was_killed_is_done_again": ("1",),
    "test_imports.py::test_a_wrong_import_is_seen": ("analysis", "language", "uhp"),
    "test_move_texts.py::test_one_text_is_told_as_among_all": ("tzaar",),
    "test_reasons.py::test_it_never_fails": ("hive", "shogi", "abalone", "xiangqi", "lines", "havannah"),
    "test_records.py::test_a_long_text_is_no_move_at_once": ("sites", "signs", "pairs"),
    "test_state_json.py::test_states_changed_at_random": ("games0", "games1", "games2"),
    "tools/test_uhp_contest.py::test_our_own_on_both_sides": ("",),
    "tools/test_uhp_contest.py::test_valid_moves_through_the_pipe": ("",),
    "uhp/test_engine.py::test_the_searches_find_a_win": ("",),
    "web/test_arranging.py::test_the_test_that_is_copied_is_one": ("hive", "backgammon"),
    "web/test_arranging.py::test_what_is_no_position_is_refused_in_a_sentence": ("keys4", "keys1"),
    "web/test_gallery.py::test_all_games_are_there": ("",),
    "web/test_gallery.py::test_what_lies_in_the_place_of_a_file_by_now_is_told_and_not_waited_for": (
        "a folder",
        "nothing",
        "huge",
    ),
    "web/test_gallery.py::test_whatever_a_file_is_called_it_can_be_played_and_written_on": ("",),
    "web/test_listening.py::test_those_who_wait_for_one_worker_are_counted": ("",),
    "web/test_safety.py::test_abusive_files_in_a_row_leave_the_server_answering": ("",),
    "wording/test_sentences.py::test_there_are_words_for_all_of_the_library": ("abalone_for_three",),
    "workshop/test_beginnings.py::test_a_copy_can_be_played": ("xiangqi",),
    "workshop/test_completion.py::test_it_answers_in_every_half_written_file": ("hive", "backgammon"),
    "workshop/test_findings.py::test_some_of_those_have_fixes": ("",),
    "workshop/test_hover.py::test_every_word_of_a_rule_is_told": ("",),
}

# As the command line does. Without this a fifth of the time of the quick tests went into looking for garbage.
gc.set_threshold(100_000, 50, 50)

# A busy machine is no mistake: properties are bounded by their number of examples, never by time.
settings.register_profile("rulewright", deadline=None)
settings.load_profile("rulewright")

# Programs that tests start see the checkout, as the tests themselves do (pythonpath in pyproject.toml).
os.environ["PYTHONPATH"] = str(_TESTS.parent / "interpreter")

# One cache for everything that a run starts, in the checkout: a game is compiled once and not once in each process, and
# nobody's own cache is read or written. A run makes more files than a person, so that fewer of them are thrown away.
_CACHE = _TESTS.parent / ".pytest_cache" / "kept"
_CACHE.mkdir(parents=True, exist_ok=True)
os.environ["XDG_CACHE_HOME"] = str(_CACHE)
rulewright.cache._MOST_FILES = 3000

# Whoever wants no bytecode beside the sources has it there, too: otherwise each of the programs that tests start would
# compile everything that it imports, and each run all tests.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(_CACHE / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Shells let what runs in the background ignore Ctrl-C, and programs inherit that; then tests of it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@cache
def _quick_cases(path: Path) -> int:
    """How many cases of each test in this file are quick."""
    way = path.relative_to(_TESTS)
    return next((QUICK[str(part)] for part in (way, *way.parents) if str(part) in QUICK), 0)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without quick tests are not even read when only those are asked for."""
    if (
        config.getoption("markexpr") == "quick"
        and collection_path.name.startswith("test_")
        and collection_path.is_file()
    ):
        return _quick_cases(collection_path) == 0 or None
    return None


@cache
def _thinned(path: Path) -> int:
    return THINNED.get(str(path.relative_to(_TESTS)), 1)


# Before pytest looks at the marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _thin_out(items)
    seen: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.split("[")[0]
        if seen[test] < _quick_cases(item.path) and not any(map(item.get_closest_marker, ("rest", "slow"))):
            item.add_marker("quick")
            seen[test] += 1


def pytest_collection_finish() -> None:
    """Thousands of tests lie in memory until the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


def _thin_out(items: list[pytest.Item]) -> None:
    """Marks the cases that are left to the rest."""
    seen: Counter[str] = Counter()
    for item in items:
        test, _, case = item.nodeid.partition("[")
        if case.startswith(LATER.get(test.removeprefix("tests/"), ())):
            item.add_marker("rest")
        if _thinned(item.path) == 1 or any(map(item.get_closest_marker, ("rest", "slow"))):
            continue
        # The browser test has no other games than the seven.
        kept = not {*SEVEN}.isdisjoint(case.rstrip("]").split("-")) and item.path.parent.name != "browser"
        if not kept and seen[test] % _thinned(item.path):
            item.add_marker("rest")
        seen[test] += not kept
