"""Draws among so many that 64 bits do not hold the product: a bag of thousands, in thousands of ways."""

from __future__ import annotations

import random

import pytest

from rulewright.native.ir import k
from rulewright.native.ir.expressions import signed
from rulewright.reference.hashing import draw, mix

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("bits", [1, 16, 31, 32, 33, 40, 51, 62])
def test_which_of_so_many(bits: int) -> None:
    """Beyond 2^32 the kernel fell on another one than D109 says."""
    chance = random.Random(bits)
    for _ in range(100):
        seed, among = chance.getrandbits(64), chance.randint(2 ** (bits - 1), 2**bits + 1)
        number = mix(mix(mix(seed)))
        assert k.drawn(k.num(signed(number)), k.num(among)).const == draw(seed, 0, 0, among)
