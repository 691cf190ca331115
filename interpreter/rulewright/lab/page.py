"""A report as one HTML page: no script, nothing from outside, light and dark, and it prints."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from ..show.drawing.picture import STYLE as BOARD_STYLE
from .charts import band, histogram, intervals, lines, table
from .figures import Strength
from .looking import FIRST_MOVES
from .page_boards import places, play_through, riddles
from .page_rules import dead
from .study import Report
from .telling import between, elo_between, file_and_line, game_of, percent, plain, section
from .verdict import far_from_even, is_unfair, verdict

STYLE = """
:root{--ink:#22211e;--soft:#6b6860;--paper:#fdfcf9;--card:#fff;--rule:#ddd8cc;--a:#2563a8;--b:#c2571a;--c:#4d8a3c;
--d:#8a4da0;--e:#a08a1a;--f:#3a8a8a;--dead:#fbe3dd}
@media (prefers-color-scheme:dark){:root{--ink:#e8e5dc;--soft:#a3a094;--paper:#191a1d;--card:#222428;--rule:#3a3c42;
--a:#7fb4ee;--b:#f0a06a;--c:#93cc80;--d:#cf9be2;--e:#dcc662;--f:#7fd0d0;--dead:#55281e}}
*{box-sizing:border-box}body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}h1{margin:.2em 0}h2{margin:2em 0 .4em;border-top:1px solid var(--rule);
padding-top:1em}.verdict{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:.6em 1em;
font-size:1.1em}.soft,.how{color:var(--soft)}.how{font-size:.85em}svg.chart{width:100%;height:auto;display:block}
svg.chart text{fill:var(--soft);font:12px system-ui,sans-serif}.grid{stroke:var(--rule)}.half{stroke:var(--soft);
stroke-dasharray:4 4}.s0,.k0{fill:var(--a);background:var(--a)}.s1,.k1{fill:var(--b);background:var(--b)}
.s2,.k2{fill:var(--c);background:var(--c)}.k3{background:var(--d)}.k4{background:var(--e)}.k5{background:var(--f)}
.band{fill:var(--a);opacity:.2}polyline{fill:none;stroke-width:2}.l0{stroke:var(--a)}.l1{stroke:var(--b)}
.l2{stroke:var(--c)}.l3{stroke:var(--d)}.l4{stroke:var(--e)}.l5{stroke:var(--f)}.whisker{stroke:var(--a);
stroke-width:3;opacity:.5}.legend span{margin-right:1em;
display:inline-block}.legend i{display:inline-block;width:.8em;height:.8em;
margin-right:.3em}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9em}td,th{text-align:left;
padding:.2em .8em .2em 0;border-bottom:1px solid var(--rule)}pre{background:var(--card);border:1px solid var(--rule);
overflow-x:auto;padding:.5em 0;font-size:13px;line-height:1.45}pre span{display:block;padding:0 .8em}
pre .dead{background:var(--dead)}.heat{fill:#a4133c}.boards{display:flex;flex-wrap:wrap;gap:1rem}
.boards figure{margin:0;flex:0 1 14rem}.boards svg{width:100%;height:auto}
figcaption{font-size:.85em}.strip{display:flex;gap:.6rem;overflow-x:auto;scroll-snap-type:x mandatory;
padding-bottom:.6rem}.strip figure{flex:0 0 min(20rem,82vw);margin:0;scroll-snap-align:start}
.strip svg{width:100%;height:auto;max-height:20rem}
@media (max-width:480px){svg.chart text{font-size:15px}}
@media print{details>*{display:block}
details::details-content{content-visibility:visible;block-size:auto}h2{break-after:avoid}figure,tr{break-inside:avoid}pre,td{white-space:pre-wrap}
.wide{overflow:visible}.strip{flex-wrap:wrap;overflow:visible}.strip figure{flex:0 0 30%}body{max-width:none}}
"""

_MOST_ROWS = 200  # of the turns of a game: whoever prints a page has them all on paper


def page(report: Report, over: Callable[[], bool] = lambda: False) -> str:
    """Whatever takes long to draw is left at what there is when it is `over`."""
    title = f"{report.game.title}: the lab"
    before = (_balance, _length, _choice, _depth, _drama)
    after = (_openings, riddles, dead, places)
    first, last = ("".join(each(report) for each in sections) for sections in (before, after))
    body = first + play_through(report, over) + last
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in verdict(report))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{BOARD_STYLE}</style></head><body>"
        f"<h1>{escape(report.game.title)}</h1><p class='soft'>{escape(_told(report))}</p>"
        f"<div class='verdict'>{sentences}</div>{_missing(report)}{body}</body></html>\n"
    )


def _told(report: Report) -> str:
    options = "".join(f", {name} {value}" for name, value in report.game.rules.options.items())
    games = ", ".join(f"{each.games} by {each.name}" for each in report.strengths)
    failed = f"; {len(report.failed)} games or questions came to nothing ({report.failed[0]})" if report.failed else ""
    return (
        f"Games played{options}: {games}{failed}. Seed {report.seed}. What stands in brackets is the interval that "
        "holds the true value with 95 % confidence."
    )


def _missing(report: Report) -> str:
    if not report.missing:
        return ""
    return f"<p>Not ready yet: {escape(', '.join(report.missing))}. With more time (--time) the page has them.</p>"


# ---------------------------------------------------------------- the sections


def _balance(report: Report) -> str:
    names, rows, drawn = report.game.players, [], []
    for each in report.strengths:
        for name, side in zip(names, each.sides, strict=True):
            if side is not None:
                elo = [elo_between(side)] if len(names) == 2 else []
                rows.append([each.name, name, between(side), *elo, str(side.games)])
                who = each.name.removeprefix("mcts:")  # a phone has no room for more
                drawn.append((f"{name}, {who}", 100 * side.low, 100 * side.value, 100 * side.high))
    begins = f"Who begins is {report.first}. " if len(names) > 1 else ""
    swaps = "After a swap of sides they count by the side they began with. " if report.swaps else ""
    return section(
        "Balance",
        f"{begins}The share of points that each side gets when both play equally well: a win is 1, a draw is shared. "
        f"{swaps}Wilson's interval over independent games; games that were cut off are left out, and so are those that "
        "were still going on when the time was over. Elo: the difference in strength that such a share stands for.",
        intervals("Share of points of each side, in per cent", drawn),
        table(["players", "side", "share of points", *(["Elo"] if len(names) == 2 else []), "games"], rows),
        _swap(report),
        _solved(report),
    )


def _solved(report: Report) -> str:
    found = report.solution
    if found is None:
        return ""
    words = {1: "wins", 0: "draws", -1: "loses"}
    line = f" Best play: {'; '.join(found.line)}." if found.line else ""
    how = (
        f"by looking at all {found.positions:,} positions that can be reached (retrograde analysis)" if found.complete
        else f"by proof-number search, which looked at {found.positions:,} positions"
    )  # fmt: skip
    rows = [[move, words[value]] for move, value in found.first_moves]
    shown = table(["first move", "who plays it"], rows, "What each first move is worth")
    return f"<p>{escape(f'Solved {how}.{line}')}</p>{shown}"


def _swap(report: Report) -> str:
    even = report.nearest_to_even
    if not even or report.solution is not None:
        return ""
    moves = ", ".join(f"{each.move.text} ({between(value)})" for each, value in even)
    first, found = max(report.valued_first_moves, key=lambda each: each[1].low)  # not by playouts: some are of several
    best = found.value
    needed = (
        f"With {first.move.text} the first player is at {percent(best)}, as the engine sees it"
        + (", so a swap rule is not needed." if best <= 0.55 and not is_unfair(report) else
           "; a swap rule would not mend it, since none of these is near to even." if far_from_even(even[0][1]) else
           "; whoever chooses to swap after one of these has no more than the other.")
    )  # fmt: skip
    return f"<p>First moves nearest to even, for a swap rule: {escape(moves)}. {escape(needed)}</p>"


def _length(report: Report) -> str:
    rows = [[each.name, *_length_row(each)] for each in report.strengths if each.games]
    ends = [
        [each.name, file_and_line(report, ending.file, ending.line), ending.text, between(share)]
        for each in report.strengths
        for ending, share in each.endings
    ]
    return section(
        "Length, and how games end",
        "Turns of a game, with the interval of the mean. The line is that of the rule in the file; shares have "
        "Wilson's interval.",
        histogram(
            "Length of games, in per cent",
            [(each.name, each.lengths) for each in report.strengths if each.games],
            "turns",
        ),
        table(["players", "mean length", "shortest", "longest", "cut off"], rows),
        table(["players", "line", "ended by", "share"], ends, "What ended them"),
    )


def _length_row(each: Strength) -> list[str]:
    cut_off = between(each.unended) if each.unended is not None else "unknown"
    return [plain(each.length), str(min(each.lengths)), str(max(each.lengths)), cut_off]


def _choice(report: Report) -> str:
    found = report.choices
    points = [(float(each.ply), each.low, each.median, each.high) for each in found.by_ply]
    forced = between(found.forced) if found.forced is not None else "unknown"
    step = max(1, math.ceil(len(found.by_ply) / _MOST_ROWS))
    decisions = f" and takes {plain(report.decisions)} decisions" if report.decisions is not None else ""
    return section(
        "Choice",
        "Legal moves at each turn of the game: median, and the band that holds four fifths of the games. "
        "Means are taken over games; decisions are those of the middle turn of a game, and leave out "
        "what goes without saying.",
        f"<p>A player has {escape(plain(found.mean))} moves to choose from; {escape(forced)} of the turns are "
        f"forced. A turn has {escape(plain(found.parts))} parts{escape(decisions)}.</p>",
        band("Legal moves by turn", points, "turn"),
        table(
            ["turn", "games", "a tenth below", "median", "a tenth above"],
            [[str(each.ply), str(each.games), f"{each.low:g}",
              f"{each.median:g} ({each.sure[0]:g} to {each.sure[1]:g})", f"{each.high:g}"]
             for each in found.by_ply[::step]],
            "The numbers" if step == 1 else f"The numbers of one turn in {step}",
        ),
    )  # fmt: skip


def _depth(report: Report) -> str:
    found = report.ladder
    if not found.rungs:
        return section(
            "Depth",
            "A ladder of players is measured in games for two only.",
            "<p>Not measured yet.</p>" if len(report.game.players) == 2 else "<p>Not measured.</p>",
        )
    rows = [(f"{_playouts(each.stronger)} v {_playouts(each.weaker)}", 100 * each.score.low, 100 * each.score.value,
             100 * each.score.high) for each in found.rungs]  # fmt: skip
    flat = (
        f"From {_playouts(found.flat_from)} playouts on, more thinking is not proven to help."
        if found.flat_from else "It has not flattened."
    )  # fmt: skip
    steps = ", ".join(f"{step:.0f}" for step in found.steps)
    levels = f" Players of these levels: {steps} playouts a move." if len(found.steps) > 1 else ""
    return section(
        "Depth",
        "A player with four times the playouts against the weaker one, from both sides; Wilson's interval. A level is "
        "60 % of the points against the level below; levels between two players are put there in proportion, "
        "and a clean sweep counts as 400 Elo.",
        f"<p>{escape(f'{plain(found.levels)} levels were found. {flat}{levels}')}</p>",
        intervals("Share of points of the stronger player, in per cent", rows),
        table(
            ["stronger", "weaker", "share of points", "games", "Elo"],
            [[each.stronger, each.weaker, between(each.score), str(each.score.games), elo_between(each.score)]
             for each in found.rungs],
        ),
    )  # fmt: skip


def _playouts(spec: str) -> str:
    return spec.partition("=")[2]


def _drama(report: Report) -> str:
    found = report.drama
    if not found.samples:
        return ""
    first = report.game.players[0]
    series = [
        (
            game_of(each.task.series, each.task.number),
            [100 * turn.values[0] for turn in each.turns if turn.values is not None],
        )
        for each in found.samples
    ]
    games = [
        [game_of(each.task.series, each.task.number), " ".join(turn.text for turn in each.turns)]
        for each in found.samples
    ]
    sentences = [f"The lead changes {plain(found.lead_changes)} times in a game."]
    if found.comebacks is not None:
        sentences.append(f"In {between(found.comebacks)} of the won games the winner had been below 30 %.")
    if found.decided is not None:
        sentences.append(f"On average a game is decided after {plain(found.decided, 0, 100, ' %')} of it.")
    if found.traps is not None:
        sentences.append(
            f"{between(found.traps)} of the turns were traps: whoever made them saw their chances fall by 30 % or more."
        )
    swings = [
        [game_of(each.series, each.number), str(each.turn), report.game.players[each.side], each.move, each.answer,
         f"{percent(each.before)} → {percent(each.after)}"] for each in found.swings
    ]  # fmt: skip
    return section(
        "Drama",
        f"The chances of {first} in per cent, as the player to move saw them; games of "
        f"{found.samples[0].task.series}, of about the usual length. Means over games, shares with Wilson's interval.",
        f"<p>{escape(' '.join(sentences))}</p>",
        lines(f"Chances of {first} over sample games", series, "turn"),
        table(["game", "moves"], games, "The games, move by move"),
        table(["game", "turn", "side", "move", "the killer move that followed", "chances"], swings,
              "The largest falls, and the moves that answered them"),
    )  # fmt: skip


def _openings(report: Report) -> str:
    rows = [
        [each.move, str(each.alike), str(each.played), between(each.won) if each.won is not None else "unknown"]
        for each in report.openings
    ]
    engine = [[each.move.text, between(value), str(each.visits)] for each, value in report.valued_first_moves[:12]]
    if not rows:
        return ""
    return section(
        "Openings",
        f"First moves of the strongest players, and what {FIRST_MOVES} thinks of each: Wilson's interval over the "
        "playouts that began with it, which does not know what they have overlooked. Moves that are the same by a "
        "symmetry of the board count together, under the first of them.",
        table(["first move", "moves alike", "games", "won by who played it"], rows, "First moves as they were played"),
        table(["first move", "value", "playouts"], engine, "First moves as the engine values them"),
    )
