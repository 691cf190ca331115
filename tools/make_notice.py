"""Writes NOTICE: whose idea and name each game of the library is, as its file says.

    python tools/make_notice.py

A test fails when NOTICE is not that of the library.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTICE = ROOT / "NOTICE"
_HEAD = """\
Rulewright
Copyright (c) the Rulewright authors; MIT License, see LICENSE.

The page of the workshop holds an editor made of other people's packages; their licences are in
interpreter/rulewright/web/static/vendor/editor.LICENSES.txt.

The games. Rules of a game are nobody's property, but a game is somebody's idea, and its name, pictures and rulebook
may belong to its author or publisher. Rulewright describes the rules in words of its own, and is neither made nor
approved by any of them. For each game of the library: its name, whose it is, and after which text the rules are
written, as the game's own file says. "-" where the file names nobody.
"""


def notice() -> str:
    """The text, made from the games' own files."""
    lines = [_HEAD]
    for path in sorted((ROOT / "games").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        title, by, source = (_said(text, key) for key in ("game", "by", "source"))
        lines.append(f"{title or path.stem} ({path.stem}.yaml)\n  by: {by or '-'}\n  rules after: {source or '-'}")
    return "\n".join(lines) + "\n"


def _said(text: str, key: str) -> str:
    """What a file says at a key of its own: comments, quotes and line ends of YAML are none of it."""
    found = re.search(rf"^{key}: *((?:.*\n)(?:[ \t]+\S.*\n)*)", text, re.MULTILINE)
    if found is None:
        return ""
    words = " ".join(re.sub(r"(?:^|\s)#.*", "", line).strip() for line in found[1].splitlines())
    words = re.sub(r"^[>|][-+]? *", "", words).strip()
    return words[1:-1] if words[:1] == words[-1:] and words[:1] in ('"', "'") and len(words) > 1 else words


if __name__ == "__main__":
    NOTICE.write_text(notice(), encoding="utf-8")
