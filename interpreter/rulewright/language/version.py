"""The version of the language, and whether a file was written for one that is known here."""

from __future__ import annotations

from ..source.diagnostics import Report
from .document.nodes import Document, Scalar

# Raised when a file that was right before could mean something else, or nothing any more (docs/specification).
LANGUAGE_VERSION = 1


def understood(document: Document | None, report: Report) -> Document | None:
    """The document, unless it says `language:` with a version that is newer than this program.

    Then that is all there is to tell: what else looks wrong in such a file may be right in its own version.
    """
    wanted = document.root.get("language") if document else None
    if not isinstance(wanted, Scalar) or not isinstance(wanted.value, int) or wanted.value <= LANGUAGE_VERSION:
        return document
    message = (
        f"this file is written for version {wanted.text} of the language; this Rulewright knows version "
        f"{LANGUAGE_VERSION}."
    )
    report.error("language-version", message, wanted.span, "update Rulewright:  pip install --upgrade rulewright")
    return None
