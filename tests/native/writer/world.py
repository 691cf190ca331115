"""What a game that is being written has so far: names, and what may be said about them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .boards import BoardFacts

SET, SITE, NUMBER, TRUTH, DIRECTION, KIND, STATE, PLAYER, WORD, TRACK, EFFECTS, CHOICES = (
    "set", "site", "number", "truth", "direction", "kind", "state", "player", "word", "track", "effects", "choices",
)  # fmt: skip
# The words of a part, by where they exist (the scope table of the semantics).
_START = frozenset({"last_sown", "origin", "kind", "load"})
_CHOSEN = _START | {"dir", "target", "passed"}
_DONE = _CHOSEN | {"it"}
WORDS_AT = {
    "subject": frozenset({"last_sown"}),
    "take": frozenset({"last_sown", "origin"}),
    "lifted": _START,
    "path": _START | {"leaving"},
    "path if": _START | {"leaving", "entering", "dir"},
    "if": _CHOSEN,
    "before": _CHOSEN,
    "do": _DONE,
    "guard": _DONE,
    "end": _DONE,
    "captured": _START | {"target", "passed", "it"},
    "position": frozenset(),
}
COUNTERS_AT = {
    "before": ("captures",),
    "do": ("captures",),
    "guard": ("captures",),
    "end": ("captures", "parts"),
}


@dataclass(frozen=True)
class Scope:
    """What exists at one place of the file."""

    place: str
    words: frozenset[str] = frozenset()
    counters: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()  # of `with`, `as`, `let`, and parameters: name and type
    memories: tuple[str, ...] | None = None  # actions that can come before; None: nothing to look back at
    asking: bool = True  # `attacked by` and `can` may stand here
    passed_is_site: bool = False

    def named(self, *types: str) -> list[str]:
        return [name for name, type_ in self.names if type_ in types]

    def with_names(self, *names: tuple[str, str]) -> Scope:
        return replace(self, names=(*self.names, *names))

    def without(self, *words: str) -> Scope:
        return replace(self, words=self.words - set(words))


def scope_at(place: str, memories: tuple[str, ...] | None = (), sowing: bool = True) -> Scope:
    """What exists at a place; `last_sown` is left out of games that do not sow, where it says nothing."""
    words = WORDS_AT[place] if sowing else WORDS_AT[place] - {"last_sown"}
    return Scope(place, words, COUNTERS_AT.get(place, ()), memories=memories)


@dataclass
class KindFacts:
    """A kind of piece: `axes` are its rows of states, without a facing."""

    name: str
    neutral: bool = False
    layer: str = "main"
    each: int | None = None
    supply: int | None = None
    axes: dict[str, list[str]] = field(default_factory=dict)
    facing: bool = False
    on: str | None = None
    in_hand: bool = False
    in_supply: bool = False
    attributes: list[str] = field(default_factory=list)

    @property
    def states(self) -> list[str]:
        return [state for axis in self.axes.values() for state in axis]

    @property
    def flips(self) -> bool:
        return len(self.axes) + self.facing == 1


@dataclass
class VariableFacts:
    name: str
    type: str
    per: str | None = None
    high: int = 0


@dataclass
class DefineFacts:
    """`words`: the words of a part its body uses, which must exist where it is used."""

    name: str
    type: str
    parameters: list[tuple[str, str]]
    words: frozenset[str] = frozenset()
    asks: bool = False


@dataclass
class ActionFacts:
    """An action by its name and verb, before its body is written; `before`: actions that can come before it."""

    name: str
    verb: str | None
    before: set[str] = field(default_factory=set)
    chance: bool = False
    together: bool = False
    again: bool = False
    empty: bool = False
    plain: bool = False  # written without conditions, so that most games have something to do
    names: list[tuple[str, str]] = field(default_factory=list)

    @property
    def choosing(self) -> bool:
        """Whether its effects may leave a choice."""
        return not (self.chance or self.together)


@dataclass
class World:
    board: BoardFacts
    players: list[str]
    forward: bool = False
    one_enemy: bool = True
    stack: int = 1
    kinds: list[KindFacts] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    homes: list[str] = field(default_factory=list)  # regions by player
    variables: list[VariableFacts] = field(default_factory=list)
    defines: list[DefineFacts] = field(default_factory=list)
    performed: list[DefineFacts] = field(default_factory=list)  # defines of effects
    paths: list[str] = field(default_factory=list)
    actions: list[ActionFacts] = field(default_factory=list)
    score: bool = False
    trays: set[str] = field(default_factory=set)
    fresh: int = 0

    @property
    def bounded(self) -> bool:
        return not self.board.unbounded

    def name(self, start: str) -> str:
        """A name nobody has yet."""
        self.fresh += 1
        return f"{start}_{self.fresh}"

    def on_layer(self, layer: str) -> list[KindFacts]:
        return [kind for kind in self.kinds if kind.layer == layer]

    @property
    def main(self) -> list[KindFacts]:
        return self.on_layer("main")

    @property
    def sowing(self) -> bool:
        return self.stack > 1 and bool(self.board.tracks)

    def enemy_words(self) -> list[str]:
        """Words for a player who is not me, where one must be named."""
        return ["enemy"] if self.one_enemy else self.players
