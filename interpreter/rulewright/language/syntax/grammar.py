"""The parser that lark makes from `grammar/rules.lark`, the only definition of the rules language.

Making its tables takes a fifth of a second, and several in a browser, so they lie beside the grammar, for the version
of lark that `tools/make_parser_tables.py` found. For other versions, and while somebody works on the grammar, they are
kept in the user's cache folder: as JSON, which cannot run code (lark's own cache is a pickle in the shared temporary
folder), under a name that depends on the grammar and on lark's version.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ...cache import Shelf
from ..game_files import grammar_folder

SHELF = Shelf("grammar")
TABLES_FILE = "rules.tables"
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
    name = tables_name(text)
    made = _loaded(shipped_tables(name)) or _loaded(SHELF.read(name))
    if made is None:
        made, tables = build(text)
        if SHELF.file(name) is not None:
            SHELF.keep(name, tables)
    return made


def build(grammar: str) -> tuple[lark.Lark, bytes]:
    """The parser of a grammar, made from nothing, and its tables as they are kept."""
    made = lark.Lark(grammar, **_OPTIONS)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    return made, json.dumps({"data": data, "memo": memo}, separators=(",", ":"), sort_keys=True).encode()


def shipped_tables(name: str) -> bytes | None:
    """What lies beside the grammar, if its first line says that it is for this grammar and this version of lark."""
    try:
        head, _, tables = (grammar_folder() / TABLES_FILE).read_bytes().partition(b"\n")
    except OSError:
        return None
    return tables if head.startswith(name.encode()) else None


def tables_name(grammar: str) -> str:
    """Under which name the tables of a grammar are kept."""
    return hashlib.sha256(f"{lark.__version__}\0{_OPTIONS}\0{grammar}".encode()).hexdigest()[:32] + ".json"


def _loaded(kept: bytes | None) -> lark.Lark | None:
    if kept is None:
        return None
    try:
        data = _with_numbers(json.loads(kept))
        load: Callable[..., object] = lark.Lark._load_from_dict
        loaded = load(data["data"], data["memo"])
        return loaded if isinstance(loaded, lark.Lark) else None
    except Exception:  # whatever is wrong with it, it is made anew
        return None


def _with_numbers(data: Any) -> Any:
    """JSON turns the number keys of the tables into text; turn them back."""
    if isinstance(data, dict):
        return {int(k) if k.isdigit() else k: _with_numbers(v) for k, v in data.items()}
    if isinstance(data, list):
        return [_with_numbers(item) for item in data]
    return data
