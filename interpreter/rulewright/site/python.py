"""What the workshop needs to run without a server: Pyodide as somebody has fetched it, and Rulewright in a zip."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from ..language.game_files import grammar_folder, guide_folder, library_folder
from ..workshop.guide import PAGES

_FILES = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LOADERS = ("pyodide.asm.mjs", "pyodide.asm.js")  # newer and older ones
_PACKAGES = ("lark", "PyYAML", "jsonschema", "attrs", "jsonschema-specifications", "referencing")
_FOR_THIS_MACHINE = (".so", ".pyd", ".pyc", ".pyi")
_OURS = (".py", ".yaml", ".md", ".json", ".lark", ".txt")
_OLDEST = (3, 11)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same folder from the same files, whenever it is made


class NoPyodide(Exception):
    """A folder that cannot be used; the text says why in one sentence."""


def pyodide_files(folder: Path) -> list[Path]:
    """The files of Pyodide: the folder of the npm package, or one that has it inside as `npm pack` does."""
    place = next((each for each in (folder, folder / "package") if (each / _FILES[0]).is_file()), None)
    if place is None:
        raise NoPyodide(
            f'there is no pyodide.mjs in "{folder}"; "npm pack pyodide" fetches it, and unpacked it is such a folder'
        )
    loader = next((name for name in _LOADERS if (place / name).is_file()), _LOADERS[0])
    found = [place / name for name in (*_FILES, loader)]
    missing = [file.name for file in found if not file.is_file()]
    if missing:
        raise NoPyodide(f'"{place}" is no whole Pyodide: {missing[0]} is missing')
    try:
        version = str(json.loads(found[3].read_bytes())["info"]["python"])
        numbers = tuple(int(part) for part in version.split(".")[:2])
    except (ValueError, KeyError, TypeError):
        raise NoPyodide(f'"{place}" is no Pyodide that I know: pyodide-lock.json does not tell its Python') from None
    if numbers < _OLDEST:
        raise NoPyodide(f'the Pyodide in "{place}" has Python {version}; Rulewright needs 3.11 or newer')
    return found


def archive() -> bytes:
    """Rulewright, its library and what it imports, as one zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, file in _contents():
            packed.writestr(zipfile.ZipInfo(name, _LONG_AGO), file.read_bytes(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _contents() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).resolve().parents[1]
    for file in sorted(package.rglob("*")):
        inside = file.relative_to(package)
        if file.suffix in _OURS and not {"static", "_data", "__pycache__"}.intersection(inside.parts):
            yield f"rulewright/{inside.as_posix()}", file
    for folder in (library_folder(), grammar_folder()):
        for file in sorted(folder.iterdir()):
            if file.suffix in _OURS:
                yield f"rulewright/_data/{folder.name}/{file.name}", file
    for name in PAGES:
        yield f"rulewright/_data/docs/{name}.md", guide_folder() / f"{name}.md"
    yield "rpds.py", Path(__file__).with_name("rpds.py")
    for name in _PACKAGES:
        yield from _of_package(name)


def _of_package(name: str) -> Iterator[tuple[str, Path]]:
    """Its files and its licence; what is compiled in it, it can do without."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        files = []
    if not files:
        raise NoPyodide(f"the files of {name} are not known here; install it with pip")
    for file in sorted(files):
        kept = file.parent.suffix != ".dist-info" and not {"tests", "benchmarks", ".."}.intersection(file.parts)
        if (kept or "licen" in file.name.lower()) and file.suffix not in _FOR_THIS_MACHINE:
            yield file.as_posix(), Path(str(file.locate()))
