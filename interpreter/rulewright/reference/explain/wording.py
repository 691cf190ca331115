"""A refusal in words: which test fails, and why."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ...source.source import Span
from ..engine import Engine
from ..geometry import NOWHERE
from ..labels import Labels, Parts
from ..refusals import Leg, Refusal, Stage
from .conditions import Conditions
from .phrasing import Words, article
from .trials import shown_fields

_TRAYS = {"hand": "the hand", "supply": "the supply", "taken": "what was taken"}


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about a refusal, the place of the test in the game file, and the set of sites concerned."""

    text: str
    span: Span | None
    sites: int = 0


class Wording:
    def __init__(self, engine: Engine, words: Words, labels: Labels) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.words = words
        self.labels = labels
        self.conditions = Conditions(engine, words)

    def subject(self, parts: Parts) -> str:
        """The part that is spoken of: "drop on a3", "walk a1-a2"."""
        if not parts:
            return "the turn"
        steps = parts[-1]
        action = self.rules.actions[steps[-1].action]
        origin = self.words.site(steps[0].origin) if steps[0].origin >= 0 else ""
        target = self.words.site(steps[-1].target) if steps[-1].target >= 0 else ""
        if action.verb is None:
            return action.name
        if not origin or origin == target:
            return f"{action.name} on {target}"
        if "target" not in shown_fields(action):
            return f"{action.name} from {origin}"
        return f"{action.name} {origin}-{target or 'off'}"

    def told(self, refusal: Refusal) -> Told:
        words, view, rule, site = self.words, refusal.view, refusal.rule, refusal.site
        here = 1 << site if site >= 0 else 0
        if rule is None:
            return Told("nothing would change", None)
        match refusal.stage:
            case Stage.TRAY:
                kind, trays = refusal.detail
                where = " or ".join(_TRAYS[tray] for tray in trays) or "any tray"
                if isinstance(rule, fx.PieceSpec) and rule.kind is None:
                    return Told(f"there is nothing left in {where} that could be placed", rule.span)
                return Told(f"there is no {self.rules.kinds[kind].name} left in {where}", rule.span)
            case Stage.TAKE:
                height = len(view.position.layers[self._action(refusal).layer][site])
                return Told(f"the stack on {words.site(site)} is {height} high", rule.span, here)
            case Stage.ROOM:
                standing = words.standing(view.position, site, self.rules.kinds[view.part.kind].layer)
                return Told(standing, rule.span, here)
            case Stage.BEFORE | Stage.EFFECT | Stage.ENDING:
                full = refusal.detail  # the site whose stack is: the sentence names it
                sites = view.part.target if full is None else 1 << full
                return Told(f"{words.quoted(rule)} cannot be done: {self._cannot(rule, refusal)}", rule.span, sites)
            case Stage.LANDING:
                return Told(self._no_landing(refusal), rule.span, here)
            case Stage.GO_ON if site == NOWHERE:
                return Told(f"the turn goes on with {words.quoted(rule)}", rule.span)
            case Stage.GO_ON:
                onward = words.site(site) if here else "off"
                return Told(f"it must go on, for example to {onward}", rule.span, here)
            case Stage.NULL:
                return Told("the turn would come back to where it has been", rule.span)
            case Stage.REPETITION:
                return Told("this position has been on the board before", rule.span)
            case Stage.ELSE:
                first, parts = refusal.detail
                text = f'{words.quoted(first)} comes first, and it is possible: "{self.labels.turn(parts)}"'
                return Told(text, rule.span, view.memory.origins)
            case Stage.PREFER:
                value, best = refusal.detail
                return Told(f"{words.quoted(rule)} is {value} here, and another move has {best}", rule.span)
        if not isinstance(rule, rx.Expr):
            return self._led(refusal, rule) if refusal.stage is Stage.WAY else self._nothing_there(refusal, rule)
        if site == NOWHERE:
            because = self.conditions.failing(rule, view)
            return Told(because.sentence(words), because.test.span, because.sites)
        test = self.conditions.chosen(rule, view) if refusal.stage is Stage.WAY else rule
        return Told(f"{words.quoted(test)} fails because {self.conditions.outside(test, site, view)}", test.span, here)

    def _action(self, refusal: Refusal) -> Action:
        return self.rules.actions[refusal.view.part.action]

    def _nothing_there(self, refusal: Refusal, rule: rx.Node) -> Told:
        standing = self.words.standing(refusal.view.position, refusal.site, self._action(refusal).layer)
        return Told(standing, rule.span, 1 << refusal.site)

    def _led(self, refusal: Refusal, rule: rx.Node) -> Told:
        """Why a walk does not lead to a site, where it is no set or condition that says so."""
        site, view, action, quoted = refusal.site, refusal.view, self._action(refusal), self.words.quoted(rule)
        if isinstance(refusal.detail, rp.RunItem):
            item = refusal.detail
            why = self.conditions.outside(item.item, site, view)
            return Told(f"{quoted} fails because {why}", item.span, 1 << site)
        stop = refusal.inner[-1] if refusal.inner else None
        landing = rule.landing if isinstance(rule, rp.LineTravel | rp.Leap | rp.LeapToward) else None
        if stop == Leg.OFF and landing is not None:
            return Told(f"{quoted} does not lead off the board", landing.span)
        name, here = self.words.site(site), 1 << site
        if stop == Leg.CONTACT:
            return Told(f"{name} does not touch the other pieces", action.span, here)
        if landing is not None:
            why = f"the way has been on {name} before"
            if stop == Leg.GOAL:
                goal = landing.item
                why = f"{name} is on the board" if goal is None else self.conditions.outside(goal, site, view)
            return Told(f"{quoted} fails because {why}", landing.span, here)
        if view.part.origin == here:
            return Told(f"it stands on {name} already", (action.path or action.to or action).span, here)
        return Told(f"{quoted} does not lead from {self.words.sites(view.part.origin)} to {name}", rule.span, here)

    def _no_landing(self, refusal: Refusal) -> str:
        site, code = refusal.site, refusal.view.mover
        if site >= 0 and code is not None:
            kind = self.rules.kinds[self.engine.codes.kind(code)]
            cls = self.rules.board.sites[site].cls
            if kind.classes and cls not in kind.classes:
                wanted = " or ".join(article(name) for name in kind.classes)
                return f"{self.words.site(site)} is {article(cls)}; a {kind.name} stands on {wanted}"
        return f"the stack would be higher than {self.rules.stack}"

    def _cannot(self, effect: rx.Node, refusal: Refusal) -> str:
        view = refusal.view
        if isinstance(effect, fx.Conditional | fx.May):
            return self._cannot(effect.effect, refusal)
        if refusal.detail is not None:
            return f"the stack on {self.words.site(refusal.detail)} would be higher than {self.rules.stack}"
        if isinstance(effect, fx.Put):
            return "the place is taken, or nothing is left to put there"
        if isinstance(effect, fx.Sow):
            return "there is nowhere to sow"
        if isinstance(effect, fx.TakeSome):
            value = self.engine.evaluator.value
            amount, sites = value(effect.amount, view), value(effect.item, view)
            there = len(view.position.layers[effect.layer].get(sites.bit_length() - 1, ()))
            if amount > there:
                are = "is" if there == 1 else "are"
                return f"{amount} are wanted, and there {are} {there or 'none'} on {self.words.sites(sites)}"
        return "there is no room, or the piece may not stand there"
