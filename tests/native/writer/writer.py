"""A whole game: its parts in the order in which they need one another."""

from __future__ import annotations

from random import Random

from .actions import Actions
from .boards import write_board
from .dice import Dice
from .effects import Effects
from .paths import Paths
from .pieces import write_pieces, write_setup
from .results import write_questions, write_results
from .sites import Sites
from .turns import Node, Turns
from .values import Conditions, Numbers, Ways
from .world import (
    CHOICES,
    DIRECTION,
    EFFECTS,
    NUMBER,
    SET,
    SITE,
    TRUTH,
    DefineFacts,
    Scope,
    VariableFacts,
    World,
    scope_at,
)
from .yaml_text import Value, as_yaml


class Writer:
    def __init__(self, source: Random, chains: bool = False, blocks: bool = False) -> None:
        self.blocks = blocks
        self.dice = dice = Dice(source)
        board = write_board(dice)
        by_player = "'white'" in repr(board.data)
        players = ["white", "black"] if by_player or dice.percent(85) else ["white", "black", "red"]
        self.world = World(board, players, one_enemy=len(players) == 2)
        self.anchor, self.anchor_words = "main", "piece"
        self.small_walks = True
        self.may_ask_attacks = False
        self.may_ask_can: set[str] = set()
        self.hands = False
        self.ways = Ways(self)
        self.sites = Sites(self)
        self.numbers = Numbers(self)
        self.conditions = Conditions(self)
        self.paths = Paths(self)
        self.effects = Effects(self)
        self.turns = Turns(self, chains)
        self.actions = Actions(self)

    def write(self) -> str:
        world, dice = self.world, self.dice
        game: dict[str, Value] = {"game": "Generated", "players": self._players(), "board": world.board.data}
        pieces = write_pieces(self)
        setup = write_setup(self)
        regions = self._regions()
        variables = self._variables()
        phases = self._phases()
        defines = self._defines()
        paths = self._paths()
        self._attributes(pieces)
        tables = self._tables() if self.blocks and world.bounded else {}
        if self.blocks:
            defines |= self._performed()
        actions: dict[str, Value] = {action.name: self.actions.body(action) for action in world.actions}
        self.may_ask_attacks = True
        turns: list[Value] = [self._phase(tree, number, len(phases)) for number, tree in enumerate(phases)]
        results = write_results(self)
        if self.blocks:  # last, so that all that stands before it stays as it was
            write_questions(self, actions, results)
        parts: dict[str, Value] = {
            "pieces": pieces, "stack": world.stack if world.stack > 1 else {}, "regions": regions, "vars": variables,
            "setup": setup, "define": defines, "tables": tables, "paths": paths, "actions": actions,
        }  # fmt: skip
        game |= {key: value for key, value in parts.items() if value}
        if len(turns) == 1:
            only = turns[0]
            assert isinstance(only, dict)
            game["turn"] = only["turn"]
        else:
            game["phases"] = turns
        game |= results
        if dice.percent(15):
            game["distinct"] = "route"
        return as_yaml(game)

    # ------------------------------------------------------------ parts

    def _players(self) -> Value:
        world, dice = self.world, self.dice
        compass = world.board.compass
        teams = len(world.players) == 3 and dice.percent(50)
        if (not compass or dice.percent(40)) and not teams:
            return [*world.players]
        world.forward = bool(compass)
        opposite = dice.percent(70)
        found: dict[str, Value] = {}
        for number, player in enumerate(world.players):
            keys: dict[str, Value] = {}
            if compass:
                turned = number * len(compass) // 2 if opposite else number
                keys["forward"] = compass[turned % len(compass)]
            if teams:
                keys["team"] = "left_team" if number == 1 else "right_team"
            found[player] = keys
        return found

    def _regions(self) -> dict[str, Value]:
        world, dice = self.world, self.dice
        found: dict[str, Value] = {}
        if not world.bounded:
            return found
        names = world.board.names
        if dice.percent(50):
            found["hill"] = [*dice.some(names, 1, 4)]
            world.regions.append("hill")
        if world.board.places and dice.percent(40):
            found["zone"] = f"{dice.pick(world.board.places)} or {dice.pick(world.board.places)}"
            world.regions.append("zone")
        if dice.percent(50):
            found["home"] = {player: [*dice.some(names, 1, 4)] for player in world.players}
            world.homes.append("home")
        return found

    def _variables(self) -> dict[str, Value]:
        world, dice = self.world, self.dice
        found: dict[str, Value] = {}
        for _ in range(dice.pick([0, 1, 2, 3])):
            name = world.name("v")
            type_ = dice.pick([NUMBER, NUMBER, SITE, SET, "truth", "player", "kind", "direction"])
            if (type_ == "direction" and not world.board.compass) or (type_ == SET and not world.bounded):
                type_ = NUMBER
            spec: dict[str, Value] = {}
            if type_ == NUMBER:
                spec["range"] = dice.pick(["0..3", "0..9", "1..5", "-2..4"])
            else:
                spec["holds"] = {"truth": "yes_no", SET: "sites"}.get(type_, type_)
            per = None
            if dice.percent(25):
                per = dice.pick(["player", "1..3"])
                spec["per"] = per
            if type_ == NUMBER and dice.percent(30):
                spec["start"] = dice.number(1, 3)
            elif type_ == SITE and world.bounded and dice.percent(20):
                spec["start"] = dice.pick(world.board.names)
            elif type_ == SET and dice.percent(20):
                spec["start"] = " ".join(dice.some(world.board.names, 1, 3))
            elif type_ == "player" and dice.percent(50):
                spec["start"] = dice.pick(world.players)
            if type_ != SET and dice.percent(30):
                spec["lasts"] = dice.pick(["1 turn", "2 turns"])
            if dice.percent(20):
                spec["clock"] = "yes"
            found[name] = spec
            world.variables.append(VariableFacts(name, type_, per))
        return found

    def _phases(self) -> list[Node | list[Node]]:
        """One tree for all; or one for each phase; or one for each player."""
        dice, world = self.dice, self.world
        found: list[Node | list[Node]] = []
        for _ in range(2 if dice.percent(20) else 1):
            count = len(world.players) if dice.percent(12) else 1
            trees = [self.turns.plan(by_player=count > 1) for _ in range(count)]
            found.append(trees if count > 1 else trees[0])
        for item in found:
            for tree in item if isinstance(item, list) else [item]:
                self.turns.order(tree, set())
        simple = [action.name for action in world.actions if not action.chance and not action.empty]
        self.may_ask_can = set(simple[:1]) if dice.percent(35) else set()
        return found

    def _phase(self, item: Node | list[Node], number: int, count: int) -> Value:
        if isinstance(item, list):
            pairs = zip(self.world.players, item, strict=True)
            turn: Value = {player: self.turns.text(tree) for player, tree in pairs}
        else:
            turn = self.turns.text(item)
        found: dict[str, Value] = {"name": f"phase_{number + 1}", "turn": turn}
        if self.blocks and self.dice.percent(30):
            found["player"] = self.dice.pick(self.world.players)
        back = self.blocks and count > 1 and number + 1 == count and self.dice.percent(60)
        if back:
            found["then"] = "phase_1"
        if number + 1 < count or back:
            if self.dice.percent(50):
                found["turns"] = self.dice.number(1, 4)
            else:
                found["until"] = self.conditions.condition(scope_at("end", sowing=self.world.sowing), 1)
        return found

    def _defines(self) -> dict[str, Value]:
        world, dice = self.world, self.dice
        found: dict[str, Value] = {}
        self.may_ask_can, asked = set(), self.may_ask_can
        for _ in range(dice.pick([0, 1, 1, 2, 3])):
            name = world.name("d")
            type_ = dice.pick([SET, SET, NUMBER, TRUTH])
            parameters = []
            for _ in range(dice.pick([0, 0, 1, 2])):
                kinds = [SET, SET, NUMBER, DIRECTION] if world.board.compass else [SET, NUMBER]
                parameters.append((world.name("a"), dice.pick(kinds)))
            words = frozenset(["target"] if dice.percent(25) else [])
            scope = Scope("define", words, names=tuple(parameters), memories=None, asking=False)
            if type_ == SET:
                body = self.sites.phrase(scope, 2)
            elif type_ == NUMBER:
                body = self.numbers.number(scope, 2)
            else:
                body = self.conditions.condition(scope, 2)
            head = f"{name}({', '.join(name for name, _ in parameters)})" if parameters else name
            found[head] = body
            world.defines.append(DefineFacts(name, type_, parameters, words))
        self.may_ask_can = asked
        return found

    def _tables(self) -> dict[str, Value]:
        """Numbers by sites, by places of the board, and by what stands there."""
        world, dice = self.world, self.dice
        if dice.percent(60):
            return {}
        scope = Scope("define", frozenset(), memories=None, asking=False)
        keys = [" ".join(dice.some(world.board.names, 1, 2)), self.sites.piece(), self.sites.phrase(scope, 1)]
        rows: dict[str, Value] = {key: str(dice.number(0, 9)) for key in keys}
        name = world.name("d")
        world.defines.append(DefineFacts(name, NUMBER, [("x", SITE)]))
        return {name: {**rows, "else": str(dice.number(0, 3))}}

    def _performed(self) -> dict[str, Value]:
        """Effects with names: such as may stand anywhere, and such as a player chooses in."""
        world, dice = self.world, self.dice
        found: dict[str, Value] = {}
        self.may_ask_can, asked = set(), self.may_ask_can
        for _ in range(dice.number(1, 3)):
            name = world.name("e")
            kinds = [SET, SET, NUMBER, DIRECTION] if world.board.compass else [SET, NUMBER]
            parameters = [(world.name("a"), dice.pick(kinds)) for _ in range(dice.pick([0, 1, 1, 2]))]
            type_ = dice.pick([EFFECTS, EFFECTS, CHOICES])
            words = frozenset(dice.pick([[], ["target"], ["it"], ["it", "target", "origin"]]))
            place = "captured" if type_ == EFFECTS else "do"
            scope = Scope(place, words, names=tuple(parameters), memories=None, asking=False)
            head = f"{name}({', '.join(name for name, _ in parameters)})" if parameters else name
            found[head] = [*self.effects.effects(scope, 1, 3, choosing=type_ == CHOICES, depth=1)]
            world.performed.append(DefineFacts(name, type_, parameters, words))
        self.may_ask_can = asked
        return found

    def _paths(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for _ in range(self.dice.pick([0, 0, 1, 2])):
            name = self.world.name("way")
            scope = Scope("path", frozenset({"leaving"}), memories=None, asking=False)
            found[name] = self.paths.path(scope, 2, attribute=True)
            self.world.paths.append(name)
        return found

    def _attributes(self, pieces: dict[str, Value]) -> None:
        """Paths of kinds: one, or one for each state of a row."""
        dice, world = self.dice, self.world
        for kind in world.kinds:
            spec = pieces[kind.name]
            assert isinstance(spec, dict)
            for name in ("move", "strike"):
                if not dice.percent(45 if name == "move" else 12):
                    continue
                scope = Scope("path", frozenset({"leaving", "origin"}), memories=None, asking=False)
                if kind.axes and dice.percent(40):
                    axis = dice.pick(list(kind.axes.values()))
                    spec[name] = {state: self.paths.path(scope, 1, attribute=True) for state in axis}
                else:
                    spec[name] = self.paths.path(scope, 2, attribute=True)
        for kind in world.kinds:
            spec = pieces[kind.name]
            assert isinstance(spec, dict)
            kind.attributes = [name for name in ("move", "strike") if name in spec]


def write_game(source: Random, chains: bool = False, blocks: bool = False) -> str:
    """The text of a small random game; with `chains` its turns repeat moves that may go on, with `blocks` its effects
    stand under common conditions, have names, and say how many."""
    return Writer(source, chains, blocks).write()
