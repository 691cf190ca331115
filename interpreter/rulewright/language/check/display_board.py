"""`display:` of the board: where the sites of a board without a grid lie, and which of them are long points."""

from __future__ import annotations

from ...board import BoardProblems, mask_of
from ...rules.appearance import NOTHING
from ..document.nodes import Node, Scalar
from . import nodes
from .world import World

GAP = "."


def read_rows(world: World, node: Node | None) -> tuple[tuple[int, ...], ...]:
    """Each site of the board once, row by row from the top."""
    text = nodes.scalar(node)
    if text is None or not _has_no_grid(world, text, "rows"):
        return ()
    rows, begun = [], 0
    seen: set[int] = set()
    for line in text.text.splitlines(keepends=True):
        row: list[int] = []
        at = begun
        for word in line.split():
            at = text.text.index(word, at)
            found = (NOTHING,) if word == GAP else _sites(world, text, word, at)
            again = next((site for site in found if site in seen), None)
            if again is not None:
                message = f'the site "{world.ready_board.label(again)}" lies in two places.'
                world.report.error("display-board", message, text.part(at, at + len(word)), "name it once")
            if again is not None or not found:  # a word may name every site, and there may be thousands of words
                return ()
            seen.update(site for site in found if site != NOTHING)
            row.extend(found)
            at += len(word)
        rows.append(tuple(row))
        begun += len(line)
    missing = [site.name for site in world.ready_board.sites if site.index not in seen]
    if missing:
        many = f"{', '.join(missing[:5])} …" if len(missing) > 5 else ", ".join(missing)
        message = f"these rows leave sites out, which then nobody could see or click: {many}."
        help = 'name every site of the board in one of the lines; "." is a place where there is none'
        world.report.error("display-board", message, text.span, help)
    return tuple(row for row in rows if row)


def read_points(world: World, node: Node | None) -> int:
    text = nodes.scalar(node)
    if text is None or not _has_no_grid(world, text, "points"):
        return 0
    return mask_of(_sites(world, text, text.text, 0))


def _sites(world: World, text: Scalar, words: str, at: int) -> tuple[int, ...]:
    try:
        return tuple(site for site, _ in world.read_sites(words))
    except BoardProblems as found:
        for problem in found.problems:
            first, last = problem.span or (0, len(words))
            world.report.error(problem.code, problem.message, text.part(at + first, at + last), problem.help)
        return ()


def _has_no_grid(world: World, text: Scalar, word: str) -> bool:
    board = world.ready_board
    if board.tiling is None and not board.compass:
        return True
    message = f'this board has a form of its own: "{word}" under display is for boards that are only a list of sites.'
    world.report.error("display-board", message, text.span, f'leave "{word}" away')
    return False
