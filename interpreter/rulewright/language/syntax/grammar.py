"""The parser that lark makes from `grammar/rules.lark`, the only definition of the rules language.

Making the tables takes about a third of a second, so they are kept in the user's cache folder: as JSON, which
cannot run code (lark's own cache is a pickle in the shared temporary folder), under a name that depends on
the grammar and on lark's version. A missing, foreign or broken cache file is ignored and made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ..library import grammar_folder

ENTRIES = ("expr", "path", "turn", "stmt", "rule", "piece")
_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "start": list(ENTRIES),
    "propagate_positions": True,
    "maybe_placeholders": True,
}


@lru_cache(maxsize=1)
def parser() -> lark.Lark:
    text = (grammar_folder() / "rules.lark").read_text(encoding="utf-8")
    cache = _cache_file(text)
    if cache:
        found = _read(cache)
        if found:
            return found
    made = lark.Lark(text, **_OPTIONS)
    if cache:
        _write(cache, made)
    return made


def _cache_file(grammar: str) -> Path | None:
    """Where the tables of this grammar are kept; None when the user wants no cache."""
    if os.environ.get("RULEWRIGHT_CACHE") == "off":
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "rulewright"
    except RuntimeError:  # no home folder
        return None
    key = hashlib.sha256(f"{lark.__version__}\0{_OPTIONS}\0{grammar}".encode()).hexdigest()[:32]
    return folder / f"grammar-{key}.json"


def _read(file: Path) -> lark.Lark | None:
    try:
        status = file.stat()
        if hasattr(os, "getuid") and status.st_uid != os.getuid():
            return None
        data = _with_numbers(json.loads(file.read_text(encoding="utf-8")))
        loaded = lark.Lark._load_from_dict(data["data"], data["memo"])  # type: ignore[no-untyped-call]
        return loaded if isinstance(loaded, lark.Lark) else None
    except Exception:  # whatever is wrong with it, it is made anew
        return None


def _write(file: Path, made: lark.Lark) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        data, memo = made.memo_serialize([TerminalDef, Rule])
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump({"data": data, "memo": memo}, out)
        os.replace(temporary, file)
    except (OSError, TypeError, ValueError):  # a cache is a convenience, never a reason to fail
        return


def _with_numbers(data: Any) -> Any:
    """JSON turns the number keys of the tables into text; turn them back."""
    if isinstance(data, dict):
        return {int(k) if k.isdigit() else k: _with_numbers(v) for k, v in data.items()}
    if isinstance(data, list):
        return [_with_numbers(item) for item in data]
    return data
