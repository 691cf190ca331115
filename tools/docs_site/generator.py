"""Sphinx, set up: pages of Markdown become pages of HTML with search."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.console import nocolor

from rulewright.export.page import SHARED

from .colours import RulesLexer

_STYLE = Path(__file__).parent / "style.css"
_WIDE = re.compile(r'<pre(?=>)|<div(?= class="table-wrapper)')
# Those of the boards (web/static/page.css).
_DAY = ("#24705a", "#fffdf8", "#f4f0e7", "#e2dac9", "#2a2722", "#5f584d")
_NIGHT = ("#58b894", "#17181a", "#212326", "#34363a", "#ece8df", "#a39c8f")


def _colours(said: tuple[str, ...]) -> dict[str, str]:
    accent, ground, beside, edge, ink, soft = said
    return {
        "color-brand-primary": accent, "color-brand-content": accent, "color-brand-visited": accent,
        "color-background-primary": ground, "color-background-secondary": beside, "color-background-border": edge,
        "color-foreground-primary": ink, "color-foreground-secondary": soft, "color-foreground-muted": soft,
    }  # fmt: skip


_SETTINGS: dict[str, Any] = {
    "project": "Rulewright",
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 6,
    "myst_enable_extensions": ["html_image"],
    # Links and anchors have been looked at before, and are again behind it; who is in no list is linked from a page.
    "suppress_warnings": ["myst.xref_missing", "myst.header", "toc.not_included", "misc.highlighting_failure"],
    "html_theme": "furo",
    "html_title": "Rulewright",
    "html_logo": str(SHARED / "icon.svg"),
    "html_favicon": str(SHARED / "icon.svg"),
    "html_static_path": [str(_STYLE)],
    "html_css_files": [_STYLE.name],
    "html_copy_source": False,
    "html_use_index": False,
    "html_scaled_image_link": False,
    "html_show_copyright": False,
    "smartquotes": False,  # what somebody may copy stays as it is
    "pygments_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-dark",
    "html_theme_options": {"light_css_variables": _colours(_DAY), "dark_css_variables": _colours(_NIGHT)},
}


def generate(source: Path, output: Path, kept: Path) -> list[str]:
    """Writes the pages, and gives all that was wrong with them."""
    said = io.StringIO()
    nocolor()
    settings = "".join(f"{name} = {value!r}\n" for name, value in _SETTINGS.items())
    (source / "conf.py").write_text(settings, encoding="utf-8")
    app = Sphinx(source, source, output, kept, "html", status=None, warning=said, freshenv=True)
    app.add_lexer("yaml", RulesLexer)
    app.connect("html-page-context", _made_reachable)
    app.build()
    return [line.replace(f"{source}/", "") for line in said.getvalue().splitlines() if line.strip()]


def _made_reachable(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """What may be wider than the screen can be moved by keys."""
    context["body"] = _WIDE.sub(r'\g<0> tabindex="0"', context.get("body", ""))
