"""Mutation testing of ourselves: one line of our own code is changed, and some test should notice.

    python tools/mutate_ourselves.py --mutants 60 --seed 18            of the reference engine and of the strategies
    python tools/mutate_ourselves.py --room reference --from 20        goes on where another run has ended
    python tools/mutate_ourselves.py --show 17                         prints mutant 17

A mutant is a file of `reference/` or `native/strategies/` with one change: a comparison, `and` and `or`, a sign, a
number, a condition turned round, a statement taken away. It is tried in a copy of the checkout, with the tests that
are nearest to what was changed: the meaning of the language as cases, and both engines in lock step. A mutant that no
test notices is printed: either it changes nothing that anybody could see (a shortcut, an order that does not matter),
or a test is missing. One that does not come to an end within `--patience` has been noticed.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("interpreter") / "rulewright"
ROOMS = {"reference": PACKAGE / "reference", "strategies": PACKAGE / "native" / "strategies"}
_COPIED = ("interpreter", "grammar", "games", "tests", "tools", "docs", "pyproject.toml", "README.md")
# The quickest first: what is noticed early costs little.
TESTS = {
    "reference": (
        ("tests/conformance", "--deselect=tests/conformance/test_suite.py"),
        ("tests/decisions", "tests/explanations", "tests/test_state_json.py", "tests/test_state_outcomes.py"),
        ("tests/native/test_lockstep_generated.py", "tests/native/test_lockstep_library.py"),
    ),
    "strategies": (
        ("tests/native/test_strategies.py", "tests/native/test_plan.py", "tests/native/test_sampler.py"),
        ("tests/native/test_counting.py", "tests/native/test_quiet_turns.py", "tests/native/test_meeting_ways.py",
         "tests/native/test_fresh.py", "tests/native/test_repeated_chains.py", "tests/native/test_roads.py"),
        ("tests/native/test_lockstep_generated.py", "tests/native/test_lockstep_library.py",
         "tests/native/test_distinct_turns.py", "tests/native/test_held_sites.py"),
    ),
}  # fmt: skip
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one line changed: what stood there, and what stands there now."""

    file: Path
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(PACKAGE)}:{self.line}: {self.before}  ->  {self.after}"


def mutants(file: Path) -> list[Mutant]:
    """All of a file, in the order of its lines."""
    source = (ROOT / file).read_text(encoding="utf-8")
    found = [
        _mutant(file, source, node, changed)
        for node in _of_the_program(ast.parse(source))
        for changed in _changes(node)
    ]
    return sorted((each for each in found if each is not None), key=lambda each: each.line)


def _mutant(file: Path, source: str, node: ast.AST, changed: str) -> Mutant | None:
    """With the text of a node replaced; None where it goes over several lines."""
    assert isinstance(node, ast.expr | ast.stmt)
    if node.lineno != node.end_lineno or node.end_col_offset is None:
        return None
    lines = source.splitlines(keepends=True)
    line = lines[node.lineno - 1].encode()
    new = (line[: node.col_offset] + changed.encode() + line[node.end_col_offset :]).decode()
    text = "".join((*lines[: node.lineno - 1], new, *lines[node.lineno :]))
    return Mutant(file, node.lineno, lines[node.lineno - 1].strip(), new.strip(), text)


def _of_the_program(node: ast.AST) -> Iterator[ast.AST]:
    """What is run: no types, no texts, no assertions, and nothing that only says what is wrong."""
    for name, value in ast.iter_fields(node):
        if name in (
            "annotation",
            "returns",
            "decorator_list",
            "bases",
            "keywords" if isinstance(node, ast.ClassDef) else "",
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Assert | ast.Raise | ast.JoinedStr):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            yield child
            yield from _of_the_program(child)


def _changes(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[operator, *_]) if type(operator) in _COMPARISONS:
            yield _with(node, "ops", [_COMPARISONS[type(operator)](), *node.ops[1:]])
        case ast.BoolOp(op=operator):
            yield _with(node, "op", ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(op=operator) if type(operator) in _SIGNS and not _is_of_types(node):
            yield _with(node, "op", _SIGNS[type(operator)]())
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.IfExp(test=test):
            yield f"({_with(node, 'test', ast.UnaryOp(ast.Not(), test))})"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield "pass"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield "return None"
        case _:
            pass


def _with(node: ast.AST, name: str, value: object) -> str:
    changed = deepcopy(node)
    setattr(changed, name, value)
    return f"({ast.unparse(ast.fix_missing_locations(changed))})"


def _is_of_types(node: ast.BinOp) -> bool:
    """`X | None`, and names that begin with a capital, are types."""
    text = ast.unparse(node)
    return isinstance(node.op, ast.BitOr) and ("None" in text or text[:1].isupper())


def drawn(seed: int, room: str) -> list[Mutant]:
    """All mutants of a room, mixed; those of a long file are not drawn more often than those of a short one."""
    chance = Random(f"{seed} {room}")
    by_file = [mutants(path.relative_to(ROOT)) for path in sorted((ROOT / ROOMS[room]).glob("*.py"))]
    for each in by_file:
        chance.shuffle(each)
    chance.shuffle(by_file)
    longest = max(map(len, by_file))
    return [each[number] for number in range(longest) for each in by_file if number < len(each)]


class Copy:
    """A copy of the checkout in which a file may be wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            if (ROOT / name).is_dir():
                hidden = shutil.ignore_patterns("__pycache__", ".*")
                shutil.copytree(ROOT / name, folder / name, ignore=hidden)
            else:
                shutil.copy2(ROOT / name, folder / name)

    def noticed_by(self, mutant: Mutant, room: str, patience: float) -> str:
        """The tests that notice it; empty if none does."""
        path = self.folder / mutant.file
        kept = path.read_bytes()
        path.write_text(mutant.text, encoding="utf-8")
        try:
            for tests in TESTS[room]:
                found = self._failed(tests, patience)
                if found:
                    return found
            return ""
        finally:
            path.write_bytes(kept)

    def _failed(self, tests: tuple[str, ...], patience: float) -> str:
        """The first of some tests that fails."""
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--durations=0", *tests],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, "CI": "true", "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "no end"
        if process.returncode == 0:
            return ""
        failed = [line.split(" - ")[0] for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else f"exit code {process.returncode}: {said[-200:]!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=60, metavar="N", help="of each room (60)")
    parser.add_argument("--seed", type=int, default=0, help="which mutants (0)")
    parser.add_argument("--from", type=int, default=0, metavar="NUMBER", dest="first", help="number of the first (0)")
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this one")
    parser.add_argument("--seconds", type=float, default=3600, help="for all of them (3600)")
    parser.add_argument("--patience", type=float, default=900, help="seconds for the tests of one (900)")
    parser.add_argument("--show", action="store_true", help="print them and try none")
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory() as name:
        copy = None if given.show else Copy(Path(name))
        for room in given.room or ROOMS:
            tally: Counter[bool] = Counter()
            chosen = drawn(given.seed, room)[given.first : given.first + given.mutants]
            for number, mutant in enumerate(chosen, given.first):
                if copy is None:
                    print(f"{number}: {mutant}")
                    continue
                if time.monotonic() > end:
                    print(f"{room}: the next one: --from {number}")
                    break
                found = copy.noticed_by(mutant, room, given.patience)
                tally[bool(found)] += 1
                print(f"{number}: {mutant}: {found or 'NOT NOTICED'}", flush=True)
            if tally:
                share = 100 * tally[True] / tally.total()
                print(f"{room}: {tally[True]} of {tally.total()} noticed ({share:.0f} %)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
