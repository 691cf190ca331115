"""A game as a module of WebAssembly: all that lists, plays, decides and searches, and where things lie in its block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..game import Game
from ..native.codegen.wasm import wasm_module
from ..native.codegen.wasm_linker import Linked
from ..native.compiler import Compiler
from ..native.decisions.program import DecisionProgram, decision_compiler
from ..native.ir.program import no_deeper
from ..native.layout.memory_layout import BROWSER_LIMITS, FILTER, MOVE_SIZE, ROOM
from ..native.layout.widths import FULL_SLOT
from ..native.lower.records import FIELDS
from ..native.runtime.position_codec import Block
from ..native.search.arena import AT, BEST, SQUARES, STATE, TOTAL, WIDE, Move, Node
from ..native.search.evaluation_store import Judge, judge_of
from ..native.search.memory import FUNCTIONS, most_to_win, words_of_game
from ..native.search.program import TreeSearch
from ..reference.hashing import levels_of
from ..show.at_stake import demands

# Places in the block that a page reads or writes, by the names of the layout.
_PLACES = (
    "state_end", "result_end", "size", "start", "tally", "result", "scored", "scores", "rule", "ply", "me", "phase",
    "seats", "out", "segment", "history", "hash", "filter", "pieces_table", "error", "cells", "cell", "heights",
    "hands", "taken", "supply", "tray", "combinations", "variables", "moves", "keys", "patches", "records",
    "record_top", "n", "words",
)  # fmt: skip
_OF_DECISIONS = ("given", "best", "path", "mask", "words", "front", "ways", "way", "way_size", "lines", "changes")


class NotExportable(Exception):
    """A game that cannot be a page; the text says why in one sentence."""


@dataclass(frozen=True, slots=True)
class GameModule:
    """`layout`, `decisions`, `search`: where in memory what lies; `judge`: what the search knows of the game."""

    linked: Linked
    compiler: Compiler
    start: bytes  # the block of the first position, as far as it is the state
    history: tuple[int, ...]
    layout: dict[str, Any]
    decisions: dict[str, Any]
    search: dict[str, Any]
    judge: bytes


class ModuleMaker:
    """Compiles one game, with the options it has."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pipeline = game._pipeline
        rules = game.rules
        if game._engine.facts.together:
            raise NotExportable(
                f"in {game.title} players choose at the same time, and a page would show what nobody may see yet"
            )
        asking = [hook.name for hook in rules.hooks if hook.gives != "notation" and hook.same_as is None]
        if asking:
            raise NotExportable(
                f'{game.title} asks the Python function "@{asking[0]}", which no browser runs; '
                'a game can be exported once such a rule is written in the file, or has "same_as"'
            )

    def made(self) -> GameModule:
        try:
            return self._made()
        except NotImplementedError as error:
            raise NotExportable(
                f"{self.game.title} cannot be exported: the native engine does not know {error}"
            ) from None

    def _made(self) -> GameModule:
        compiler, layout, repetition = self._compiler, self._compiler.unit.layout, self.game.rules.repetition
        asked = [condition for condition, _ in demands(self.game.rules)]
        if asked:
            compiler.drivers.demands(asked)
        kernel, sampling = compiler.program(), compiler.sampling_program()
        with no_deeper():
            another = decision_compiler(compiler)
            deciding = DecisionProgram(another)
            decisions = another.counted(deciding.program())
        programs = [(kernel, layout.error), (sampling, layout.error), (decisions, layout.error)]
        linked = wasm_module([*programs, (TreeSearch().program, 0)])
        block, position = Block(compiler), self._pipeline.reference.start()
        block.load(position)
        native = self._pipeline.native
        judge = judge_of(native)
        return GameModule(
            linked,
            compiler,
            block.memory[: layout.state_end],
            position.history,
            {name: getattr(layout, name) for name in _PLACES}
            | {
                "occupied": [
                    [at for (what, _), at in basis.at.items() if what in ("owner", "any")] for basis in layout.bases
                ],
                "heap": compiler.pieces.heaps.cell - 1 if compiler.pieces.heaps is not None else -1,
                "repeats": compiler.unit.facts.repeats,
                "hash_levels": levels_of(self.game.rules.stack),
                "tells_hash": repetition is None or repetition.compare != "board",
                "filter_size": FILTER,
                "full_slot": FULL_SLOT,
                "move_size": MOVE_SIZE,
                "record_fields": FIELDS,
                "record_size": compiler.records.size,
                "records_most": layout.limits["records"] - 2 * ROOM["parts"],  # beyond, one may have found no room
            },
            {name: getattr(deciding.memory, name) for name in _OF_DECISIONS},
            self._search(judge),
            judge.known,
        )

    @cached_property
    def _compiler(self) -> Compiler:
        return Compiler(self._pipeline.reference, limits=BROWSER_LIMITS)

    def _search(self, judge: Judge) -> dict[str, Any]:
        """What a search is told of the game, in the words of its arena."""
        native = self._pipeline.native
        # Where random turns are drawn from lists, playouts by decisions are many times as quick.
        playing = {"play_out": "rw_decision_playout"} if native.lists_turns else {}
        return {
            "at": AT,
            "best": BEST,
            "total": TOTAL,
            "squares": SQUARES,
            "wide": WIDE,
            "state": STATE,
            "node": {name: getattr(Node, name) for name in ("COUNT", "VISITS", "SIZE")},
            "move": {name: getattr(Move, name) for name in ("VISITS", "VALUE", "NODE", "PROOF", "SIZE")},
            "functions": FUNCTIONS | playing,
            "judge_size": len(judge.memory),
            "horizon": judge.horizon,
            "words": words_of_game(self._compiler.unit.layout),
            "most": most_to_win(self.game.rules),
        }
