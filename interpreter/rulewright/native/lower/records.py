"""Records of the parts of a turn, for labels: written only when somebody wants to read them."""

from __future__ import annotations

from ...analysis.facts import name_kind, path_names
from ...rules import turns as rt
from ...rules.game import Action
from ..ir import Builder, Ex, k
from ..layout.memory_layout import ROOM
from ..lowering_part import Lowering
from .effect_context import Part
from .walk import OFF

# The words every record begins with.
FIELDS = (
    "action", "leaf", "hop", "take", "piece_kind", "piece_state", "origin", "target", "it", "kind", "mover", "load",
    "may", "captures", "changed", "chosen", "dir",
)  # fmt: skip


class Records(Lowering):
    def setup(self) -> None:
        widest = 0
        for action in self.rules.actions:
            size = sum(self._words(kind) for _, kind in self.names(action)) + 2 * self.layout.words
            widest = max(widest, size + len(action.choices))
        self.size = len(FIELDS) + widest
        if self.size > ROOM["parts"]:
            raise NotImplementedError("actions that give names to so many sets of sites")

    def names(self, action: Action) -> list[tuple[str, str]]:
        """The names an action binds, with how they are kept."""
        found = {choice.name: name_kind(action, choice.name) for choice in action.choices}
        found |= path_names(action)
        found |= {let.name: name_kind(action, let.name) for let in action.lets}
        return list(found.items())

    def _words(self, kind: str) -> int:
        return self.layout.words if kind == "set" else 1

    def part(self, f: Builder, part: Part, node: rt.Do, again: bool) -> None:
        candidate, walk, doing, scope = part.candidate, part.walk, part.doing, part.doing.scope
        layout, words = self.layout, scope.words or {}
        with f.when(k.load(64, layout.recording).ne(0)):
            top = f.let(k.load(64, layout.part_top), "top")
            at = f.let(top * 8 + layout.parts, "at")
            kind, state = candidate.piece if candidate.piece is not None else (k.num(-1), k.num(0))
            hop = words["chain only"].ex.ge(0) if again else k.FALSE
            target = k.num(OFF) if walk.may_be_off else walk.target
            action = candidate.action
            moves = action.verb == "move" or (action.verb == "place" and action.start is not None)
            values: list[Ex] = [
                k.num(node.action), k.num(node.leaf), k.as_int(hop), candidate.take, kind, state,
                candidate.origin if moves or action.verb == "pick" else k.num(-2), target, doing.it,
                words["kind"].ex, scope.mover if scope.mover is not None else k.num(0), words["load"].ex,
                k.as_int(doing.may), k.load(64, layout.captures) - part.captures, doing.changed, doing.chosen,
                words["dir"].ex,
            ]  # fmt: skip
            for number, value in enumerate(values):
                f.store(64, at + 8 * number, value)
            place = 8 * len(values)
            for value in candidate.values:
                f.store(64, at + place, value)
                place += 8
            f.store_set(at + place, words["passed"].as_set)
            place += layout.set_size
            for name, how in self.names(action):
                val = scope.names.get(name)
                if how == "set":
                    f.store_set(at + place, val.as_set if val is not None else k.NOTHING)
                    place += layout.set_size
                    continue
                if val is None:
                    missing = -1 if how == "site" else 0
                    f.store(64, at + place, missing)
                elif how == "site" and val.kind == "set":
                    f.store(64, at + place, k.first(val.ex))
                else:
                    f.store(64, at + place, k.as_int(val.ex) if val.ex.ty == k.BOOL else val.ex)
                place += 8
            self.unit.write(f, 64, layout.part_top, top + self.size)
