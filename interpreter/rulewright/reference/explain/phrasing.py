"""Rules and positions in words: sites, pieces, texts of the file."""

from __future__ import annotations

from ...analysis.pieces import NEUTRAL
from ...board import bits
from ...rules.expressions import Node
from ...source.diagnostics import one_of
from ..engine import Engine
from ..labels import SiteNames
from ..position import Position

_MANY_SITES = 6


class Words:
    """How things are called when people are told about them."""

    def __init__(self, engine: Engine, names: SiteNames) -> None:
        self.engine = engine
        self.names = names

    @staticmethod
    def text(node: Node) -> str:
        """What the author wrote, on one line."""
        return " ".join(node.span.text.split())

    def quoted(self, node: Node) -> str:
        return f'"{self.text(node)}"'

    def named(self, node: Node) -> str:
        """A single word as it is, more than one in quotes."""
        text = self.text(node)
        return text if text.isidentifier() else f'"{text}"'

    def site(self, site: int) -> str:
        return self.names.name(site)

    def sites(self, mask: int) -> str:
        found = [self.site(site) for site in bits(mask)]
        if len(found) > _MANY_SITES:
            return f"{', '.join(found[:_MANY_SITES])} and {len(found) - _MANY_SITES} more"
        return one_of(found, "and")

    def piece(self, code: int) -> str:
        """ "white lit figure"."""
        engine = self.engine
        kind = engine.codes.kind(code)
        spec = engine.rules.kinds[kind]
        owner = engine.codes.owner(code)
        values = engine.codes.values(kind, engine.codes.state(code))
        words = [engine.rules.players[owner].name] if owner != NEUTRAL else []
        words += [axis.values[value] for axis, value in zip(spec.axes, values, strict=True)]
        return " ".join([*words, spec.name])

    def standing(self, position: Position, site: int, layer: int = 0) -> str:
        """What stands on a site, as a sentence: "c3 is empty", "there is a white pawn on c3"."""
        stack = position.layers[layer].get(site)
        if not stack or stack[-1] == self.engine.ghost:
            layer_name = "" if layer == 0 else f" on the {self.engine.rules.layers[layer]} layer"
            return f"{self.site(site)} is empty{layer_name}"
        return f"there is {article(self.piece(stack[-1]))} on {self.site(site)}"


def article(noun: str) -> str:
    first = noun.partition(" ")[0].lower()
    spoken = "aefhilmnorsx" if len(first) == 1 else "aeiou"  # an x, but a xylophone
    return f"{'an' if first[:1] in spoken else 'a'} {noun}"
