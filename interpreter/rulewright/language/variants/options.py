"""Options and variants of a game: what is declared, what may be chosen, and the game with a choice made."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Choice
from itertools import product
from math import prod

from ...source.diagnostics import Note, Report
from ...source.limits import LIMITS
from ..document.nodes import Mapping
from .declarations import (
    Declarations,
    chosen_value,
    options_of_section,
    read_declarations,
    read_selection,
    read_variants,
)
from .option import Option
from .patches import combined, conflict, patched
from .placeholders import substituted

__all__ = ["Option", "apply", "combinations", "declared", "selection", "settled", "variants"]


def declared(root: Mapping, report: Report) -> dict[str, Option]:
    """The options of a game by name. Everything about options that can be wrong in the file is told."""
    return read_declarations(root, report).options


def variants(root: Mapping, report: Report) -> dict[str, dict[str, str]]:
    """The variants of a game: name -> the option values it stands for."""
    return read_variants(root, read_declarations(root, report), report)


def apply(root: Mapping, chosen: Choice[str, str], report: Report) -> Mapping | None:
    """The game with options chosen (the others at their default); None if something about them is wrong."""
    declarations = read_declarations(root, report)
    values, sound = _settled(root, declarations, chosen, report)
    if not sound or not declarations.sound:
        return None
    chosen_patches = {
        f"{name}: {values[name]}": option.patches[values[name]]
        for name, option in declarations.options.items()
        if option.patches
    }
    if not _agree(chosen_patches, report):
        return None
    patch = Mapping(root.span, ())
    for other in chosen_patches.values():
        patch = combined(patch, other)
    merged = patched(root, patch, root.span.source.name, report)
    return substituted(merged, values)


def settled(root: Mapping, chosen: Choice[str, str]) -> dict[str, str]:
    """The value of every option: as chosen, spelled as the file spells it, else its default."""
    return _settled(root, Declarations(options_of_section(root.get("options"))), chosen, Report())[0]


def _settled(
    root: Mapping, declarations: Declarations, chosen: Choice[str, str], report: Report
) -> tuple[dict[str, str], bool]:
    values = {name: option.default for name, option in declarations.options.items()}
    sound = True
    for name, value in chosen.items():
        found = chosen_value(declarations, name, value, report, root.span.source.name)
        sound = sound and found is not None
        if found:
            values[found[0]] = found[1]
    return values, sound


def _agree(patches: dict[str, Mapping], report: Report) -> bool:
    """The order of options must not matter, so no two may set one thing to different values (D93)."""
    chosen = list(patches.items())
    for number, (choice, patch) in enumerate(chosen):
        for other, earlier in chosen[:number]:
            clash = conflict(earlier, patch)
            if clash:
                what, there, here = clash
                message = f'the options "{other}" and "{choice}" disagree about {what}.'
                help = "let one option decide it, or say the same in both"
                report.error("merge-conflict", message, here, help, Note("the other one sets it here", there))
                return False
    return True


def combinations(options: dict[str, Option], most: int = LIMITS.option_combinations.value) -> Iterator[dict[str, str]]:
    """Every combination of values, the defaults first; if more than `most`, each value once beside defaults."""
    default = {name: option.default for name, option in options.items()}
    if prod(len(option.values) for option in options.values()) <= most:
        for values in product(*(option.values for option in options.values())):
            yield dict(zip(options, values, strict=True))
        return
    yield default
    for name, option in options.items():
        for value in option.values[1:]:
            yield {**default, name: value}


def selection(node: Mapping, options: dict[str, Option], report: Report) -> dict[str, str]:
    """The option values that a place of the file names, such as `options:` of a test."""
    return read_selection(node, Declarations(options), report)
