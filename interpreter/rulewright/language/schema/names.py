"""Names that are not well formed: which character is wrong, and what to write instead."""

from __future__ import annotations

import re
import unicodedata

from ...source.diagnostics import Diagnostic
from ...source.limits import LIMITS
from ..document.nodes import Scalar
from .places import shortened

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})
_CALLED = {" ": "a blank", "-": "a dash", "\t": "a tab", "'": "an apostrophe", ".": "a dot", ",": "a comma"}


def is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and len(text) <= LIMITS.name_length.value


def is_name_pattern(pattern: str) -> bool:
    """Whether a pattern of the schema asks for a name (and not for a size, a range or any text)."""
    return bool(re.search(pattern, "some_name_1")) and not re.search(pattern, "Some-Name!")


def bad_name(scalar: Scalar, pattern: str = "^[a-z]+$") -> Diagnostic:
    """The diagnostic for a key or value that is no name; `pattern` is what the schema asks for."""
    name = scalar.text
    if name.startswith("$"):
        message, help = "is not the name of an option", "after the $ stands the name of an option: $size"
        return Diagnostic("schema-name", f'"{shortened(name)}" {message}.', scalar.span, help)
    if "(" in name and re.search(pattern, "name(argument)"):
        message, help = "is not a name with arguments", "write commas between the arguments: area(own, other)"
        return Diagnostic("schema-name", f'"{shortened(name)}" {message}.', scalar.span, help)
    blanks_allowed = bool(re.search(pattern, "two words"))
    what, start, end = fault(name, blanks_allowed)
    better = corrected(name, blanks_allowed)
    help = f"write {better}" if better else "a name has small letters, digits and _, and begins with a letter"
    span = scalar.part(start, end) if end > start else scalar.span
    return Diagnostic("schema-name", f'"{shortened(name)}" cannot be a name: {what}.', span, help)


def fault(name: str, blanks_allowed: bool = False) -> tuple[str, int, int]:
    """What is wrong with `name`, and the stretch of it that is wrong."""
    if not name:
        return "it is empty", 0, 0
    for position, char in enumerate(name):
        if re.fullmatch("[a-z]", char) or (position and re.fullmatch("[0-9_]", char)):
            continue
        if blanks_allowed and char == " ":
            continue
        if char.isdigit() or char == "_":
            return f'it begins with "{char}", not with a letter', position, position + 1
        if re.fullmatch("[A-Z]", char):
            return f'"{char}" is a capital letter', position, position + 1
        if char in _CALLED:
            return f"it contains {_CALLED[char]}", position, position + 1
        return f'it contains "{_shown(char)}"', position, position + 1
    most = LIMITS.name_length.value
    return f"it has {len(name)} characters, and {most} is the most", most, len(name)


def corrected(name: str, blanks_allowed: bool = False) -> str | None:
    """The nearest well-formed name, if there is one."""
    folded = unicodedata.normalize("NFKD", name.lower().translate(_SPELT_OUT))
    plain = "".join(char for char in folded if not unicodedata.combining(char) and char != "'")
    if blanks_allowed:
        words = [word if is_name(word) else corrected(word) for word in plain.split()]
        return " ".join(word for word in words if word) or None
    joined = re.sub(r"_+", "_", re.sub(r"[^a-z0-9]+", "_", plain)).strip("_")
    digits = re.match(r"[0-9]+_?", joined)
    if digits and digits.end() < len(joined):  # 2nd_row: the digits can go to the end
        joined = f"{joined[digits.end() :]}_{digits.group().rstrip('_')}"
    joined = joined[: LIMITS.name_length.value].rstrip("_")
    return joined if is_name(joined) and joined != name else None


def _shown(char: str) -> str:
    return char if char.isprintable() else f"U+{ord(char):04X}"
