"""Files that a command writes for somebody: whole or not at all, and over what is there only if that was asked for."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from .positions import refused, shown
from .terminal import STDOUT, InputError, UsageError

_DEVICES = Path("/dev")
TAKEN = "is already there; choose another name, or add --force"


def check_apart(written: Mapping[str, str | None]) -> None:
    """Refuses what two options would write into one file, by the option; "-" is none."""
    known: dict[str, str] = {}
    for option, name in written.items():
        if name is None or name == STDOUT:
            continue
        place = name
        with suppress(ValueError):  # no name of a file: told where it is opened
            place = os.path.realpath(name)
        other = known.setdefault(place, option)
        if other != option:
            raise UsageError(f"{other} and {option} name the same file, {shown(written[option] or '')}")


def check_new_file(name: str, *, over: bool) -> None:
    """Refuses before all the work what could not be written after it."""
    _check_name(name)
    if _is_device(Path(name)):  # nothing lies there that could be lost
        return
    if not over and os.path.lexists(name):
        raise InputError(f"{shown(name)} {TAKEN}")
    folder = Path(name).parent
    if not os.access(folder, os.W_OK):
        why = "nothing may be written into its folder" if folder.is_dir() else "there is no such folder"
        raise InputError(f"{shown(name)} cannot be written: {why}")


def write_file(name: str, text: str, *, over: bool) -> None:
    with new_file(name, over=over) as stream:
        write_all(stream, text.encode())


@contextmanager
def new_file(name: str, *, over: bool) -> Iterator[BinaryIO]:
    """A file to be written: it gets its name when the block ends well, and else nothing is left behind.

    `over`: a file of this name is replaced. What cannot be written is an `InputError`.
    """
    with told_if_unwritable(name), begun_file(name, over=over) as (stream, finish):
        yield stream
        finish()


@contextmanager
def begun_file(name: str, *, over: bool) -> Iterator[tuple[BinaryIO, Callable[[], None]]]:
    """A file under a name of its own, not buffered, and what gives it the name that was asked for."""
    path = Path(name)
    if _is_device(path):  # a pipe, /dev/null: nothing lies there that could be lost
        with open(path, "wb", buffering=0, opener=_open_at_once) as stream:
            yield stream, lambda: None
        return
    if path.parent == _DEVICES:  # /dev/stdout, when it leads to a file: root would replace it for everybody
        raise OSError(errno.EPERM, "files do not belong into /dev")
    older = _lstat(path)
    if older is not None and not over:
        raise FileExistsError
    with _held(path, older):
        # Nobody knows this name before us, so nobody can have put a link there.
        descriptor, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
        try:
            with open(descriptor, "wb", buffering=0) as stream:
                os.chmod(beside, _mode(older) & _group_kept(descriptor, older))
                _keep(descriptor)
                yield stream, lambda: _give_name(beside, path, older)
        finally:
            with suppress(OSError):  # it has its name
                os.unlink(beside)


def _open_at_once(name: str, flags: int) -> int:
    """Without waiting for somebody who reads from a pipe: who never comes would hold us for ever.

    The name may mean another thing by now: nothing is made or emptied, and a file is left alone.
    """
    flags &= ~(os.O_CREAT | os.O_TRUNC)
    try:
        descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from this pipe") from None
        raise
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _busy()
    if hasattr(os, "O_NONBLOCK"):  # not on Windows
        os.set_blocking(descriptor, True)
    return descriptor


def _lstat(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


@contextmanager
def _held(path: Path, older: os.stat_result | None) -> Iterator[None]:
    """Keeps the file that is to be replaced: it is none that another of us is writing, and no other begins to."""
    with ExitStack() as stack:
        # Windows has no such word, and there a file that is open cannot be replaced.
        if older is not None and stat.S_ISREG(older.st_mode) and hasattr(os, "O_NOFOLLOW"):
            with suppress(PermissionError):  # then nobody but its owner can write to it
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                stack.callback(os.close, descriptor)
                _keep(descriptor)
        yield


def _keep(descriptor: int) -> None:
    """For ourselves until it is closed: whoever writes holds its file, and whoever would replace one holds that one."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _busy() from None
    except OSError:  # a file system without locks
        pass


def _busy() -> OSError:
    return OSError(errno.EAGAIN, "another program is just writing to it; choose another name, or try again")


def _mode(older: os.stat_result | None) -> int:
    """As open as the file before it, or as the user wants new files to be."""
    return older.st_mode & 0o777 if older is not None and stat.S_ISREG(older.st_mode) else 0o666 & ~_umask()


def _group_kept(descriptor: int, older: os.stat_result | None) -> int:
    """Gives it to the group of the file before it; what may be allowed then: nothing to a group that is another one."""
    if older is None or not hasattr(os, "fchown") or os.fstat(descriptor).st_gid == older.st_gid:
        return 0o777
    try:
        os.fchown(descriptor, -1, older.st_gid)
    except OSError:  # whoever is not in that group
        return 0o707
    return 0o777


def _give_name(beside: str, path: Path, older: os.stat_result | None) -> None:
    if older is None:
        try:
            os.link(beside, path)  # fails if somebody was faster
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if os.path.lexists(path):
                raise FileExistsError from None
        else:
            os.unlink(beside)
            return
    else:
        now = _lstat(path)
        if now is not None and not os.path.samestat(now, older):  # what is there now nobody has asked us to replace
            raise _busy()
    os.replace(beside, path)


def remove_if_empty(stream: BinaryIO, name: str) -> None:
    """A file that got its name before there was anything to write, if it is still ours and there never was."""
    with suppress(OSError):
        now = os.lstat(name)
        if now.st_size == 0 and stat.S_ISREG(now.st_mode) and os.path.samestat(now, os.fstat(stream.fileno())):
            os.unlink(name)


def _is_device(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _check_name(name: str) -> None:
    if not name:  # Path("") is the folder we are in
        raise InputError("the name of the file to write is empty")


@contextmanager
def told_if_unwritable(name: str) -> Iterator[None]:
    _check_name(name)
    try:
        yield
    except FileExistsError:
        raise InputError(f"{shown(name)} {TAKEN}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{shown(name)} cannot be written: {refused(error)}") from None


def write_all(stream: BinaryIO, data: bytes) -> None:
    """All of it; if there is no room, nothing of it stays."""
    descriptor, begin = stream.fileno(), 0
    with suppress(OSError):
        begin = os.lseek(descriptor, 0, os.SEEK_CUR)
    left = data
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, begin)
        raise
