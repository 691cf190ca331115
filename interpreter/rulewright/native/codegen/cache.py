"""A content-addressed cache: compiled code on disk, found again under a digest of everything it depends on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from ... import __version__
from ...cache import Shelf

SHELF = Shelf("native")


def cached(text: str, recipe: str, make: Callable[[], bytes]) -> bytes:
    """The object that `make` gives for a text of LLVM, from the cache if it is there."""
    name = object_name(text, recipe)
    found = SHELF.read(name)
    if found is None:
        found = make()
        SHELF.keep(name, found)
    return found


def is_cached(text: str, recipe: str) -> bool:
    """Whether there is an object for a text; it may still turn out to be broken."""
    file = SHELF.file(object_name(text, recipe))
    return file is not None and os.path.exists(file)


def object_name(text: str, recipe: str) -> str:
    """The name of the object of a text."""
    digest = hashlib.sha256()
    for part in (*_circumstances(), recipe, text):
        digest.update(part.encode() + b"\0")
    return f"{digest.hexdigest()[:40]}.o"


@lru_cache(maxsize=1)
def _circumstances() -> tuple[str, ...]:
    """Everything but the text that decides what the compiler makes of it."""
    import llvmlite
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    versions = (__version__, llvmlite.__version__, str(binding.llvm_version_info))
    return (*versions, binding.get_default_triple(), binding.get_host_cpu_name(), features, _emitter())


def _emitter() -> str:
    """The state of the code that drives the compiler."""
    try:
        return hashlib.sha256((Path(__file__).parent / "module.py").read_bytes()).hexdigest()
    except OSError:  # not installed as files; the version is there too
        return ""
