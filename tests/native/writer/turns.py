"""Turns: which actions there are, in which order, and what can come before what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .world import ActionFacts, scope_at

if TYPE_CHECKING:
    from .writer import Writer


@dataclass
class Node:
    """`do` (an action), `or`, `else`, `then`, `may`, `if`, `repeat`, `while`, `chance`, `together`."""

    form: str
    items: list[Node] = field(default_factory=list)
    action: str = ""
    counts: str = ""
    done: set[str] = field(default_factory=set)  # what can have been done where a guard is asked


_CHANGING = ("move", "move", "place", "place", "pick", "nothing")


class Turns:
    def __init__(self, writer: Writer, chains: bool = False) -> None:
        self.chains = chains
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    # ------------------------------------------------------------ a tree of actions

    def plan(self, by_player: bool = False) -> Node:
        """A turn; the actions it names are new, and known to the world from here on."""
        dice = self.dice
        if self.chains:
            return self._repeated_chains()
        if self.writer.blocks and not by_player and dice.percent(12):
            return self._together()
        tree = self._tree(dice.pick([1, 2, 2, 3]))
        if dice.percent(96):
            plain = self._action(dice.pick(["move", "move", "place"]))
            self.world.actions[-1].plain = True
            tree = Node(dice.pick(["or", "or", "or", "or", "or", "else", "then"]), [tree, plain])
        if dice.percent(16):
            tree = self._with_chance(tree)
        if dice.percent(30):
            rest = self._action("nothing", empty=True)
            tree = Node(dice.pick(["or", "else", "else"]), [tree, rest])
            if tree.items[0].form == "then" and any(item.form == "chance" for item in tree.items[0].items):
                tree = tree.items[0]
                self.world.actions.pop()
        return tree

    def _repeated_chains(self) -> Node:
        """The same hops may be those of one chain or of two: alone, beside another action, or before a third."""
        dice = self.dice
        item = self._action("move", again=True)
        if dice.percent(50):
            other = self._action()
            item = Node("or", [item, other] if dice.percent(50) else [other, item])
        tree = Node("repeat", [item], counts=dice.pick(["2", "1..2", "1..2", "0..2", "2..3"]))
        if dice.percent(20):
            tree = Node(dice.pick(["then", "or"]), [tree, self._action()])
        return self._with_chance(tree) if dice.percent(15) else tree

    def _together(self) -> Node:
        """All choose one of some actions together; now and then something comes before or after it."""
        dice = self.dice
        verbs = [dice.pick(["move", "place", "place", "pick", "nothing"]) for _ in range(dice.pick([1, 1, 2]))]
        items = [self._action(verb, together=True) for verb in verbs]
        chosen = Node("together", [items[0] if len(items) == 1 else Node("or", items)])
        if dice.percent(55):
            return chosen
        other = self._action(dice.pick(["move", "place"]))
        if dice.percent(25):
            return Node("then", [chosen, self._with_chance(other)])
        return Node("then", [chosen, Node("may", [other])] if dice.percent(60) else [other, chosen])

    def _with_chance(self, tree: Node) -> Node:
        how = self.dice.pick(["nothing", "nothing", "place"])
        chance = Node("chance", [self._action(how, chance=True)])
        items = [chance, tree] if self.dice.percent(70) else [tree, chance]
        if self.dice.percent(15):
            items.append(self._action("pick"))
        return Node("then", items)

    def _action(
        self,
        verb: str | None = None,
        empty: bool = False,
        chance: bool = False,
        again: bool = False,
        together: bool = False,
    ) -> Node:
        """A new action, or now and then one that stands there already."""
        dice, world = self.dice, self.world
        usual = [action for action in world.actions if not action.chance and not action.empty]
        if verb is None and usual and dice.percent(20):
            return Node("do", action=dice.pick(usual).name)
        chosen = verb or dice.pick(_CHANGING)
        name = world.name(dice.pick(["go", "put_in", "choose", "hop", "act"]))
        world.actions.append(
            ActionFacts(
                name,
                None if chosen == "nothing" else chosen,
                chance=chance,
                together=together,
                empty=empty,
                again=again or (chosen == "move" and not chance and not together and dice.percent(18)),
            )
        )
        return Node("do", action=name)

    def _tree(self, size: int) -> Node:
        dice = self.dice
        if size <= 1:
            return self._part(self._action())
        form = dice.pick(["or", "or", "or", "else", "then", "then"])
        first = dice.number(1, size - 1)
        return Node(form, [self._tree(first), self._tree(size - first)])

    def _part(self, item: Node) -> Node:
        how = self.dice.number(1, 100)
        if how <= 8:
            return Node("may", [item])
        if how <= 18:
            return Node("if", [item])
        if how <= 26:
            return Node("repeat", [item], counts=self.dice.pick(["2", "0..2", "1..2", "1..", "0..1"]))
        if how <= 32:
            return Node("while", [item])
        return item

    # ------------------------------------------------------------ what can come before

    def order(self, node: Node, done: set[str]) -> set[str]:
        """Notes for every action what can have been done before it; gives what can be done after the node."""
        if node.form == "do":
            action = next(action for action in self.world.actions if action.name == node.action)
            action.before |= done
            return done | {node.action}
        if node.form == "then":
            for item in node.items:
                done = self.order(item, done)
            return done
        if node.form in ("or", "else"):
            return set().union(*(self.order(item, done) for item in node.items))
        after = done | self.order(node.items[0], done)
        if node.form in ("repeat", "while"):
            after |= self.order(node.items[0], after)
        node.done = after if node.form == "while" else set(done)
        return after

    # ------------------------------------------------------------ text

    def text(self, node: Node) -> str:
        """The turn as it is written; guards see the last part."""
        if node.form == "do":
            return node.action
        if node.form in ("or", "else", "then"):
            return f" {node.form} ".join(self._inside(item, node.form) for item in node.items)
        item = self.text(node.items[0])
        if node.form in ("may", "chance", "together"):
            return f"{node.form} {item if node.items[0].form == 'do' else f'({item})'}"
        if node.form == "repeat":
            return f"repeat {node.counts} ({item})"
        scope = scope_at("guard", tuple(sorted(node.done)), sowing=self.world.sowing)
        condition = self.writer.conditions.condition(scope, 1)
        if node.form == "while":
            if self.dice.percent(70):  # else most of them go on as long as they can
                condition = f"{condition} and count turn.target < {self.dice.number(1, 3)}"
            bounds = ("", "", "0..2 ", "1..3 ")[
                len(condition) % 4
            ]  # no dice: the games of old numbers stay as they were
            return f"repeat {bounds}({item}) while ({condition})"
        guarded = item if node.items[0].form == "do" else f"({item})"
        return f"{guarded} if ({condition})"

    def _inside(self, item: Node, outer: str) -> str:
        text = self.text(item)
        loose = {"then": 1, "or": 2, "else": 3}
        return f"({text})" if loose.get(item.form, 0) >= loose[outer] else text
