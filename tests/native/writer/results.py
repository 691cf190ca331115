"""What ends a game, what is asked at the end of a turn, and what happens then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .world import scope_at
from .yaml_text import Value

if TYPE_CHECKING:
    from .writer import Writer


def write_results(writer: Writer) -> dict[str, Value]:
    dice, world, conditions = writer.dice, writer.world, writer.conditions
    found: dict[str, Value] = {}
    everything = tuple(action.name for action in world.actions)
    ending = scope_at("end", everything, sowing=world.sowing)
    position = scope_at("position", None)
    if dice.percent(10):
        writer.may_ask_can, asked = set(), writer.may_ask_can
        found["must"] = f"{conditions.condition(ending, 2)} or ply < {dice.number(2, 12)}"
        writer.may_ask_can = asked
    if dice.percent(12):
        found["prefer"] = dice.pick(["captures", "parts", writer.numbers.number(ending, 1)])
    if dice.percent(15):
        found["when_captured"] = _when_captured(writer)
    if dice.percent(18):
        found["when_turn_ends"] = [*writer.effects.effects(ending, 1, 2, choosing=False)]
    world.score = dice.percent(40)
    if world.score:
        bonus = f" + bonus({dice.pick(['me', world.players[0]])})" if dice.percent(30) else ""
        found["score"] = f"{writer.numbers.number(ending, 2)}{bonus}"
        if dice.percent(25):
            found["score"] = [found["score"], *(writer.numbers.number(ending, 1) for _ in range(dice.number(1, 2)))]
        if bonus or dice.percent(10):
            found["bonus"] = {dice.pick(world.players): dice.pick(["7.5", "1.5", "2"])}
    if dice.percent(18):
        gone = conditions.condition(ending, 1) if dice.percent(50) else "no mine"
        found["out"] = f"{gone} and ply > {dice.number(4, 12)}"
        if dice.percent(40) and world.bounded:
            found["when_out"] = dice.pick(["remove mine", "set mine to neutral", "capture (enemy next to mine)"])
    found["end"] = _end(writer)
    found["stuck"] = dice.pick(
        ["lose", *["pass"] * 9, "draw", "win", f"lose if {conditions.condition(position, 1)} else pass"]
    )
    how = dice.number(1, 100)
    if how <= 20:
        found["repetition"] = {"times": dice.number(2, 3), "result": dice.pick(["draw", "lose", "win"])}
    elif how <= 35:
        found["repetition"] = {"forbidden": "yes"}
    if "repetition" in found and dice.percent(40):
        chosen = found["repetition"]
        assert isinstance(chosen, dict)
        chosen["compare"] = dice.pick(["board", "position"])
    result = "highest score wins" if world.score and dice.percent(60) else dice.pick(["draw", "win", "lose"])
    if len(world.players) > 2 and result == "lose":
        result = "draw"
    found["limit"] = {"turns": dice.pick([12, 20, 30]), "result": result}
    return found


def _when_captured(writer: Writer) -> Value:
    dice, world = writer.dice, writer.world
    if not world.bounded:
        return ["set it to mine"] if any(not kind.neutral for kind in world.main) else ["end turn"]
    scope = scope_at("captured", sowing=world.sowing).without("load")
    effects: list[Value] = [*writer.effects.effects(scope, 0, 1, choosing=False)]
    goals = ["supply", "my taken"] + [f"{word} taken" for word in world.enemy_words()[:1]]
    if writer.hands:
        goals.append("my hand")
    return [*effects, f"move it to {dice.pick(goals)}"]


def _end(writer: Writer) -> Value:
    dice, world = writer.dice, writer.world
    everything = tuple(action.name for action in world.actions)
    scope = scope_at("end", everything, sowing=world.sowing)
    outcomes = ["win", "win", "lose", "draw", f"{world.players[0]} wins"]
    if world.score:
        outcomes.append("highest score wins")
    found: list[Value] = []
    for _ in range(dice.pick([0, 1, 1, 2])):
        late = f"ply > {dice.number(3, 20)} and " if dice.percent(92) else ""
        found.append(f"{dice.pick(outcomes)} if {late}{writer.conditions.condition(scope, 2)}")
    found.append(f"{dice.pick(outcomes)} if passes = {dice.number(3, 6)}")
    return found


def write_questions(writer: Writer, actions: dict[str, Value], results: dict[str, Value]) -> None:
    """`could` in a `must` that its own answer asks again, and who kept to what in a repetition."""
    dice, world = writer.dice, writer.world
    asked = [action.name for action in world.actions if not action.chance]
    if asked and dice.percent(40):
        question = f"{dice.pick(['me', *world.enemy_words()])} could {dice.pick(asked)}"
        body = dice.pick([results, *(body for body in actions.values() if isinstance(body, dict))])
        assert isinstance(body, dict)
        must = body.get("must")
        body["must"] = question if must is None else f"({must}) {dice.pick(['and', 'or'])} {question}"
    repetition = results.get("repetition")
    if isinstance(repetition, dict) and "times" in repetition and dice.percent(60):
        ending = scope_at("end", tuple(action.name for action in world.actions), sowing=world.sowing)
        kept = [f"({writer.conditions.condition(ending, 1)})" for _ in range(dice.number(1, 2))]
        repetition["times"] = dice.number(2, 3)
        found: list[Value] = [
            f"{dice.pick(['win', 'lose', 'draw'])} if {dice.pick(['me', *world.enemy_words()])} kept {dice.pick(kept)}"
            for _ in range(dice.number(1, 3))
        ]
        if world.bounded and dice.percent(50):
            who, followed = dice.pick(["me", *world.enemy_words()]), writer.sites.phrase(ending, 1)
            found.insert(0, f"{dice.pick(['win', 'lose'])} if {who} kept one ({followed})")
        repetition["result"] = found
