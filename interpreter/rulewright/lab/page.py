"""A report as one HTML page: no script, nothing from outside, light and dark, and it prints."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from ..game import Game
from ..source.source import Span
from .charts import band, histogram, intervals, lines, table
from .figures import Strength
from .intervals import Figure
from .study import FIRST_MOVES, Report
from .verdict import between, percent, verdict

_EVEN_MOVES = 5

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
stroke-width:3;opacity:.5}.legend span{margin-right:1em}.legend i{display:inline-block;width:.8em;height:.8em;
margin-right:.3em}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9em}td,th{text-align:left;
padding:.2em .8em .2em 0;border-bottom:1px solid var(--rule)}pre{background:var(--card);border:1px solid var(--rule);
overflow-x:auto;padding:.5em 0;font-size:13px;line-height:1.45}pre span{display:block;padding:0 .8em}
pre .dead{background:var(--dead)}.board svg{max-width:100%;height:auto}
@media (max-width:480px){svg.chart text{font-size:15px}}
@media print{details>*{display:block}h2{break-after:avoid}}
"""


def page(report: Report) -> str:
    title = f"{report.game.title}: the lab"
    sections = (_balance, _length, _choice, _depth, _drama, _openings, _dead, _places)
    body = "".join(section(report) for section in sections)
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in verdict(report))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(report.game.title)}</h1><p class='soft'>{escape(_told(report))}</p>"
        f"<div class='verdict'>{sentences}</div>{body}</body></html>\n"
    )


def _told(report: Report) -> str:
    options = "".join(f", {name} {value}" for name, value in report.game.rules.options.items())
    games = ", ".join(f"{each.games} by {each.name}" for each in report.strengths)
    lost = f"; {len(report.lost)} games came to nothing ({report.lost[0]})" if report.lost else ""
    return f"Games played{options}: {games}{lost}. Seed {report.seed}. Intervals are at 95 %."


def _section(title: str, how: str, *parts: str) -> str:
    return f"<h2>{escape(title)}</h2>{''.join(parts)}<p class='how'>{escape(how)}</p>"


# ---------------------------------------------------------------- the sections


def _balance(report: Report) -> str:
    names, rows, drawn = report.game.players, [], []
    for each in report.strengths:
        for name, side in zip(names, each.sides, strict=True):
            if side is not None:
                rows.append([each.name, name, between(side), str(side.games)])
                drawn.append((f"{name}, {each.name}", 100 * side.low, 100 * side.value, 100 * side.high))
    return _section(
        "Balance",
        "The share of points that each side gets when both play equally well: a win is 1, a draw is shared. "
        "Wilson's interval over independent games; games that were cut off are left out.",
        intervals("Share of points of each side, in per cent", drawn),
        table(["players", "side", "share of points", "games"], rows),
        _swap(report),
        _solved(report),
    )


def _solved(report: Report) -> str:
    found = report.solution
    if found is None:
        return ""
    words = {1: "wins", 0: "draws", -1: "loses"}
    line = f" Best play: {'; '.join(found.line)}." if found.line else ""
    told = f"Solved by looking at all {found.positions:,} positions that can be reached.{line}"
    rows = [[move, words[value]] for move, value in found.first_moves]
    return f"<p>{escape(told)}</p>{table(['first move', 'who plays it'], rows, 'What each first move is worth')}"


def _swap(report: Report) -> str:
    if len(report.game.players) != 2 or not report.first_moves:
        return ""
    known = [each for each in report.first_moves if each.visits >= 10]
    even = sorted(known, key=lambda each: abs(each.value - 0.5))[:_EVEN_MOVES]
    moves = ", ".join(f"{each.move.text} ({percent(each.value)})" for each in even)
    return f"<p>First moves nearest to even, for a swap rule: {escape(moves)}.</p>" if moves else ""


def _length(report: Report) -> str:
    rows = [[each.name, *_length_row(each)] for each in report.strengths if each.games]
    ends = [
        [each.name, str(ending.line or ""), ending.text, percent(count / each.games)]
        for each in report.strengths
        for ending, count in each.endings
    ]
    return _section(
        "Length, and how games end",
        "Turns of a game. The line is that of the rule in the file.",
        histogram("Length of games, in per cent", [(each.name, each.lengths) for each in report.strengths], "turns"),
        table(["players", "mean length", "shortest", "longest", "cut off"], rows),
        table(["players", "line", "ended by", "share"], ends, "What ended them"),
    )


def _length_row(each: Strength) -> list[str]:
    length = _plain(each.length)
    return [length, str(min(each.lengths)), str(max(each.lengths)), percent(each.cut_off / each.games)]


def _plain(figure: Figure | None, digits: int = 1) -> str:
    if figure is None:
        return "unknown"
    return f"{figure.value:.{digits}f} ({figure.low:.{digits}f} to {figure.high:.{digits}f})"


def _choice(report: Report) -> str:
    found = report.choices
    points = [(float(each.ply), each.low, each.median, each.high) for each in found.by_ply]
    forced = between(found.forced) if found.forced is not None else "unknown"
    return _section(
        "Choice",
        "Legal moves at each turn of the game: median, and the band that holds four fifths of the games. "
        "Means are taken over games.",
        f"<p>A player has {escape(_plain(found.mean))} moves to choose from; {escape(forced)} of the turns are "
        f"forced; a turn has {escape(_plain(found.parts))} parts.</p>",
        band("Legal moves by turn", points, "turn"),
        table(
            ["turn", "games", "a tenth below", "median", "a tenth above"],
            [[str(each.ply), str(each.games), f"{each.low:g}", f"{each.median:g}", f"{each.high:g}"]
             for each in found.by_ply],
        ),
    )  # fmt: skip


def _depth(report: Report) -> str:
    rungs = report.ladder.rungs
    if not rungs:
        return _section("Depth", "Measured in games for two only.", "<p>Not measured.</p>")
    rows = [(f"{_playouts(each.stronger)} v {_playouts(each.weaker)}", 100 * each.score.low, 100 * each.score.value,
             100 * each.score.high) for each in rungs]  # fmt: skip
    flat = report.ladder.flat_from
    sentence = (
        f"From {_playouts(flat)} playouts on, more thinking is not proven to help." if flat else "It has not flattened."
    )
    return _section(
        "Depth",
        "A player with four times the playouts against the weaker one, from both sides. A level is 60 % of the points.",
        f"<p>{escape(f'{report.ladder.levels:.1f} levels were found. {sentence}')}</p>",
        intervals("Share of points of the stronger player, in per cent", rows),
        table(
            ["stronger", "weaker", "share of points", "games", "Elo"],
            [[each.stronger, each.weaker, between(each.score), str(each.score.games), f"{each.elo:+.0f}"]
             for each in rungs],
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
        (f"game {each.task.number + 1}", [100 * turn.values[0] for turn in each.turns if turn.values is not None])
        for each in found.samples
    ]
    games = [[str(each.task.number + 1), " ".join(turn.text for turn in each.turns)] for each in found.samples]
    back = between(found.comebacks) if found.comebacks is not None else "unknown"
    decided = percent(found.decided.value) if found.decided is not None else "unknown"
    return _section(
        "Drama",
        f"The chances of {first} in per cent, as the player to move saw them; games of about the usual length.",
        f"<p>The lead changes {escape(_plain(found.lead_changes))} times in a game. In {escape(back)} of the won "
        f"games the winner had been below 30 %. On average a game is decided after {escape(decided)} of it.</p>",
        lines(f"Chances of {first} over sample games", series, "turn"),
        table(["game", "moves"], games, "The games, move by move"),
    )


def _openings(report: Report) -> str:
    rows = [
        [each.move, str(each.alike), str(each.played), between(each.won) if each.won is not None else "unknown"]
        for each in report.openings
    ]
    engine = [[each.move.text, percent(each.value), str(each.visits)] for each in report.first_moves[:12]]
    if not rows:
        return ""
    return _section(
        "Openings",
        f"First moves of the strongest players, and what {FIRST_MOVES} thinks of each. Moves that are the same by a "
        "symmetry of the board count together, under the first of them.",
        table(["first move", "moves alike", "games", "won by who played it"], rows, "First moves as they were played"),
        table(["first move", "value", "looked at"], engine, "First moves as the engine values them"),
    )


def _dead(report: Report) -> str:
    if not report.unused:
        return _section(
            "Dead things",
            "Actions, pieces, end rules and places, in all games in which somebody thought.",
            "<p>Nothing: every action, piece, end rule and place was used.</p>",
        )
    rows = [[each.what, each.name, str(each.line or "")] for each in report.unused]
    return _section(
        "Dead things",
        "Never used in any game in which somebody thought. More games may still use them.",
        table(["what", "name", "line"], rows, "What nobody used"),
        _marked(report),
    )


def _marked(report: Report) -> str:
    """The file, with what was never used marked in it."""
    span = _any_span(report.game)
    if span is None:
        return ""
    dead = {each.line for each in report.unused if each.line}
    text = span.source.text.split("\n")
    shown = "".join(
        f'<span class="dead" title="never used">{escape(line) or " "}</span>' if number in dead
        else f"<span>{escape(line) or ' '}</span>"
        for number, line in enumerate(text, 1)
    )  # fmt: skip
    return f"<pre>{shown}</pre>"


def _any_span(game: Game) -> Span | None:
    return game.rules.actions[0].span if game.rules.actions else None


def _places(report: Report) -> str:
    if not report.visits:
        return ""
    board, most = report.game.rules.board, max(report.visits.values())
    busiest = sorted(report.visits.items(), key=lambda item: (-item[1], item[0]))
    rows = [[board.sites[site].name, str(count), percent(count / most)] for site, count in busiest]
    return _section(
        "Where it happens",
        "How often a part of a turn ended on a place, in the strongest games; darker is more often.",
        f"<div class='board'>{heat_map(report)}</div>",
        table(["place", "times", "of the busiest"], rows),
    )


def heat_map(report: Report) -> str:
    """The places of the board by how often they were played to."""
    sites, most = report.game.rules.board.sites, max(report.visits.values())
    xs, ys = [site.x for site in sites], [site.y for site in sites]
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    near = min(
        (max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairwise(sites) if (a.x, a.y) != (b.x, b.y)), default=1.0
    )
    size = 0.46 * min(1.0, near)
    parts = []
    for site in sites:
        share = report.visits.get(site.index, 0) / most
        x, y = site.x - min(xs) + 0.5, max(ys) - site.y + 0.5
        parts.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{size:.2f}" fill="var(--a)" fill-opacity="{0.04 + 0.96 * share:.2f}"'
            f' stroke="var(--rule)" stroke-width="0.02"><title>{escape(site.name)}: '
            f"{report.visits.get(site.index, 0)}</title></circle>"
        )
    return (
        f'<svg class="chart" style="max-width:{60 * width:.0f}px" viewBox="0 0 {width:.2f} {height:.2f}" role="img" '
        f'aria-label="How often each place was played to">{"".join(parts)}</svg>'
    )
