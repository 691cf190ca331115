"""What a game file claims, proved by playing: its own tests, random games, its hooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ..errors import NotOnlyOne, TooLarge
from ..game import Game
from ..pipeline import Pipeline
from ..source.diagnostics import Report
from ..source.source import Span
from .budget import Clock, Effort, Proof
from .cases import Cases
from .hook_checks import BrokenHook, WatchedHooks
from .places import Places
from .random_trials import RandomTrials

__all__ = ["CODES", "Effort", "Proof", "prove"]

# Everything that only shows when the game is played.
CODES = frozenset(
    {
        "hook-differs", "hook-fails", "hook-impure", "hook-unproved", "play-endless",
        "play-fault", "play-label", "play-large", "play-only", "play-over", "play-pieces", "play-range", "play-stuck",
        "play-text",
        "test-moves", "test-perft", "test-play", "test-result", "test-score",
    }
)  # fmt: skip


def prove(
    game: Path | Pipeline, effort: Effort | None = None, proof: Proof | None = None,
    options: Mapping[str, str] | None = None,
) -> Proof:  # fmt: skip
    """Proves a file without mistakes: with every combination of its options, or only as it is compiled
    if that was with `options`."""
    effort, proof = effort or Effort(), proof or Proof()
    pipeline = Pipeline.of_file(game) if isinstance(game, Path) else game
    if pipeline.rules is None or pipeline.whole is None:
        return proof
    games = list(_games(pipeline, effort, proof.report, options))
    try:
        clock, whole = Clock(effort.perft_seconds), Clock(effort.seconds)
        for playable in games:
            Cases(playable, Places(playable._pipeline.merged), proof, effort, clock).run()
        # Tests are run whatever they take; then there is less for random games.
        seconds = effort.play_seconds
        left = None if seconds is None else min(seconds, max(_LEAST_PLAY, whole.left))
        _play(games, effort, proof, Clock(left), whole)
    except TooLarge as error:  # and so would be whatever is played after it
        proof.report.error("play-large", f"{error.why}{error.moves_before}.", error.span, error.way_out)
    except NotOnlyOne as error:
        proof.report.error("play-only", f"{error.why}{error.moves_before}.", error.span, error.way_out)
    except BrokenHook:
        pass  # reported; what is played with a wrong hook would only lead to more messages
    return proof


def _games(pipeline: Pipeline, effort: Effort, report: Report, options: Mapping[str, str] | None) -> Iterator[Game]:
    """The game with each combination of options, ready to be played."""
    wanted = [dict(options)] if options else pipeline.front.combinations
    allowed = effort.allow_hooks or pipeline.front.shipped
    for chosen in wanted:
        chosen_way = replace(pipeline if options else pipeline.with_options(chosen), allow_hooks=allowed)
        rules = chosen_way.rules
        if rules is None:
            continue
        if not allowed and any(hook.same_as is None and hook.gives != "notation" for hook in rules.hooks):
            _tell_unproved(report, next(hook.span for hook in rules.hooks if hook.same_as is None))
            return
        if not allowed and rules.hooks:
            _tell_unproved(report, rules.hooks[0].span)
        # A hook is watched by the reference interpreter only: compiled code does not call it.
        hooked = any(hook.gives != "notation" for hook in rules.hooks)
        game = Game(chosen_way, "reference" if hooked else None)
        game._engine.hooks = WatchedHooks(game, report)
        yield game


def _tell_unproved(report: Report, span: Span) -> None:
    message = "the hooks of this file are Python code, and they were not run."
    help_text = "look at the file with the hooks, then say --allow-hooks"
    report.warning("hook-unproved", message, span, help_text)


def _play(games: list[Game], effort: Effort, proof: Proof, clock: Clock, whole: Clock) -> None:
    """Game after game, the combinations in turn, so that each has its share of the time."""
    tables = []
    for game in games:
        root = game._pipeline.merged
        top = root.entry("game") if root is not None else None
        if root is None:
            continue
        tables.append(RandomTrials(game, top.key.span if top else root.span, proof, effort))
    _watch_games(tables, effort, proof, clock)
    _tell_endless(tables, effort, proof, whole)


def _watch_games(tables: list[RandomTrials], effort: Effort, proof: Proof, clock: Clock) -> None:
    for number in range(effort.games):
        for place, table in enumerate(tables):
            if clock.left <= 0 and (number > 0 or proof.cut):
                if effort.to_the_end:
                    proof.cut = effort.games * len(tables) - proof.games
                return
            proof.watch(f"random game {number + 1} of {effort.games}")
            share = Clock(max(0.0, clock.left) / (len(tables) - place)) if number == 0 else clock
            table.play(number, share)


def _tell_endless(tables: list[RandomTrials], effort: Effort, proof: Proof, whole: Clock) -> None:
    """Only if no game of any option has come to an end, and all were played as far as they are watched, or one that
    is not watched has come no nearer to its end."""
    limited = any(table.game.rules.limit.span != table.game.rules.span for table in tables)
    if limited or not tables or effort.games == 0 or any(table.ended for table in tables):
        return
    games = effort.games * len(tables)
    if effort.games >= _FEW_GAMES and sum(table.unended for table in tables) == games:
        message = f"none of {games} random games came to an end within {effort.plies} turns."
    elif all(table.may_go_round for table in tables) and (turns := tables[0].goes_round(_for_a_round(whole))):
        message = f"no random game came to an end: one of {turns} turns came no nearer to it."
    else:
        return
    help_text = "say when it is over: a rule under end:, repetition: {times: 3, result: draw}, or limit: {turns: 200}"
    proof.report.warning("play-endless", message, tables[0].top, help_text)


def _for_a_round(whole: Clock) -> Clock:
    """The time for one game more, if none of those before has ended: what is left, but never nothing."""
    return Clock(None if whole.seconds is None else min(_ROUND_PLAY, max(_LEAST_ROUND, whole.left)))


_LEAST_PLAY = 0.05
_ROUND_PLAY = 0.4
_LEAST_ROUND = 0.4
_FEW_GAMES = 5  # fewer say nothing about all the others
