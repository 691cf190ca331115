"""The bodies of actions: every verb with every key it may have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .world import DIRECTION, KIND, NUMBER, PLAYER, SET, SITE, STATE, TRACK, WORD, ActionFacts, Scope, scope_at
from .yaml_text import Value

if TYPE_CHECKING:
    from .writer import Writer

Body = dict[str, Value]


class Actions:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    def body(self, action: ActionFacts) -> Body:
        self.writer.may_ask_attacks = action.verb != "move" and not action.chance
        if action.empty:
            return {}
        body: Body = {}
        if action.plain and self._plain(action, body):
            self._effects(action, body)
            return body
        if not (action.chance and action.verb == "place") and (self.dice.percent(14) or self._must_choose(action)):
            body["with"] = self._choices(action)
        if action.verb == "move":
            self._move(action, body)
        elif action.verb == "place":
            self._place(action, body)
        elif action.verb == "pick":
            self._pick(action, body)
        else:
            body["do"] = [*self.writer.effects.effects(self._scope(action, body, "do"), 1, 2, action.choosing)]
        self._common(action, body)
        self.writer.may_ask_attacks = False
        return body

    def _must_choose(self, action: ActionFacts) -> bool:
        """A die has to show something."""
        return action.chance and action.verb is None

    def _scope(self, action: ActionFacts, body: Body, place: str) -> Scope:
        """What exists at a place of this action."""
        before = tuple(sorted(action.before | ({action.name} if action.again else set())))
        scope = scope_at(place, before, sowing=self.world.sowing)
        named = action.names if place in ("if", "before", "do") else [n for n in action.names if n[0] in self._chosen]
        scope = scope.with_names(*named)
        if action.verb is None:
            return scope.without("origin", "kind", "load", "dir", "target", "passed", "it", "leaving", "entering")
        if action.verb != "move":
            scope = scope.without("load")
        if action.verb == "place" and "from" not in body:
            scope = scope.without("origin", "passed", "dir")
        if "path" not in body:
            scope = scope.without("dir", "passed")
        return scope

    def _choices(self, action: ActionFacts) -> Body:
        """`with`: numbers, directions, kinds, states, players, tracks, words."""
        dice, world = self.dice, self.world
        found: Body = {}
        for _ in range(dice.pick([1, 1, 1, 2])):
            name = world.name("w")
            ways: list[tuple[str, Value]] = [
                (NUMBER, f"1..{dice.number(2, 3)}"),
                (PLAYER, [*world.players]),
                (WORD, ["bold", "shy"]),
            ]
            if world.board.compass:
                ways += [(DIRECTION, "orth"), (DIRECTION, dice.pick(world.board.sets)), (NUMBER, "1..2")]
            owned = [kind.name for kind in world.main if not kind.neutral]
            if len(owned) > 1:
                ways.append((KIND, [*owned]))
            if states := next((kind.axes for kind in world.kinds if kind.axes), None):
                ways.append((STATE, [*next(iter(states.values()))]))
            if len(world.board.tracks) > 1:
                ways += [(TRACK, [*world.board.tracks])] * 2
            type_, domain = dice.pick(ways)
            if WORD in (type_, *(known for _, known in action.names)) and any(t == WORD for _, t in action.names):
                continue
            found[name] = domain
            action.names.append((name, type_))
        return found or {self._number(action): "1..2"}

    def _number(self, action: ActionFacts) -> str:
        name = self.world.name("w")
        action.names.append((name, NUMBER))
        return name

    @property
    def _chosen(self) -> set[str]:
        """Names of `with` begin alike; they exist from the first key on."""
        return {name for action in self.world.actions for name, _ in action.names if name.startswith("w_")}

    # ------------------------------------------------------------ verbs

    def _plain(self, action: ActionFacts, body: Body) -> bool:
        """An action that is nearly always possible; no, if this game cannot have one."""
        dice, world, writer = self.dice, self.world, self.writer
        if not world.bounded:
            return self._plain_unbounded(action, body)
        if action.verb == "move":
            body["move"] = dice.pick(["mine", "mine", "mine", "mine or neutral"])
            way, on_track = writer.ways.leg(self._scope(action, body, "subject"))
            if not on_track and dice.percent(60):
                way = dice.pick(["any", "orth"])
            leg = dice.pick(["step {} to {}", "step {} to {}", "slide {} to {}", "jump {} over piece to {}"])
            goal = dice.pick(["empty", "empty or enemy", "empty or enemy", "anywhere not in mine"])
            body["path"] = leg.format(way, "empty or piece" if world.stack > 1 else goal)
            if dice.percent(35):
                other = writer.paths.path(replace(self._scope(action, body, "path"), asking=False), 1)
                body["path"] = f"{body['path']} | {other}"
            if any("move" in kind.attributes for kind in world.main) and dice.percent(30):
                body["path"] = f"its move | {body['path']}"
            return True
        free = [kind for kind in world.kinds if kind.each is None and kind.supply is None] or [
            kind for kind in world.kinds if kind.in_hand or kind.in_supply
        ]
        if not free:
            return False
        kind = dice.pick(free)
        body["place"] = writer.effects.piece(kind)
        body["to"] = f"empty {kind.on}" if kind.on is not None else "empty" if kind.layer == "main" else "anywhere"
        return True

    def _plain_unbounded(self, action: ActionFacts, body: Body) -> bool:
        """Pieces come in beside others, and go a step."""
        if action.verb == "move":
            body |= {"move": "mine", "if_lifted": "connected piece", "path": "step any to empty"}
            return True
        kinds = [kind for kind in self.world.main if kind.in_hand or kind.in_supply]
        if not kinds:
            return False
        body["place"] = self.writer.effects.piece(self.dice.pick(kinds))
        body["to"] = "centre if ply = 1 else empty next to piece"
        return True

    def _effects(self, action: ActionFacts, body: Body) -> None:
        if self.dice.percent(45):
            self.writer.may_ask_attacks = action.verb != "move"
            body["do"] = [*self.writer.effects.effects(self._scope(action, body, "do"), 1, 1)]
            self.writer.may_ask_attacks = False

    def _move(self, action: ActionFacts, body: Body) -> None:
        dice, world, writer = self.dice, self.world, self.writer
        scope = self._scope(action, body, "subject")
        layers = sorted({kind.layer for kind in world.kinds})
        layer = dice.pick(["main", "main", *layers])
        head = writer.sites.piece(layer, "my" if dice.percent(80) else None)
        if layer != "main" and head in ("mine", "enemy", "piece", "neutral"):
            head = world.on_layer(layer)[0].name
        body["move"] = writer.sites._post(head, replace(scope, asking=False), 1) if dice.percent(15) else head
        if world.stack > 1 and layer == "main" and dice.percent(50):
            take = dice.pick(["1", "all", f"1..{world.stack}", f"1..{min(2, world.stack)}", "height(origin) - 1"])
            body["take"] = int(take) if take.isdigit() else take
        lifted = replace(self._scope(action, body, "lifted"), asking=False)
        anchored = not world.bounded and layer == writer.anchor
        if anchored:
            body["if_lifted"] = f"connected {writer.anchor_words}"
        elif dice.percent(10):
            body["if_lifted"] = writer.conditions.condition(lifted, 1)
        if dice.percent(20):
            body["to"] = self._to(lifted, layer)
        else:
            self._travel(action, body)

    def _travel(self, action: ActionFacts, body: Body) -> None:
        scope = replace(self._scope(action, {**body, "path": ""}, "path"), asking=False)
        body["path"] = self.writer.paths.path(scope, self.dice.pick([1, 2, 2]), naming=True)
        action.names += self.writer.paths.bound

    def _to(self, scope: Scope, layer: str) -> str:
        dice, world = self.dice, self.world
        if not world.bounded:
            return f"empty next to {self.writer.sites.piece()}"
        choices = ["empty", "empty", f"empty next to {self.writer.sites.piece()}"]
        choices.append(f"empty in ({self.writer.sites.phrase(scope, 1)})")
        if layer != "main":
            choices = ["anywhere", self.writer.sites.piece(), self.writer.sites.place()]
        return dice.pick(choices)

    def _place(self, action: ActionFacts, body: Body) -> None:
        dice, world = self.dice, self.world
        stocked = [kind for kind in world.kinds if kind.in_hand or kind.in_supply]
        placeable = [k for k in world.kinds if k in stocked or (k.each is None and k.supply is None)]
        if not placeable:  # nothing can be placed, so something is picked
            action.verb = "pick"
            self._pick(action, body)
            return
        kind = dice.pick(placeable)
        if stocked and (dice.percent(25) or (action.chance and dice.percent(60))):
            trays = [name for name in ("hand", "supply") if any(getattr(k, f"in_{name}") for k in world.kinds)]
            body["place"] = "anything"
            body["tray"] = dice.pick(trays)
            kind = stocked[0]
        else:
            body["place"] = self.writer.effects.piece(kind)
            if kind in stocked and dice.percent(25):
                body["tray"] = [*dice.pick([("hand", "taken"), ("supply", "taken"), ("taken",)])]
        scope = self._scope(action, body, "subject")
        if world.bounded and dice.percent(15) and not action.chance:
            body["from"] = self.writer.sites.phrase(replace(scope, asking=False), 1)
            self._travel(action, body)
        elif not world.bounded:
            centre = "centre if ply = 1 else empty next to piece"
            body["to"] = centre if kind.layer == self.writer.anchor else self.writer.anchor_words
        else:
            body["to"] = self._to(replace(self._scope(action, body, "lifted"), asking=False), kind.layer)
            if kind.on is not None:
                body["to"] = f"empty {kind.on}"
        if action.chance and world.bounded and world.board.places:
            body["to"] = f"empty {dice.pick(world.board.places)}"

    def _pick(self, action: ActionFacts, body: Body) -> None:
        dice = self.dice
        scope = self._scope(action, body, "subject")
        body["pick"] = self.writer.sites.phrase(replace(scope, asking=False), 1)
        if dice.percent(25) and self.world.bounded:
            body["pick"] = self.writer.sites.piece()
            self._travel(action, body)
        if dice.percent(85):
            body["do"] = [*self.writer.effects.effects(self._scope(action, body, "do"), 1, 2, action.choosing)]

    # ------------------------------------------------------------ what all have

    def _common(self, action: ActionFacts, body: Body) -> None:
        dice, writer = self.dice, self.writer
        if dice.percent(15) and not action.chance:
            body["let"] = self._lets(action, body)
        if dice.percent(18) and not action.chance:
            body["if"] = writer.conditions.condition(self._scope(action, body, "if"), 1)
        if action.verb in ("move", "place") and dice.percent(12):
            body["before"] = [*writer.effects.effects(self._scope(action, body, "before"), 1, 1, choosing=False)]
        if action.verb in ("move", "place") and dice.percent(45):
            body["do"] = [*writer.effects.effects(self._scope(action, body, "do"), 1, 3, action.choosing)]
        writer.may_ask_attacks = True
        if dice.percent(8) and not action.chance:
            body["must"] = writer.conditions.condition(self._scope(action, body, "do"), 1)
        if action.again:
            body["again"] = dice.pick(["may", "must"])
        if dice.percent(20) and action.verb is not None:
            body["say"] = self._say(action, body)

    def _lets(self, action: ActionFacts, body: Body) -> Body:
        scope = replace(self._scope(action, body, "if"), asking=False)
        found: Body = {}
        for _ in range(self.dice.number(1, 2)):
            name = self.world.name("l")
            type_ = self.dice.pick([SET, SET, NUMBER, SITE])
            if type_ == SET:
                found[name] = self.writer.sites.phrase(scope, 1)
            elif type_ == NUMBER:
                found[name] = self.writer.numbers.number(scope, 1)
            else:
                found[name] = self.writer.sites.site(scope, 1)
            scope = scope.with_names((name, type_))
            action.names.append((name, type_))
        return found

    def _say(self, action: ActionFacts, body: Body) -> str:
        dice = self.dice
        fields = ["{target}", "{it}", "{kind}", "{piece}", "{letter}"]
        fields += ["{may:*}", "{captures:x}", "{changed:!}", "{set}"]
        if action.verb != "place" or "from" in body:
            fields += ["{origin}", "{origin}", "{origin.column}"]
        fields += ["{target.row}", "{target.column}"] if self.world.bounded else []
        if "path" in body:
            fields.append("{dir}")
        if action.verb == "move":
            fields += ["{load}", "{route}"]
        fields += [f"{{{name}}}" for name, type_ in action.names if type_ not in (TRACK,)]
        return dice.pick(["", "{origin}" if "{origin}" in fields else "", "!"]) + "-".join(dice.some(fields, 1, 4))
