"""All that can be asked of the rules of a game before there is any position; pure, and shared by plans and emitters."""

from __future__ import annotations

from ...analysis.distinct_outcomes import DistinctOutcomes
from ...analysis.repeats import meeting
from ...reference.engine import Engine
from .clear import Clear
from .draw_injectivity import Telling
from .lifts import Lifts
from .reach import Reach
from .routes import Routes
from .run_patterns import Words
from .static import Static
from .strides import Strides
from .throws import Throws
from .watching import Watching


class Questions:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.facts = facts = engine.facts
        self.rules = engine.rules
        self.players = facts.players
        self.n = len(facts.rules.board)
        self.words = max(1, (self.n + 63) // 64)  # of a set
        repetition = facts.rules.repetition
        self.forbids_repetition = repetition is not None and repetition.forbidden
        self.static = Static(engine)
        self.reach = Reach(self.static)
        self.apart = DistinctOutcomes(facts, self.reach.of)
        self.lifts = Lifts(self.static)
        self.strides = Strides(self.static, self.lifts)
        self.routes = Routes(self.static)
        self.throws = Throws(self.static)
        self.meeting = meeting(self.rules)
        self.runs = Words(facts.rules)
        self.clear = Clear(self.static, self.apart, self.strides, self.routes)
        self.telling = Telling(self.clear, self.runs)
        self.watching = Watching(self.static)
