"""The editor that is shipped is the one whose sources are here."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_EDITOR = _ROOT / "tools" / "editor"
_VENDOR = _ROOT / "interpreter" / "rulewright" / "web" / "static" / "vendor"


def test_the_bundle_was_made_from_these_sources() -> None:
    """The same recipe as in tools/editor/build.js."""
    made = json.loads((_VENDOR / "editor.sources.json").read_text(encoding="utf-8"))
    names = [f"src/{path.name}" for path in sorted((_EDITOR / "src").iterdir())] + ["package-lock.json"]
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\0".encode() + (_EDITOR / name).read_bytes() + b"\0")
    assert digest.hexdigest() == made["sources"], "run  npm ci && npm run build  in tools/editor, and commit the result"


def test_nobody_has_changed_the_bundle_by_hand() -> None:
    made = json.loads((_VENDOR / "editor.sources.json").read_text(encoding="utf-8"))
    assert hashlib.sha256((_VENDOR / "editor.js").read_bytes()).hexdigest() == made["bundle"]


def test_every_package_brings_its_licence() -> None:
    """All that the lock names and the bundle may hold; esbuild makes the bundle and is not in it."""
    lock = json.loads((_EDITOR / "package-lock.json").read_text(encoding="utf-8"))
    licences = (_VENDOR / "editor.LICENSES.txt").read_text(encoding="utf-8")
    packages = {path.removeprefix("node_modules/"): entry for path, entry in lock["packages"].items() if path}
    shipped = {name: entry for name, entry in packages.items() if "esbuild" not in name}
    missing = [name for name, entry in shipped.items() if f"\n{name} {entry['version']}\n" not in licences]
    assert not missing
    assert licences.count("Permission is hereby granted") >= len(shipped)


def test_the_lock_names_no_host() -> None:
    assert "http" not in (_EDITOR / "package-lock.json").read_text(encoding="utf-8")
