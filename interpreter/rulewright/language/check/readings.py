"""Warnings about sentences that are legal but may be read differently by people."""

from __future__ import annotations

from ...rules import expressions as rx
from ..syntax import ast
from .world import World


def check_phrase(world: World, node: ast.Phrase) -> None:
    """`A not in B next to C`, `A next to B in C`: what does the last part belong to?"""
    for number, (first, second) in enumerate(zip(node.posts, node.posts[1:], strict=False)):
        outer = isinstance(second, ast.NextTo | ast.With | ast.JoinedTo)
        if isinstance(first, ast.In) and first.negated and outer and not _bracketed(first.item):
            _ambiguous(world, node, number)
        if isinstance(first, ast.NextTo) and isinstance(second, ast.In) and not _bracketed(first.item):
            _ambiguous(world, node, number)


def _bracketed(item: ast.Expr) -> bool:
    return isinstance(item, ast.Group)


def _ambiguous(world: World, node: ast.Phrase, number: int) -> None:
    before = node.words.span.to(node.posts[number].span).text
    after = node.posts[number + 1].span.text
    written = node.words.span.to(node.posts[number + 1].span)
    message = f'"{written.text}" means "({before}) {after}".'
    world.report.warning("reading-order", message, written, "write the brackets, so that everybody reads the same")


def check_or(world: World, node: ast.Or) -> None:
    """`x in A or B` means `(x in A) or B`."""
    for first, second in zip(node.items, node.items[1:], strict=False):
        if not isinstance(first, ast.Phrase) or not isinstance(first.posts[-1], ast.In):
            continue
        if isinstance(second, ast.Name | ast.Words | ast.Indexed | ast.Register):
            post = first.posts[-1]
            written = first.span.to(second.span)
            head = first.span.text[: len(first.span.text) - len(post.span.text)].rstrip()
            sign = post.span.text[: len(post.span.text) - len(post.item.span.text)].rstrip()
            world.report.warning(
                "reading-or",
                f'"{written.text}" means "({first.span.text}) or {second.span.text}".',
                written,
                f'write "{head} {sign} ({post.item.span.text} or {second.span.text})", or put brackets round '
                f'"{first.span.text}"',
            )


def check_either_site(world: World, node: ast.Or, found: list[rx.Expr]) -> None:
    """`target = a1 or a2` means `(target = a1) or a2`, and a2 is always there."""
    for first, second, value in zip(node.items, node.items[1:], found[1:], strict=False):
        if not isinstance(first, ast.Compare) or first.sign != "=" or not isinstance(value, rx.Fixed):
            continue
        message = f'"{node.span.text}" means "({first.span.text}) or {second.span.text}", which always holds.'
        sites = f"{first.right.span.text} or {second.span.text}"
        world.report.warning("reading-or", message, node.span, f'write "{first.left.span.text} in ({sites})"')
