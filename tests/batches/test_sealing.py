"""The codes of rows, against SipHash and NH written down a second time; ways round them."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any

import pytest

import rulewright
from rulewright.batches.batch import Batch
from rulewright.errors import InvalidState, StaleEncoding

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")
from rulewright.batches.natively import NativeGames  # noqa: E402 (needs both)
from rulewright.native.batches import sealing  # noqa: E402
from rulewright.native.batches.runner import BatchRunner  # noqa: E402

_MASK, _LOW = 2**64 - 1, 2**32 - 1


def siphash(key: bytes, message: bytes) -> int:
    """SipHash-2-4 as its paper has it (Aumasson and Bernstein 2012, section 2)."""
    words = [int.from_bytes(key[at : at + 8], "little") for at in (0, 8)] * 2
    texts = (b"somepseu", b"dorandom", b"lygenera", b"tedbytes")
    v = [word ^ int.from_bytes(text, "big") for word, text in zip(words, texts, strict=True)]

    def turned(word: int, by: int) -> int:
        return (word << by | word >> 64 - by) & _MASK

    def go(rounds: int) -> None:
        for _ in range(rounds):
            v[0], v[2] = v[0] + v[1] & _MASK, v[2] + v[3] & _MASK
            v[1], v[3] = turned(v[1], 13) ^ v[0], turned(v[3], 16) ^ v[2]
            v[0] = turned(v[0], 32)
            v[2], v[0] = v[2] + v[1] & _MASK, v[0] + v[3] & _MASK
            v[1], v[3] = turned(v[1], 17) ^ v[2], turned(v[3], 21) ^ v[0]
            v[2] = turned(v[2], 32)

    rest = len(message) % 8
    padded = message + bytes(7 - rest) + bytes([len(message) & 255])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        go(2)
        v[0] ^= word
    v[2] ^= 0xFF
    go(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_siphash_is_that_of_the_paper() -> None:
    """The example of its appendix A."""
    assert siphash(bytes(range(16)), bytes(range(15))) == 0xA129CA6149BE45E5


@pytest.mark.parametrize("name", ["tictactoe", "chess"])
def test_codes_are_what_is_said_of_them(name: str) -> None:
    """Every row, with and without positions that are remembered behind it."""
    batch = played(name, 3, 5)
    record, rows = batch._games._runner.record, batch.states  # type: ignore[union-attr]
    keys = hashlib.shake_256(sealing._SECRET).digest(record.size + 24)
    key = np.frombuffer(keys[16:], np.uint64)
    for row in rows:
        words = row.view(np.uint64)
        end = (record.history + 8 * int(words[record.remembered]) * (record.most_hashes > 0)) // 8
        sums = [0, 0]
        for place in range(end):
            for shift in (0, 1):
                one, other = int(words[place]), int(key[place + shift])
                if place != record.seal // 8:
                    sums[shift] += ((one & _LOW) + other & _LOW) * ((one >> 32) + (other >> 32) & _LOW)
        message = b"".join((word & _MASK).to_bytes(8, "little") for word in (*sums, end))
        assert int(words[record.seal // 8]) == siphash(keys[:16], message)


def played(name: str, n: int, plies: int, **options: object) -> Batch:
    batch, numbers = rulewright.batch(name, n=n, **options), np.random.default_rng(7)  # type: ignore[arg-type]
    for _ in range(plies):
        batch.step((numbers.random(batch.seen.mask.shape) * batch.seen.mask).argmax(axis=1))
    return batch


def test_what_is_put_together_from_rows_of_ours_is_refused() -> None:
    """Parts of one row in another, a code taken along, words or halves of words that change places, one bit."""
    batch = played("connect_four", 4, 9)
    kept: Any = batch.states
    seal = batch._games._runner.record.seal // 8  # type: ignore[union-attr]
    changed = [3 + place for place in (kept[0].view(np.uint64)[3:] != kept[1].view(np.uint64)[3:]).nonzero()[0]]
    lies = []
    for place in changed:  # a word of another row; the code is one of them
        lies.append(kept.copy())
        lies[-1].view(np.uint64)[0, place] = kept.view(np.uint64)[1, place]
    for one, other in pairwise(changed):
        lies.append(kept.copy())
        lies[-1].view(np.uint64)[0, [one, other]] = kept.view(np.uint64)[0, [other, one]]
        lies.append(kept.copy())  # a sum of words would not see these
        lies[-1].view(np.uint64)[0, [one, other]] += np.array([1, -1]).astype(np.uint64)
    for bit in range(64 * 3, 64 * kept.shape[1] // 8, 61):
        lies.append(kept.copy())
        lies[-1][0, bit // 8] ^= 1 << bit % 8
    zeros = kept.copy()
    zeros[0, 24:] = 0
    lies.append(zeros)
    for lie in lies:
        if not (lie == kept).all():
            with pytest.raises(InvalidState, match="state 0 was not written by this process"):
                batch.restore(lie)
    assert len(lies) > 60
    assert (batch.states == kept).all()
    assert kept[0].view(np.uint64)[seal] != kept[1].view(np.uint64)[seal]


def test_rows_of_other_games_options_and_lengths_are_refused() -> None:
    """Each is well written, but for somebody else."""
    batch = played("tictactoe", 2, 3)
    kept: Any = batch.states
    other = played("connect_four", 2, 3).states
    with pytest.raises(StaleEncoding, match="learn anew"):
        batch.restore(other)
    for cut in (kept[:, :-8], kept[:, :24], np.concatenate([kept, kept], axis=1)):
        with pytest.raises(InvalidState, match="states of this batch have"):
            batch.restore(np.ascontiguousarray(cut))
    disguised = np.zeros_like(kept)  # what is known by everybody, and the rest of another game
    shared = min(kept.shape[1], other.shape[1])
    disguised[:, :shared] = other[:, :shared]
    disguised[:, :24] = kept[:, :24]
    with pytest.raises(InvalidState, match="not written by this process"):
        batch.restore(disguised)
    small = played("hex", 2, 3, size="5").states
    with pytest.raises((InvalidState, StaleEncoding)):
        rulewright.batch("hex", n=2, size="7").restore(small)
    short = played("chess", 2, 3, max_plies=10).states  # other rows: fewer positions are remembered
    with pytest.raises(InvalidState, match="another version, or with another engine"):
        rulewright.batch("chess", n=2, max_plies=20).restore(short)
    assert rulewright.batch("tictactoe", n=2, max_plies=5, threads=2).restore(kept).legal_count.tolist() == [6, 6]


def test_what_is_remembered_can_neither_be_changed_nor_lengthened() -> None:
    batch = played("chess", 1, 12)
    kept: Any = batch.states
    record = batch._games._runner.record  # type: ignore[union-attr]
    words = kept.view(np.uint64)
    known = int(words[0, record.remembered])
    assert known > 3
    for length in (0, known - 1, known + 1, record.most_hashes, record.most_hashes + 1, 2**63, 2**64 - 1):
        lie = kept.copy()
        lie.view(np.uint64)[0, record.remembered] = length
        with pytest.raises(InvalidState, match="state 0 was not written"):
            batch.restore(lie)
    lie = kept.copy()
    lie.view(np.uint64)[0, record.history // 8 + known - 1] ^= np.uint64(1)
    with pytest.raises(InvalidState, match="state 0 was not written"):
        batch.restore(lie)


def test_rows_that_others_can_change_are_looked_at_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory of several processes, or a file: what is played is what was looked at."""
    batch = played("connect_four", 2, 4)
    kept: Any = batch.states
    begin, end = batch._games._runner.record.state, kept.shape[1]  # type: ignore[union-attr]
    shared = bytearray(kept.tobytes())
    rows = np.frombuffer(shared, np.uint8).reshape(kept.shape)
    ours = sealing.Sealer.write

    def meanwhile(sealer: sealing.Sealer, *told: int) -> None:
        ours(sealer, *told)
        shared[begin:end] = bytes(end - begin)

    actions = batch.seen.mask.argmax(axis=1)
    expected = batch.step_from(kept, actions)[0]
    with monkeypatch.context() as patch:
        patch.setattr(sealing.Sealer, "write", meanwhile)
        found = batch.step_from(rows, actions)[0]
    assert (found == expected).all()
    with pytest.raises(InvalidState, match="state 0 was not written"):
        batch.restore(rows)


def test_what_was_looked_at_is_played_though_it_changes_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of another game after their head was read, and actions after they were found in the mask."""
    one, other = (rulewright.batch(f"{_LINES}end: [win if line of {length} mine]\n", n=2) for length in (3, 2))
    kept: Any = one.states
    shared = bytearray(kept.tobytes())
    rows = np.frombuffer(shared, np.uint8).reshape(kept.shape)
    assert other.states.shape == kept.shape
    restore, first_wrong = NativeGames.restore, BatchRunner.first_wrong

    def meanwhile(games: NativeGames, given: Any, trusted: bool) -> None:
        shared[:] = other.states.tobytes()
        restore(games, given, trusted)

    with monkeypatch.context() as patch:
        patch.setattr(NativeGames, "restore", meanwhile)
        one.restore(rows)
    assert (one.states == kept).all()
    actions = np.array([0, 1], np.int32)
    expected = one.step_from(kept, actions)[0]

    def others(runner: BatchRunner, *told: Any) -> int:
        found = first_wrong(runner, *told)
        actions[:] = 8
        return found

    monkeypatch.setattr(BatchRunner, "first_wrong", others)
    assert (one.step_from(kept, actions)[0] == expected).all()


_LINES = """\
game: Lines
players: [x, o]
board: {tiling: square, size: 3x3}
pieces: {mark: {}}
actions: {put: {place: my mark, to: empty}}
turn: put
stuck: draw
"""
