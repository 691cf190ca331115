"""What one can begin with: a new game, a variant of another, a copy of one of the library."""

from __future__ import annotations

from pathlib import Path

from ..language.document.nodes import Entry, Mapping, Scalar
from ..language.document.outline import outline
from .evidence import document_of
from .template import new_game
from .variant import variant

_NO_SCHEMA = "-"
_NOTE = "# No Python runs in the workshop, so moves are written the plain way here."


def new_text(name: str) -> str:
    """A small game with a comment for everything."""
    return _without_head(new_game(name, _NO_SCHEMA))


def variant_text(name: str, game: str, path: Path) -> str | None:
    """A file that extends a game of the library; None if that cannot be read."""
    document = document_of(path)
    if document is None:
        return None
    text = _without_head(variant(name, _NO_SCHEMA, game, game, document.root))
    writing = _notation_hooks(document.root)
    if writing:
        text += f"\n{_NOTE}\nnotation: ~\nhooks: {{{', '.join(f'{hook.key.text}: ~' for hook in writing)}}}\n"
    return text


def _without_head(text: str) -> str:
    """Without the lines that tell an editor where the schema is: this one knows, and others find it elsewhere."""
    lines = text.split("\n")
    begin = next(number for number, line in enumerate(lines) if line.strip("# ") and "yaml-language-server" not in line)
    return "\n".join(lines[begin:])


def copied(text: str) -> str:
    """A game to work on: without the line for other editors, and without a notation that is a Python hook."""
    if text.startswith("# yaml-language-server:"):
        text = text.partition("\n")[2]
    root = outline(text)
    notation, writing = root.entry("notation"), _notation_hooks(root)
    if notation is None or not writing:
        return text
    lines = text.split("\n")
    for entry in (notation, *writing):
        number = entry.key.span.line - 1
        lines[number] = _commented(lines[number])
    lines.insert(notation.key.span.line - 1, _NOTE)
    return "\n".join(lines)


def _notation_hooks(root: Mapping) -> list[Entry]:
    """Hooks that only write moves: a game is the same without them."""
    hooks = root.get("hooks")
    entries = hooks.entries if isinstance(hooks, Mapping) else ()
    return [entry for entry in entries if isinstance(entry.value, Mapping) and _gives_notation(entry.value)]


def _gives_notation(hook: Mapping) -> bool:
    gives = hook.get("gives")
    return isinstance(gives, Scalar) and gives.text == "notation"


def _commented(line: str) -> str:
    indent = len(line) - len(line.lstrip())
    return f"{line[:indent]}# {line[indent:]}"
