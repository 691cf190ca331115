"""Threads with large stacks, begun by several at once: each has its own, and the setting of the process stays."""

from __future__ import annotations

import threading

import pytest

import rulewright
from rulewright.stacks import large_stacks


def test_one_sets_the_size_at_a_time() -> None:
    usual, seen, inside = threading.stack_size(), [], threading.Event()

    def second() -> None:
        inside.wait()
        with large_stacks(32 << 20):
            seen.append(threading.stack_size())

    thread = threading.Thread(target=second)
    thread.start()
    with large_stacks(16 << 20):
        inside.set()
        seen.append(threading.stack_size())
    thread.join()
    assert seen == [16 << 20, 32 << 20]
    assert threading.stack_size() == usual


def test_programs_that_think_on_several_threads_have_room() -> None:
    """They all compile the search at once: the second one took the place of the first, which ended the process."""
    pytest.importorskip("llvmlite")
    usual, game = threading.stack_size(), rulewright.load("hex")
    chosen: list[str] = []

    def think() -> None:
        player = rulewright.player("alphabeta:depth=1")
        chosen.extend(player.choose(game.start(), seed).move.text for seed in range(20))

    thinking = [threading.Thread(target=think) for _ in range(4)]
    for thread in thinking:
        thread.start()
    for thread in thinking:
        thread.join()
    assert len(chosen) == 80
    assert threading.stack_size() == usual
