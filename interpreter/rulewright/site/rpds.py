"""What jsonschema takes from the package rpds, in plain Python: values that never change, each change a copy.

That package is machine code, and the one of this machine does not run in a browser. What is kept in them are some
dozens of schemas, so copies do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    @classmethod
    def convert(cls, value: Any) -> HashTrieMap[K, V]:
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        left = HashTrieMap(self)
        del left[key]  # a KeyError, as there
        return left

    def update(self, *others: Any, **named: V) -> HashTrieMap[K, V]:  # type: ignore[override]
        made = HashTrieMap(self)
        dict.update(made, *others, **named)
        return made

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[V]):
    def insert(self, value: V) -> HashTrieSet[V]:
        return HashTrieSet((*self, value))

    def discard(self, value: V) -> HashTrieSet[V]:
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[V]) -> HashTrieSet[V]:
        return HashTrieSet(self.union(*others))


class List(Generic[V]):
    def __init__(self, values: Iterable[V] = ()) -> None:
        self._values = tuple(values)

    def push_front(self, value: V) -> List[V]:
        return List((value, *self._values))

    def __iter__(self) -> Iterator[V]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)
