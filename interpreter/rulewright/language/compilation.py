"""The whole way from a file to its rules, one cached step after the other."""

from __future__ import annotations

import json
from collections.abc import Mapping as Options
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from ..errors import InvalidPosition
from ..rules.game import Rules, TestCase
from ..source.diagnostics import Report
from ..source.limits import LIMITS
from ..source.source import Source
from .check.case_options import combinations_of_tests
from .check.compile import Checked, GameFile, check
from .document.nodes import Document, Entry, Mapping, with_entries
from .document.reader import read_document
from .fingerprint import fingerprint
from .game_files import normal_id, stem_of
from .reading import read_source, text_source
from .schema.schema import Fitting, check_shape, tests_fit
from .syntax import ast
from .syntax.leaves import leaves, misnamed
from .syntax.trees import Trees
from .variants.merge import load_chain
from .variants.options import apply, combinations, declared, settled
from .version import understood


@dataclass
class Compilation:
    """A game file on its way to rules. Each step runs once, when it is first asked for."""

    source: Source | None
    path: Path | None
    options: Options[str, str] = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    parent: Compilation | None = None
    _variants: dict[tuple[tuple[str, str], ...], Compilation] = field(default_factory=dict, repr=False)

    @cached_property
    def _trees(self) -> Trees:
        return Trees(self.report) if self.parent is None else self.parent._trees

    @cached_property
    def _fitting(self) -> Fitting:
        return {} if self.parent is None else self.parent._fitting

    @cached_property
    def document(self) -> Document | None:
        """The file as it is written."""
        if self.parent is not None:
            return self.parent.document
        return understood(read_document(self.source, self.report), self.report) if self.source else None

    @cached_property
    def whole(self) -> Document | None:
        """The file with what it extends."""
        if self.parent is not None:
            return self.parent.whole
        # The shape of the file itself comes first: what is out of shape is neither merged nor filled in.
        if self.document is None or not check_shape(self.document.root, self.report):
            return None
        return load_chain(self.document, self.report)

    @cached_property
    def merged(self) -> Mapping | None:
        """The whole with the chosen options filled in."""
        return apply(self.whole.root, self.options, self.report) if self.whole else None

    @cached_property
    def asts(self) -> dict[str, ast.Node]:
        """The syntax trees of all rule texts, by where they stand."""
        found = {}
        if self.merged is not None:
            self._trees.misnamed |= misnamed(self.merged)
        for leaf in leaves(self.merged) if self.merged else ():
            tree = self._trees.of(leaf.text, leaf.entry)
            if tree is not None:
                found[leaf.where] = tree
        return found

    @property
    def rules(self) -> Rules | None:
        """Checked rules; None if there are mistakes."""
        return self._checked.rules if self._checked is not None else None

    @cached_property
    def _checked(self) -> Checked | None:
        merged = self.merged
        if merged is None or self.whole is None:
            self._parse_only()
            return None
        # What nothing was laid over has the shape that was checked when it was read.
        changed = any(self.whole.root.get(key) is not None for key in ("options", "extends"))
        alone = _on_its_own(merged, self.whole.root)
        shape_is_right = not changed or check_shape(alone, self.report, fitting=self._fitting)
        _ = self.asts  # all of them, so that every text that cannot be read is told, and also in a file out of shape
        if not shape_is_right:
            return None
        name = normal_id(stem_of(self.path)) if self.path else "game"
        file = GameFile(name, settled(self.whole.root, self.options), self._trees)
        found = check(merged, file, self.report)
        return None if self.report.failed else found

    @cached_property
    def fingerprint(self) -> str | None:
        """What tells these rules, with these options, from others; None if there are mistakes."""
        return fingerprint(self.merged, self.rules) if self.merged is not None and self.rules is not None else None

    @property
    def shipped(self) -> bool:
        """Whether everything comes from the library: the file, the games it extends, its hooks."""
        return (
            self.whole is not None and self.rules is not None and all(each and each.shipped for each in self._sources)
        )

    @cached_property
    def texts(self) -> str | None:
        """What tells the files that this is made from, with their tests and comments, from all others; None where they
        are out of shape."""
        if self.whole is None or (self.whole.root.get("hooks") is not None and self.rules is None):
            return None
        content = [[each.shipped, each.text] if each is not None else None for each in self._sources]
        return sha256(json.dumps(content).encode("ascii")).hexdigest()

    @property
    def _sources(self) -> list[Source | None]:
        """Of the file, of the games that it extends, and of its hooks."""
        if self.whole is None:
            return []
        hooks = self.rules.hooks if self.whole.root.get("hooks") is not None and self.rules is not None else ()
        return [self.whole.source, *self.whole.parents, *(hook.source for hook in hooks)]

    def _parse_only(self) -> None:
        """A file that is out of shape still tells about the rules it holds."""
        if self.document is not None:
            self._trees.misnamed |= misnamed(self.document.root)
        for leaf in leaves(self.document.root) if self.document else ():
            if "$" not in leaf.text.text:
                self._trees.of(leaf.text, leaf.entry)

    def test_of(self, keys: Options[str, object]) -> TestCase:
        """A position given as the keys of a test (`position`, `to_move`, `phase` …), read as one of the file is.

        Raises `InvalidPosition` with the diagnostics if it does not fit the game.
        """
        report = Report()
        # A test speaks of the options it names, and a position of the ones the game was loaded with.
        options = {"options": dict(self.rules.options)} if self.rules is not None and self.rules.options else {}
        source = None
        try:
            text = json.dumps({"tests": [{**keys, **options, "perft": [1]}]}, indent=1)
            source = text_source(text, "position", report)
        except (TypeError, ValueError, RecursionError):  # other objects, lists in themselves, thousands of digits
            known = f"texts, numbers of at most {LIMITS.number_digits.value} digits, lists and objects with keys"
            report.error(
                "schema-value", f"a position is given in {known}, and there is something else in this one.", None
            )
        document = read_document(source, report) if source else None
        tests = document.root.entry("tests") if document else None
        if tests is not None and self._checked is not None and self._is_in_shape(tests, report):
            found = self._checked.cases.read(tests.value, report)
            if found and not report.failed:
                return found[0]
        raise InvalidPosition(report.errors)

    def _is_in_shape(self, tests: Entry, report: Report) -> bool:
        """Whether tests have their shape. Only if that is in doubt the whole file is looked at, to tell it well."""
        if tests_fit(tests.value):
            return True
        assert self.merged is not None
        entries = [entry for entry in self.merged.entries if entry.key.text != "tests"]
        return check_shape(with_entries(self.merged, [*entries, tests]), report)

    def with_options(self, options: Options[str, str]) -> Compilation:
        """The same file with other options; shares the reading and the report. Asked again, it is the same one."""
        key = tuple(sorted(options.items()))
        if key not in self._variants:
            self._variants[key] = Compilation(self.source, self.path, options, self.report, self)
        return self._variants[key]

    def with_merged(self, merged: Mapping) -> Compilation:
        """The same file with something changed after all was merged; it has a report of its own."""
        made = Compilation(self.source, self.path, self.options, Report(), self)
        made.__dict__["merged"] = merged  # where a cached property keeps what it has found
        return made

    def validate(self) -> Report:
        """Everything that can be said about a file without playing it: with every combination of its options too."""
        if self.rules is not None and self.whole is not None:
            given = settled(self.whole.root, self.options)
            for chosen in self.combinations:
                if chosen != given:
                    _ = self.with_options(chosen).rules
                if self.report.failed:
                    break
        return self.report

    @cached_property
    def combinations(self) -> tuple[dict[str, str], ...]:
        """The combinations of options that are tried one by one: all if they are few, and those that tests name."""
        if self.whole is None or self.merged is None or self.rules is None:
            return ()
        options = declared(self.whole.root, Report())
        one = sum(len(leaf.text.text) for leaf in leaves(self.merged)) + len(self.rules.board.sites)
        most = LIMITS.option_rules.value // one
        found: list[dict[str, str]] = []
        tried = combinations(options, min(most, LIMITS.option_combinations.value))
        for chosen in (*tried, *combinations_of_tests(self.whole.root)):
            if chosen not in found:
                found.append(chosen)
        if len(found) <= most or len(found) == 1:
            return tuple(found)
        section = self.whole.root.entry("options")
        self.report.error(
            "option-many",
            f"these options are too many for rules of this size: {len(found)} combinations with {one:,} characters and "
            f"sites each are more than {LIMITS.option_rules.value:,} in all.",
            section.key.span if section else self.whole.root.span,
            "use a range, of which only the ends are tried, or fewer choices",
        )
        return ()


def _on_its_own(merged: Mapping, whole: Mapping) -> Mapping:
    """Without `extends`, whose work is done: the shape of a patch may leave things out, that of a game may not.

    Options change neither themselves nor tests: those of the file had their shape when it was read.
    """
    left_out = {"extends"}
    if whole.get("extends") is None:
        left_out |= {key for key in ("tests", "options", "variants") if merged.get(key) is whole.get(key)}
    return with_entries(merged, [entry for entry in merged.entries if entry.key.text not in left_out])


def compile_game(path: Path, options: Options[str, str] | None = None, *, shown_as: str | None = None) -> Compilation:
    report = Report()
    source = report.main = read_source(path, report, shown_as)
    return Compilation(source, path, options or {}, report)


def compile_text(text: str, name: str = "game.yaml", options: Options[str, str] | None = None) -> Compilation:
    report = Report()
    return Compilation(text_source(text, name, report), None, options or {}, report)
