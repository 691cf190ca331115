"""Compiled code kept on disk: found again under everything it depends on, and trusted only if it is the user's own.

A file holds the digest of its name and of what follows, so that half a file, a changed one or one that was made for
something else is noticed; it is then made anew.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from ... import __version__

_MAGIC = b"rulewright object 1\n"
# Links are not followed, and nobody is waited for, should it be no file at all; where the system has such words.
_READING = os.O_RDONLY | sum(getattr(os, word, 0) for word in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_MOST_FILES = 400  # the ones that were used longest ago go first


def cached(text: str, recipe: str, make: Callable[[], bytes]) -> bytes:
    """The object that `make` gives for a text of LLVM, from the cache if it is there."""
    file = object_file(text, recipe)
    if file is None:
        return make()
    found = _read(file)
    if found is None:
        found = make()
        _write(file, found)
    return found


def is_cached(text: str, recipe: str) -> bool:
    """Whether there is an object for a text; it may still turn out to be broken."""
    file = object_file(text, recipe)
    return file is not None and file.exists()


def object_file(text: str, recipe: str) -> Path | None:
    """Where the object of a text is kept; None when the user wants no cache."""
    folder = _folder()
    if folder is None:
        return None
    digest = hashlib.sha256()
    for part in (*_circumstances(), recipe, text):
        digest.update(part.encode() + b"\0")
    return folder / f"{digest.hexdigest()[:40]}.o"


def _folder() -> Path | None:
    if os.environ.get("RULEWRIGHT_CACHE") == "off":
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rulewright" / "native"
    except RuntimeError:  # no home folder
        return None


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


def _is_mine(status: os.stat_result) -> bool:
    """Belongs to the user, and nobody else can write to it."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(file: Path, made: bytes) -> bytes:
    return hashlib.sha256(file.name.encode() + b"\0" + made).digest()


def _read(file: Path) -> bytes | None:
    try:
        if not _is_mine(file.parent.lstat()):
            return None
        handle = os.open(file, _READING)
        with os.fdopen(handle, "rb") as stream:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or not _is_mine(status):
                return None
            content = stream.read()
    except OSError:
        return None
    start = len(_MAGIC) + 32
    if not content.startswith(_MAGIC) or _digest(file, content[start:]) != content[len(_MAGIC) : start]:
        return None
    _touch(file)
    return content[start:]


def _touch(file: Path) -> None:
    try:
        os.utime(file)
    except OSError:
        return


def _write(file: Path, made: bytes) -> None:
    """In one piece or not at all; a cache is a convenience, never a reason to fail."""
    temporary = None
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_mine(file.parent.lstat()):
            return
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as out:
            out.write(_MAGIC + _digest(file, made) + made)
        os.replace(temporary, file)
        temporary = None
        _prune(file.parent)
    except OSError:
        return
    finally:
        if temporary is not None:
            _remove(Path(temporary))


def _prune(folder: Path) -> None:
    files = [(entry.stat().st_mtime, entry.path) for entry in os.scandir(folder)]
    for _, path in sorted(files)[: max(0, len(files) - _MOST_FILES)]:
        _remove(Path(path))


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return
