"""Functions of the kernel as methods: one is written when it is first asked for, and has the parameters of its method.

@kernel(INT)
def _less(self, f: Builder, a: Ex, b: Ex) -> None:
    ...

f.call(self._less, one, other)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Protocol

from .expressions import INT
from .program import Builder, Function

EXPORTED = "exported"


class Home(Protocol):
    """Where the functions go."""

    def function(
        self,
        key: object,
        name: str,
        params: Sequence[tuple[str, str]],
        gives: str | None,
        write: Callable[[Builder], None],
        about: str = "",
        how: str = "",
    ) -> Function:
        """The function with this key; `how`: "never" or "always" inlined, or EXPORTED."""


class HasHome(Protocol):
    @property
    def unit(self) -> Home: ...


class Kernel:
    """What a method that writes a function has become: asked of an object, it is that function."""

    def __init__(self, write: Callable[..., None], gives: str | None, how: str, name: str | None) -> None:
        self._write, self._gives, self._how = write, gives, how
        self._name = name or write.__name__.lstrip("_")
        self._params = [(param, INT) for param in list(signature(write).parameters)[2:]]
        self._about = (write.__doc__ or "").strip().partition("\n")[0]

    def __get__(self, writer: HasHome, _: type) -> Function:
        def write(f: Builder) -> None:
            self._write(writer, f, *f.params)

        return writer.unit.function(self, self._name, self._params, self._gives, write, self._about, self._how)


def kernel(gives: str | None, how: str = "", name: str | None = None) -> Callable[[Callable[..., None]], Kernel]:
    """A method that writes a function of whole numbers; the first line of its docstring is what it is about."""
    return lambda write: Kernel(write, gives, how, name)
