"""Reading the `options:` of a game, and checking everything in the file that speaks of them."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field, replace

from ...source.diagnostics import Diagnostic, Note, Report, one_of
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Entry, Mapping, Node, Scalar, Sequence
from ..game_files import normal_id
from .option import Option
from .placeholders import SECTIONS, check_words, used_names

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
# What a choice cannot change, and what to do instead.
_NOT_IN_PATCHES = {
    "extends": "write extends at the top of the file",
    "options": "declare all options at the top of the file",
    "variants": "write variants at the top of the file",
    "tests": "write the test under tests, with  options: {…}  naming this choice",
}


@dataclass(slots=True)
class Declarations:
    """The options that can be used, the names of those that cannot, and whether all is well."""

    options: dict[str, Option] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    sound: bool = True

    def named(self, text: str) -> Option | None:
        wanted = normal_id(text)
        return next((option for name, option in self.options.items() if normal_id(name) == wanted), None)


_KEPT = 8  # a file is asked for its options once for each of their combinations
_read: deque[tuple[Mapping, Report, Declarations]] = deque(maxlen=_KEPT)
_read_sections: deque[tuple[Node, dict[str, Option]]] = deque(maxlen=_KEPT)


def read_declarations(root: Mapping, report: Report) -> Declarations:
    """The options of a file; what is wrong with them is told once to each report."""
    for known, told, declarations in _read:
        if known is root and told is report:
            return declarations
    declarations = _read_declarations(root, report)
    _read.append((root, report, declarations))
    return declarations


def options_of_section(section: Node | None) -> dict[str, Option]:
    """The options that a section declares, where nobody need be told what is wrong with them."""
    for known, options in _read_sections:
        if known is section:
            return options
    found = [_option(entry, Report()) for entry in section.entries] if isinstance(section, Mapping) else []
    options = {option.name: option for option in found if option}
    if section is not None:
        _read_sections.append((section, options))
    return options


def _read_declarations(root: Mapping, report: Report) -> Declarations:
    found = Declarations()
    section = root.get("options")
    entries = section.entries if isinstance(section, Mapping) else ()
    for entry in entries:
        option = _option(entry, report)
        if option:
            found.options[option.name] = option
        else:
            found.broken.add(entry.key.text)
    found.sound = not found.broken
    if sum(len(option.values) for option in found.options.values()) > LIMITS.option_combinations.value:
        message = f"these options have too many values: at most {LIMITS.option_combinations.value} in all."
        assert isinstance(section, Mapping)
        report.error("option-many", message, section.entries[0].key.span, "use a range, or fewer choices")
        found.sound = False
    _check_uses(root, found, report)
    read_variants(root, found, report)
    _check_tests(root, found, report)
    return found


def _option(entry: Entry, report: Report) -> Option | None:
    key, value = entry.key, entry.value
    if not _NAME.fullmatch(key.text) or len(key.text) > LIMITS.name_length.value:
        message = f'"{key.text}" cannot name an option: names are lower-case letters, digits and "_".'
        report.error("option-name", message, key.span, f"write  {_as_name(key.text)}:")
        return None
    if not isinstance(value, Mapping):
        shown = value.text if isinstance(value, Scalar) else "…"
        message = f'option "{key.text}" has to say what its default is.'
        report.error("option-form", message, key.span, f"write  {key.text}: {{default: {shown}}}")
        return None
    default, choices, span = value.entry("default"), value.entry("choices"), value.entry("range")
    if default is None or not isinstance(default.value, Scalar) or not default.value.text:
        message = f'option "{key.text}" has no default value.'
        report.error("option-form", message, key.span, f"write  {key.text}: {{default: …}}")
        return None
    if choices and span:
        message = f'option "{key.text}" has both "choices" and "range".'
        report.error("option-form", message, span.key.span, "keep one of the two")
        return None
    option = Option(key.text, default.value.text, key.span)
    if choices:
        complete = _with_choices(option, choices, default.value, report)
    elif span:
        complete = _with_range(option, span, default.value, report)
    else:
        complete = _with_default(option, default.value, report)
    return complete and _explained(complete, value, report)


def _explained(option: Option, given: Mapping, report: Report) -> Option:
    """With what the file says of it for people; what it says of a choice that there is not is told."""
    about, means = given.get("about"), given.get("means")
    found: dict[str, str] = {}
    for entry in means.entries if isinstance(means, Mapping) else ():
        meant = option.accepted(entry.key.text)
        if meant is None:
            message = f'"{entry.key.text}" is no value of option "{option.name}", so nobody sees what it means.'
            report.error("option-form", message, entry.key.span, option.way_out(entry.key.text))
        elif isinstance(entry.value, Scalar):
            found[meant] = entry.value.text
    return replace(option, about=about.text if isinstance(about, Scalar) else "", means=found)


def _as_name(text: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return name[: LIMITS.name_length.value] if _NAME.fullmatch(name) else "size"


def _with_choices(option: Option, choices: Entry, default: Scalar, report: Report) -> Option | None:
    node = choices.value
    if isinstance(node, Mapping):
        names = [entry.key for entry in node.entries]
        patches = {entry.key.text: entry.value for entry in node.entries if isinstance(entry.value, Mapping)}
        if not _are_patches(option, node, report):
            return None
        complete = replace(option, patches=patches)
    elif isinstance(node, Sequence) and all(isinstance(item, Scalar) and item.text for item in node.items):
        names = [item for item in node.items if isinstance(item, Scalar)]
        complete = replace(option, choices=tuple(name.text for name in names))
    else:
        names, complete = [], option
    if not names:
        message = f'the choices of option "{option.name}" are a list of values or named patches.'
        help = "write  choices: [5, 7, 9]  or  choices: {name: {…}}"
        report.error("option-form", message, choices.key.span, help)
        return None
    first: dict[str, Scalar] = {}
    for name in names:
        before = first.setdefault(normal_id(name.text), name)
        if before is not name:
            message = f'option "{option.name}" has the choice "{name.text}" twice.'
            note = Note("first written here", before.span)
            report.error("option-form", message, name.span, "delete one", note)
            return None
    return _with_default(complete, default, report)


def _are_patches(option: Option, choices: Mapping, report: Report) -> bool:
    sound = True
    for choice in choices.entries:
        if not isinstance(choice.value, Mapping):
            message = f'choice "{choice.key.text}" of option "{option.name}" is not a patch.'
            help = f"write  {choice.key.text}: {{}}  if it changes nothing, or  choices: […]  for values"
            report.error("option-form", message, choice.key.span, help)
            sound = False
            continue
        for entry in choice.value.entries:
            if entry.key.text in _NOT_IN_PATCHES:
                message = f'a choice cannot change "{entry.key.text}".'
                report.error("option-patch", message, entry.key.span, _NOT_IN_PATCHES[entry.key.text])
                sound = False
    return sound


def _with_range(option: Option, entry: Entry, default: Scalar, report: Report) -> Option | None:
    text = entry.value.text if isinstance(entry.value, Scalar) else ""
    ends = _RANGE.fullmatch(text)
    longest = LIMITS.number_digits.value
    if not ends or max(len(ends[1]), len(ends[2])) > longest or int(ends[1]) > int(ends[2]):
        message = f'the range of option "{option.name}" goes from a smaller to a larger whole number.'
        report.error("option-form", message, entry.value.span, "write  range: 3..9")
        return None
    complete = replace(option, range=(int(ends[1]), int(ends[2])))
    return _with_default(complete, default, report)


def _with_default(option: Option, default: Scalar, report: Report) -> Option | None:
    value = option.accepted(default.text)
    if value is None:
        message = f'"{default.text}" is the default of option "{option.name}", but not one of its values.'
        report.error("option-default", message, default.span, option.way_out(default.text))
        return None
    return replace(option, default=value)


def _check_uses(root: Mapping, found: Declarations, report: Report) -> None:
    """Every `$name` is declared, and every option is of use somewhere."""
    names = set(found.options) | found.broken
    rest = [entry.value for entry in root.entries if entry.key.text not in SECTIONS]
    patches = [patch for option in found.options.values() for patch in option.patches.values()]
    numbers = {option.name for option in found.options.values() if option.counts} | found.broken
    for node in [*rest, *patches]:
        found.sound = check_words(node, names, numbers, report) and found.sound
    used = set().union(*(used_names(node) for node in [*rest, *patches]))
    for option in found.options.values():
        if option.name not in used and not any(patch.entries for patch in option.patches.values()):
            message = f'option "{option.name}" changes nothing: "${option.name}" is used nowhere.'
            report.warning("option-unused", message, option.span, "use it in a rule, or delete it")


def read_variants(root: Mapping, found: Declarations, report: Report) -> dict[str, dict[str, str]]:
    section = root.get("variants")
    if not isinstance(section, Mapping):
        return {}
    return {
        entry.key.text: read_selection(entry.value, found, report)
        for entry in section.entries
        if isinstance(entry.value, Mapping)
    }


def _check_tests(root: Mapping, found: Declarations, report: Report) -> None:
    tests = root.get("tests")
    for test in tests.items if isinstance(tests, Sequence) else ():
        chosen = test.get("options") if isinstance(test, Mapping) else None
        if isinstance(chosen, Mapping):
            read_selection(chosen, found, report)


def read_selection(node: Mapping, found: Declarations, report: Report) -> dict[str, str]:
    chosen = {}
    for key, value in node.items():
        name = key.text
        text = value.text if isinstance(value, Scalar) else ""
        pair = chosen_value(found, name, text, report, None, key.span, value.span)
        if pair:
            chosen[pair[0]] = pair[1]
    return chosen


def chosen_value(
    found: Declarations,
    name: str,
    text: str,
    report: Report,
    file: str | None,
    name_span: Span | None = None,
    value_span: Span | None = None,
) -> tuple[str, str] | None:
    """The option and value meant; None after a diagnostic, or if the option is broken and told already."""
    option = found.named(name)
    if option is None:
        if name not in found.broken:
            names = sorted(set(found.options) | found.broken)
            similar = report.similar(name, names)
            known = f"options of this game: {one_of(names, 'and')}" if names else "this game has no options"
            help = f'did you mean "{similar}"?' if similar else known
            message = f'there is no option "{name}".'
            report.add(Diagnostic("option-unknown", message, name_span, help, file=file))
        return None
    value = option.accepted(text)
    if value is None:
        message = f'"{text}" is no value of option "{option.name}".'
        report.add(Diagnostic("option-value", message, value_span, option.way_out(text), file=file))
        return None
    return option.name, value
