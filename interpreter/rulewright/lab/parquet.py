"""The games of a study as a table for people with their own tools: one row a game, in Apache Parquet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from .tasks import StudiedGame


class NoParquet(Exception):
    """What is missing, and how to get it."""


def check() -> None:
    """Before a minute's work."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise NoParquet(
            'Parquet needs pyarrow, which is not installed here; pip install "rulewright[parquet]"'
        ) from None


def write(stream: BinaryIO, games: Sequence[StudiedGame], about: dict[str, str]) -> None:
    """Columns are told in docs/lab.md; `about` becomes metadata of the file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows: dict[str, tuple[object, list[object]]] = {
        "series": (pa.string(), [game.task.series for game in games]),
        "number": (pa.int64(), [game.task.number for game in games]),
        "players": (pa.list_(pa.string()), [list(game.task.specs) for game in games]),
        "worths": (pa.list_(pa.float64()), [_row(game.worths) for game in games]),
        "ended_by": (pa.string(), [game.ending.text if game.ending else None for game in games]),
        "line": (pa.int64(), [(game.ending.line or None) if game.ending else None for game in games]),
        "moves": (pa.list_(pa.string()), [[turn.text for turn in game.turns] for game in games]),
        "sides": (pa.list_(pa.int16()), [[turn.side for turn in game.turns] for game in games]),
        "choices": (pa.list_(pa.int32()), [[turn.choices for turn in game.turns] for game in games]),
        "parts": (pa.list_(pa.int32()), [[turn.parts for turn in game.turns] for game in games]),
        "values": (
            pa.list_(pa.list_(pa.float64())),
            [[_row(turn.values) for turn in game.turns] for game in games],
        ),
        "seconds": (pa.float64(), [game.seconds for game in games]),
    }
    table = pa.table({name: pa.array(values, type=kind) for name, (kind, values) in rows.items()})
    pq.write_table(table.replace_schema_metadata(about), stream)


def _row(values: tuple[float, ...] | None) -> list[float] | None:
    return list(values) if values is not None else None
