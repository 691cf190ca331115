"""What is sent to wherever tasks are done, with games that need not lie there as files."""

from __future__ import annotations

import copyreg
import io
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..engine_choice import EngineName
from ..errors import InvalidGame
from ..game import Game, load_with


def parcel(content: object) -> bytes:
    made = io.BytesIO()
    pickler = pickle.Pickler(made)
    pickler.dispatch_table = copyreg.dispatch_table.copy()
    pickler.dispatch_table[Game] = _sent
    pickler.dump(content)
    return made.getvalue()


def sent_work(prepare: Callable[[Any], Any], setup: object) -> bytes:
    """With the folder from which whoever does the tasks has to import how, if it is no part of Rulewright."""
    return parcel((_home(prepare.__module__), parcel((prepare, setup))))


def received_work(parcel: bytes) -> tuple[Callable[[Any], Any], Any]:
    home, content = pickle.loads(parcel)
    if home is not None and home not in sys.path:
        sys.path.append(home)
    work: tuple[Callable[[Any], Any], Any] = pickle.loads(content)
    return work


def _home(module: str) -> str | None:
    file = getattr(sys.modules[module], "__file__", None)
    if file is None or module.partition(".")[0] == __name__.partition(".")[0]:
        return None
    above = module.count(".") + (Path(file).stem == "__init__")
    return str(Path(file).absolute().parents[above])


def _sent(game: Game) -> tuple[Any, ...]:
    found, front = game._found_by, game._pipeline.front
    if not isinstance(found, Path) or front.source is None:
        return game.__reduce__()  # a game of the library, or a text
    how = dict(game.rules.options), game._pipeline.allow_hooks, game._engines.chosen
    return _received, (found, front.source.text, *how, game._pipeline.fingerprint)


def _received(
    path: Path, text: str, options: Mapping[str, str], hooks: bool, engine: EngineName | None, fingerprint: str | None
) -> Game:
    """The file where it lies, if it is the same there; else the text that came along, without files beside it."""
    try:
        game = load_with(path, options, allow_hooks=hooks, engine=engine)
        if game._pipeline.fingerprint == fingerprint:
            return game
    except InvalidGame:
        pass
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder, path.name)
            file.write_bytes(text.encode())
            game = load_with(file, options, allow_hooks=hooks, engine=engine)
    except InvalidGame:
        raise ValueError(f"{path.name} needs files beside it that are not on every machine of the cluster") from None
    if game._pipeline.fingerprint != fingerprint:
        raise ValueError(f"{path.name} has other rules on a machine of the cluster than here")
    return game
