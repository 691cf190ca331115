"""Writes docs/diagnostics.md: all codes of errors and warnings, from the pages of `rulewright explain`.

python tools/list_codes.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "diagnostics.md"
_EXPLANATIONS = "../interpreter/rulewright/diagnostic_pages"

_HEAD = """\
# Messages

<!-- Written by tools/list_codes.py; do not change it by hand. -->

Every error and every warning has a code. It stands in brackets: `error[yaml-duplicate]`. The command
`rulewright explain yaml-duplicate` prints its page, with a bad and a good example; `rulewright explain yaml` lists a
family of codes.
"""


def listed() -> str:
    """The text of the page."""
    from rulewright import diagnostic_pages

    parts = [_HEAD]
    for family, codes in diagnostic_pages.families().items():
        parts.append(f"\n## {family}\n\n| Code | What has happened |\n|---|---|\n")
        for code in codes:
            page = diagnostic_pages.page(code)
            assert page is not None
            title = page.title.replace("|", "\\|")
            parts.append(f"| [`{code}`]({_EXPLANATIONS}/{code}.md) | {title} |\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "interpreter"))
    PAGE.write_text(listed(), encoding="utf-8", newline="\n")
