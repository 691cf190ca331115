"""Instrumentation: loops over sets, functions that call themselves, and sets of many words count what they do.

Only for games that may ask for more than anybody waits for. Where it is too much, sets have no members any more, so
that all comes to its end at once, and the word for errors says that nothing of it counts.
"""

from __future__ import annotations

from . import statements as st
from .expressions import INT, NOTHING, SET, Ex, Var, count, load, num, rarely
from .program import Function, Program, called
from .statements import Block

_CALL = 8  # steps that a function which calls itself takes
_WORDS_AT_ONCE = 8  # of a set, in the time of a step


class Meter:
    """Counts in the word `spent`, and writes `given_up` into the word `error` where that is more than `most`."""

    def __init__(self, spent: int, error: int, most: int, given_up: int) -> None:
        self._spent, self._error, self._most, self._given_up = spent, error, most, given_up
        self._done: set[int] = set()
        self._words = 1  # of a set

    def run(self, program: Program) -> None:
        """Changes all functions that it has not changed yet."""
        for function in program.functions:
            if id(function) not in self._done:
                self._done.add(id(function))
                self._words = 1 + program.sites // 64
                counted = self._counted(function.body, function)
                function.body[:] = [*self._entered(function), *self._sets(function.body, function), *counted]

    def _entered(self, function: Function) -> Block:
        if function.gives not in (None, INT) or function not in called(function.body):
            return []
        leave: Block = [st.Return(num(0) if function.gives == INT else None)]
        return [self._spend(num(_CALL)), self._if_too_much(leave)]

    def _counted(self, block: Block, function: Function) -> Block:
        found: Block = []
        for statement in block:
            match statement:
                case st.Each():
                    name = f"counted{len(function.variables)}"
                    function.variables[name] = SET
                    members = Var(name, SET)
                    found += [st.Assign(name, statement.members), self._spend(count(members))]
                    found.append(self._if_too_much([st.Assign(name, NOTHING)]))
                    found.append(st.Each(statement.name, members, self._round(statement.body, function)))
                case st.Loop():
                    found.append(st.Loop([self._spend(num(self._words)), *self._round(statement.body, function)]))
                case st.If():
                    yes, no = self._counted(statement.yes, function), self._counted(statement.no, function)
                    found.append(st.If(statement.condition, yes, no))
                case st.Once():
                    found.append(st.Once(self._counted(statement.body, function)))
                case st.For():
                    inner = self._round(statement.body, function)
                    found.append(st.For(statement.name, statement.start, statement.limit, inner))
                case _:
                    found.append(statement)
        return found

    def _round(self, block: Block, function: Function) -> Block:
        """What is done again and again."""
        return [*self._sets(block, function), *self._counted(block, function)]

    def _sets(self, block: Block, function: Function) -> Block:
        """What the sets take that are worked out in a block itself: on a large board each is many words."""
        made = sum(self._sets_made(statement, function) for statement in block)
        steps = made * self._words // _WORDS_AT_ONCE
        return [self._spend(num(steps))] if steps else []

    def _sets_made(self, statement: st.Statement, function: Function) -> int:
        match statement:
            case st.Assign():
                return function.variables.get(statement.name) == SET
            case st.If():
                return sum(self._sets_made(inner, function) for inner in (*statement.yes, *statement.no))
            case st.Once():
                return sum(self._sets_made(inner, function) for inner in statement.body)
        return 0

    def _spend(self, steps: Ex) -> st.Store:
        return st.Store(64, num(self._spent), load(64, self._spent) + steps)

    def _if_too_much(self, then: Block) -> st.If:
        too_much = rarely(load(64, self._spent).gt(self._most))
        return st.If(too_much, [st.Store(64, num(self._error), num(self._given_up)), *then], [])
