"""Judges that are shipped: of games of the library whose judge takes long to learn, so that nobody waits for it.

They are what is learnt here, too; `tools/ship_judges.py` writes them. One is known by the fingerprint of the rules with
their options and by how its weights lie in memory, so that where a rule has changed it is not taken.
"""

from __future__ import annotations

import hashlib
import zipfile
from contextlib import suppress
from pathlib import Path

FILE = Path(__file__).with_name("judges.zip")


def name_of(fingerprint: str, tables: bytes) -> str:
    return hashlib.sha256(fingerprint.encode() + b"\0" + tables).hexdigest()[:32]


def shipped(name: str) -> bytes | None:
    """What was learnt under this name."""
    with suppress(OSError, KeyError, zipfile.BadZipFile), zipfile.ZipFile(FILE) as archive:
        return archive.read(name)
    return None


def write(judges: dict[str, bytes], file: Path = FILE) -> None:
    """The same bytes for the same judges."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(judges):
            archive.writestr(zipfile.ZipInfo(name), judges[name], zipfile.ZIP_DEFLATED)
