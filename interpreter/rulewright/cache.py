"""Files that are kept between two runs, in the user's cache folder: the one way to keep them and to trust them again.

What is kept decides how games are played, so a file is only used if it and the folders it lies in belong to the user,
nobody else can write to any of them, and it holds the digest of its name and of what follows: half a file, a changed
one or one that was made for something else is noticed. Whatever is not used is made anew. A cache is a convenience:
nothing that goes wrong with it is a reason to fail.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

_OURS = "rulewright"
_MAGIC = b"rulewright cache 2\n"
_START = len(_MAGIC) + 32
# Links are not followed, and nobody is waited for, should it be no file at all; where the system has such words.
_READING = os.O_RDONLY | sum(getattr(os, word, 0) for word in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_MOST_FILES = 400  # of a shelf: the ones that were used longest ago go first


class Shelf:
    """A folder of the cache, for files of one kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    def file(self, name: str) -> Path | None:
        """Where a file of this name is kept; None when nothing is kept: the user wants no cache, or has no home."""
        base = _base()
        return base / _OURS / self.name / name if base else None

    def read(self, name: str) -> bytes | None:
        """What was kept under this name, if it can be trusted."""
        file = self.file(name)
        if file is None:
            return None
        try:
            if not all(_is_mine(folder.lstat()) for folder in _folders(file)):
                return None
            handle = os.open(file, _READING)
            try:  # before it is a stream: of a folder none can be made, and it would stay open
                status = os.fstat(handle)
                if not stat.S_ISREG(status.st_mode) or not _is_mine(status):
                    return None
                with open(handle, "rb", closefd=False) as stream:
                    content = stream.read()
            finally:
                os.close(handle)
        except OSError:
            return None
        if not content.startswith(_MAGIC) or _digest(name, content[_START:]) != content[len(_MAGIC) : _START]:
            return None
        with suppress(OSError):
            os.utime(file)  # it was used
        return content[_START:]

    def keep(self, name: str, made: bytes) -> None:
        """In one piece or not at all."""
        file = self.file(name)
        if file is None:
            return
        temporary = None
        try:
            # One after the other and none above: a home that is not there is not for us to make.
            file.parents[2].mkdir(mode=0o700, exist_ok=True)
            for folder in _folders(file):
                folder.mkdir(mode=0o700, exist_ok=True)
                if not _is_mine(folder.lstat()):
                    return
            handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
            with open(handle, "wb") as out:
                out.write(_MAGIC + _digest(name, made) + made)
            os.replace(temporary, file)
            temporary = None
            _prune(file.parent)
        except OSError:
            return
        finally:
            if temporary is not None:
                _remove(temporary)


def _base() -> Path | None:
    """The user's cache folder. It is never found from the current folder: what lies there may be somebody else's."""
    if os.environ.get("RULEWRIGHT_CACHE") == "off":
        return None
    named = Path(os.environ.get("XDG_CACHE_HOME") or "")
    if named.is_absolute():
        return named
    try:
        home = Path.home()
    except RuntimeError:  # there is none
        return None
    return home / ".cache" if home.is_absolute() else None


def _folders(file: Path) -> tuple[Path, Path]:
    """Our own folders on the way to a file."""
    return file.parents[1], file.parents[0]


def _is_mine(status: os.stat_result) -> bool:
    """Belongs to the user, and nobody else can write to it."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(name: str, made: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + made).digest()


def _prune(folder: Path) -> None:
    files = [(entry.stat(follow_symlinks=False).st_mtime, entry.path) for entry in os.scandir(folder)]
    for _, path in sorted(files)[: max(0, len(files) - _MOST_FILES)]:
        _remove(path)


def _remove(file: str) -> None:
    with suppress(OSError):
        os.unlink(file)
