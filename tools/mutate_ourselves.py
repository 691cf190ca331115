"""Mutation testing of ourselves: one line of our own code is changed, and some test should notice.

    python tools/mutate_ourselves.py --mutants 60 --seed 18            of the reference engine and of the strategies
    python tools/mutate_ourselves.py --room reference --from 20        goes on where another run has ended
    python tools/mutate_ourselves.py --show                            prints mutants and tries none

A mutant is a file of `reference/` or `native/strategies/` with one change in a function: a comparison, `and` and `or`,
a sign, a number, a condition turned round, a statement taken away. First all tests of `TESTS` run once and say which
functions they come by; then each mutant is tried by those that come by its function, the quickest first, until one
fails: in a fork of a process that has imported and collected everything, where the changed function gets its new code.
So what is decided when a module is imported is not changed. A mutant that no test notices is printed: either it changes
nothing that anybody could see (a shortcut, an order that does not matter), or a test is missing. One that does not come
to an end within `--patience` has been noticed.

The share that is noticed is told with its interval (95 %, Wilson's).
"""

from __future__ import annotations

import argparse
import ast
import gc
import inspect
import json
import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT)]

from rulewright.lab.intervals import share  # noqa: E402

PACKAGE = Path("interpreter") / "rulewright"
ROOMS = {"reference": PACKAGE / "reference", "strategies": PACKAGE / "native" / "strategies"}
TESTS = {
    "reference": (
        "tests/conformance", "--deselect=tests/conformance/test_suite.py", "tests/decisions",
        "tests/test_state_json.py", "tests/test_state_outcomes.py", "tests/native/test_lockstep_generated.py",
        "tests/native/test_hooks.py", "tests/native/test_kept_one.py", "tests/native/test_long_walks.py",
        "tests/native/test_too_large.py",
    ),
    "strategies": (
        "tests/native/test_strategies.py", "tests/native/test_plan.py", "tests/native/test_sampler.py",
        "tests/native/test_counting.py", "tests/native/test_quiet_turns.py", "tests/native/test_meeting_ways.py",
        "tests/native/test_fresh.py", "tests/native/test_repeated_chains.py", "tests/native/test_roads.py",
        "tests/native/test_lockstep_generated.py", "tests/native/test_lockstep_library.py",
        "tests/native/test_distinct_turns.py", "tests/native/test_held_sites.py", "tests/native/test_rings.py",
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

    def code(self) -> CodeType:
        """The changed function, which may be in others."""
        path = str(ROOT / self.file)
        old = functions(compile((ROOT / self.file).read_text(encoding="utf-8"), path, "exec"))
        new = functions(compile(self.text, path, "exec"))
        return next(code for key, code in new.items() if key not in old or old[key] != code)

    def put_in_place(self) -> None:
        """The live function, and those that are in it, get their new code."""
        changed = functions(self.code())
        gc.unfreeze()  # what is frozen is not among all objects, and the tests freeze what they have collected
        for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
            code = changed.get(place(function.__code__))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code


def place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def functions(code: CodeType) -> dict[tuple[str, str, int], CodeType]:
    """The functions in some code, what stands outside before what is in it; a module and a class are no functions."""
    found = {place(code): code} if code.co_flags & inspect.CO_NEWLOCALS and code.co_flags & inspect.CO_OPTIMIZED else {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= functions(inner)
    return found


def mutants(file: Path) -> list[Mutant]:
    """All of a file, in the order of its lines."""
    source = (ROOT / file).read_text(encoding="utf-8")
    found = [
        _mutant(file, source, node, changed)
        for function in ast.walk(ast.parse(source)) if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for node in (statement, *_of_the_program(statement))
        for changed in _changes(node)
    ]  # fmt: skip
    # Those of a function in a function are there twice.
    return sorted({each for each in found if each is not None}, key=lambda each: (each.line, each.after))


def _mutant(file: Path, source: str, node: ast.AST, changed: str) -> Mutant | None:
    """With the text of a node replaced; None where it goes over several lines."""
    assert isinstance(node, ast.expr | ast.stmt)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return None  # what a function says of itself
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


# ---------------------------------------------------------------- what tests come by, and what they notice


@dataclass(frozen=True, slots=True)
class Ran:
    """A test that has run: how it ended, the seconds it took, and the functions of a room that it came by."""

    name: str
    passed: bool
    seconds: float
    functions: frozenset[tuple[str, str]]


class Trials:
    """A plugin of pytest: with all tests collected, mutants are tried instead of running them."""

    def __init__(self, room: str, chosen: list[Mutant], first: int, given: argparse.Namespace) -> None:
        self.room, self.chosen, self.first, self.given = room, chosen, first, given
        self.end = time.monotonic() + given.seconds
        self.noticed: list[float] = []  # 1 or 0 for each mutant

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        ran = self._ran(list(items.values()))
        failing = [one.name for one in ran if not one.passed]
        print(
            f"\n{self.room}: {len(ran)} tests, {sum(one.seconds for one in ran):.0f} s; left out: {failing or 'none'}"
        )
        for number, mutant in enumerate(self.chosen, self.first):
            if time.monotonic() > self.end:
                print(f"{self.room}: the next one: --from {number}")
                break
            path, changed = str(ROOT / mutant.file), mutant.code()
            fitting = sorted(
                (one.seconds, one.name) for one in ran if one.passed and (path, outermost(changed)) in one.functions
            )
            tests = [items[name] for _, name in fitting]
            found, tried = noticed_by(mutant, tests, self.given.patience, self.given.each) if tests else ("", 0)
            self.noticed.append(float(bool(found)))
            print(f"{number}: {mutant}: {found or f'NOT NOTICED by {tried} of {len(tests)} tests'}", flush=True)
        return True

    def _ran(self, items: list[pytest.Item]) -> list[Ran]:
        kept: Path | None = self.given.map
        file = kept / f"{self.room}.jsonl" if kept is not None else None
        if file is None or not file.exists():
            lines = forked(lambda tell: _run_all(items, self.room, tell), 10**6)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("\n".join(lines), encoding="utf-8")
        else:
            lines = file.read_text(encoding="utf-8").splitlines()
        rows = (json.loads(line) for line in lines)
        return [Ran(name, passed, seconds, frozenset(map(tuple, seen))) for name, passed, seconds, seen in rows]


def _run_all(items: list[pytest.Item], room: str, tell: Callable[[object], None]) -> None:
    folder = str(ROOT / ROOMS[room]) + os.sep
    for item in items:
        seen: set[CodeType] = set()

        def note(frame: FrameType, event: str, _argument: object, seen: set[CodeType] = seen) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(folder):
                seen.add(frame.f_code)

        begin = time.process_time()
        threading.setprofile(note)
        sys.setprofile(note)
        passed = _passes(item)
        sys.setprofile(None)
        functions = sorted({(code.co_filename, outermost(code)) for code in seen})
        tell([item.nodeid, passed, round(time.process_time() - begin, 3), functions])


def _passes(item: pytest.Item) -> bool:
    """A test that is skipped notices nothing, and passes."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def outermost(code: CodeType) -> str:
    """The name of a function, or of the one that it is in."""
    return code.co_qualname.partition(".<locals>")[0]


def noticed_by(mutant: Mutant, tests: list[pytest.Item], patience: float, each: float) -> tuple[str, int]:
    """The test that notices it, empty if none does in so many seconds; and how many were tried."""

    def trial(tell: Callable[[object], None]) -> None:
        mutant.put_in_place()
        begin, tried = time.process_time(), 0
        for item in tests:
            if time.process_time() - begin > each:
                break
            tried += 1
            if not _passes(item):
                tell([item.nodeid, tried])
                return
        tell(["", tried])

    lines = forked(trial, patience)
    name, tried = json.loads(lines[0]) if lines else ("no end, or a crash", 0)
    return name, tried


def forked(do: Callable[[Callable[[object], None]], None], seconds: float) -> list[str]:
    """What a fork says, line by line; it is ended after so many seconds of computing."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(read)
            used = resource.getrusage(resource.RUSAGE_SELF)
            most = int(used.ru_utime + used.ru_stime + seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            with open(write, "w", encoding="utf-8") as out, open(os.devnull, "w") as nothing:
                sys.stdout = sys.stderr = nothing
                do(lambda said: print(json.dumps(said), file=out, flush=True))
        finally:
            os._exit(0)
    os.close(write)
    with open(read, encoding="utf-8") as said:
        lines = said.read().splitlines()
    os.waitpid(process, 0)
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=60, metavar="N", help="of each room (60)")
    parser.add_argument("--seed", type=int, default=0, help="which mutants (0)")
    parser.add_argument("--from", type=int, default=0, metavar="NUMBER", dest="first", help="number of the first (0)")
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this one")
    parser.add_argument("--seconds", type=float, default=3600, help="for all of a room (3600)")
    parser.add_argument("--each", type=float, default=60, help="of computing for the tests of one (60)")
    parser.add_argument("--patience", type=float, default=180, help="after which one that goes on has no end (180)")
    parser.add_argument("--map", type=Path, metavar="FOLDER", help="what tests come by is kept here, or read from here")
    parser.add_argument("--show", action="store_true", help="print them and try none")
    given = parser.parse_args()
    for room in given.room or ROOMS:
        chosen = drawn(given.seed, room)[given.first : given.first + given.mutants]
        if given.show:
            print(*(f"{number}: {mutant}" for number, mutant in enumerate(chosen, given.first)), sep="\n")
            continue
        trials = Trials(room, chosen, given.first, given)
        pytest.main(["-q", "--no-header", "-n", "0", "--rootdir", str(ROOT), *TESTS[room]], plugins=[trials])
        found = share(trials.noticed)
        if found is not None:
            told = f"{found.value:.0%}, 95 %: {found.low:.0%} to {found.high:.0%}"
            print(f"{room}, seed {given.seed}: {sum(trials.noticed):.0f} of {found.games} noticed ({told})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
