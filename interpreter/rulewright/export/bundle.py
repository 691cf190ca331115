"""Modules of a page as one script: each becomes a function that gives what it exports, in the order they need.

It knows the plain forms that our modules are written in, and refuses all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{ ([\w, ]+) \} from )?"\./([\w.]+)";$')
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)")


class Bundle:
    """Modules are looked for in some folders, in the first that has them."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._order: dict[str, str] = {}  # the name of a module, and its text as a function

    def script(self, name: str, *, waits: bool) -> str:
        """All that a module needs, then itself; `waits`: whether some of them wait while they begin."""
        self._order = {}
        self._take(name, waits, ())
        return "\n".join(self._order.values())

    def _take(self, name: str, waits: bool, above: tuple[str, ...]) -> None:
        if name in self._order:
            return
        if name in above:
            raise ValueError(f"{name} needs itself")
        begin, end = ("await (async () => {", "})()") if waits else ("(() => {", "})()")
        body, exported = [], []
        for line in self._text(name).splitlines():
            stripped = line.strip()
            if not stripped or stripped.startswith("//"):
                continue
            imported = _IMPORT.match(line)
            if imported:
                self._take(imported[2], waits, (*above, name))
                if imported[1]:
                    body.append(f"const {{ {imported[1]} }} = {_variable(imported[2])};")
                continue
            found = _EXPORT.match(line)
            if found:
                exported.append(found[2])
                line = line.removeprefix("export ")
            elif line.startswith(("import ", "export ")):
                raise ValueError(f"{name}: {line}")
            body.append(line)
        given = f"return {{ {', '.join(exported)} }};" if exported else ""
        self._order[name] = "\n".join([f"const {_variable(name)} = {begin}", *body, given, f"{end};"])

    def _text(self, name: str) -> str:
        path = next(folder / name for folder in self._folders if (folder / name).is_file())
        return path.read_text(encoding="utf-8")


def _variable(name: str) -> str:
    return "module_" + name.removesuffix(".js")
