"""The step that hashes and random numbers are made of (semantics section 19), for every program."""

from __future__ import annotations

from .expressions import signed
from .program import Builder


def write_mix(g: Builder) -> None:
    z = g.let(g.params[0] + signed(0x9E3779B97F4A7C15))
    z = g.let((z ^ (z >> 30)) * signed(0xBF58476D1CE4E5B9))
    z = g.let((z ^ (z >> 27)) * signed(0x94D049BB133111EB))
    g.ret(z ^ (z >> 31))
