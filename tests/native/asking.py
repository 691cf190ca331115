"""Hooks asked directly, on both sides: the native function of a hook beside the Python function it comes from."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.game import Game, load
from rulewright.native.codegen.module import NativeModule
from rulewright.native.compiler import Compiler
from rulewright.native.hooks.records import WORDS
from rulewright.native.ir import expressions as k
from rulewright.native.ir.program import Builder
from rulewright.native.runtime.position_codec import Block
from rulewright.reference.position import Position
from rulewright.reference.view import Part, View

GAME = """\
game: Asked
players: [ann, bob]
board: {{tiling: square, size: {size}}}
pieces:
  man: {{letter: m, each: 4}}
  rook: {{letter: r, states: [plain, proud]}}
stack: {stack}
vars:
  spot: {{holds: site}}
  tally: {{range: 0..9, per: player}}
  pips: {{range: 0..9, per: 2..4}}
setup:
  ann man: a1 b1
  bob rook: c2
  bob man: a3
actions:
  drop: {{place: my rook, to: empty, do: ["pips(2) = 1", "tally(me) = 2", spot = target]}}
turn: drop
stuck: draw
end:
  - win if {all}
hooks:
  file: asked.py
{hooks}
"""


Shapes: TypeAlias = dict[str, tuple[list[str], str]]  # what each hook takes and gives


def asked(folder: Path, python: str, hooks: Shapes, size: str = "5x5", stack: int = 1) -> Asked:
    """A small game whose hooks are in a Python text."""
    declared, calls = [], []
    samples = {"set": "mine", "site": "a1", "int": "2", "bool": "no mine", "player": "me", "kind": "man", "dir": "n"}
    samples["state"] = "proud"
    for name, (takes, gives) in hooks.items():
        declared.append(f"  {name}: {{takes: [{', '.join(takes)}], gives: {gives}}}")
        call = f"@{name}({', '.join(samples[one] for one in takes)})"
        calls.append({"int": f"{call} = 99", "set": f"some {call}"}.get(gives, call))
    text = GAME.format(size=size, stack=stack, hooks="\n".join(declared), all=f'"{" and ".join(calls)}"').replace(
        'win if "', '"win if '
    )
    (folder / "asked.yaml").write_text(text, encoding="utf-8")
    (folder / "asked.py").write_text(python, encoding="utf-8")
    return Asked(load(folder / "asked.yaml", allow_hooks=True))


class Asked:
    def __init__(self, game: Game) -> None:
        self.game, self.engine = game, game._engine
        self.compiler = compiler = Compiler(game._engine)
        self.layout = compiler.unit.layout
        self.numbers = {hook.name: number for number, hook in enumerate(game.rules.hooks)}
        for number in self.numbers.values():
            self._export(number)
        self.module = NativeModule(compiler.unit.program, self.layout.error, True)
        self.block = Block(compiler)

    def _export(self, number: int) -> None:
        hook, layout = self.game.rules.hooks[number], self.layout

        def write(f: Builder) -> None:
            words = [f.let(k.load(64, layout.hook_words + 8 * place)) for place in range(1 + len(WORDS))]
            args = []
            for place, takes in enumerate(hook.takes):
                at = layout.hook_args + place * layout.set_size
                loaded = k.load_set(at) if takes == "set" else k.load(64, at)
                args.append(f.let(loaded.ne(0) if takes == "bool" else loaded))
            found = f.call(self.compiler.hooks.function(number), *words, *args)
            if found.ty == k.SET:
                f.store_set(layout.hook_result, found)
            f.ret(found if found.ty == k.INT else k.as_int(found) if found.ty == k.BOOL else k.num(0))

        self.compiler.unit.function(f"ask_{number}", f"ask_{number}", [], k.INT, write, how="exported")

    def native(self, name: str, position: Position, me: int, words: dict[str, int], args: list[Any]) -> Any:
        number, block, layout = self.numbers[name], self.block, self.layout
        hook = self.game.rules.hooks[number]
        block.load(position)
        struct.pack_into("<6q", block.memory, layout.hook_words, me, *(words.get(word, -1) for word in WORDS))
        for place, (takes, arg) in enumerate(zip(hook.takes, args, strict=True)):
            at = layout.hook_args + place * layout.set_size
            if takes == "set":
                block.put_sites(at, arg)
            else:
                block.put_word(at, int(arg))
        before = block.memory[: layout.state_end]
        found = self.module.function(f"ask_{number}", 0, True)(block.address)
        assert block.memory[: layout.state_end] == before, "a hook changes nothing itself"
        self.compiler.hooks.callbacks.raise_problem(block)
        if hook.gives == "set":
            return block.sites(layout.hook_result)
        return bool(found) if hook.gives == "bool" else found

    def python(self, name: str, position: Position, me: int, words: dict[str, int], args: list[Any]) -> Any:
        number = self.numbers[name]
        seen = {word: 1 << site for word, site in words.items() if site >= 0}
        part = Part(origin=seen.get("origin", 0), target=seen.get("target", 0), it=seen.get("it", 0))
        view = View(position, me, part=part, leaving=seen.get("leaving", 0), entering=seen.get("entering", 0))
        given = []
        for takes, arg in zip(self.game.rules.hooks[number].takes, args, strict=True):
            if takes == "site":
                arg = 1 << arg if arg >= 0 else 0
            elif takes == "dir":
                arg = (arg,) if arg >= 0 else ()
            given.append(arg)
        return self.engine.hooks.call(number, view, given)
