"""Objects of WebAssembly linked, and run where there is node. What comes out is known from the text of the program."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.native.codegen import wasm
from rulewright.native.codegen.wasm_linker import STACK, Unlinkable, link

NODE = shutil.which("node")
# Data of two sizes, a pointer in data, functions by address, a variable on the stack.
PROGRAM = """
@row = internal constant [4 x i64] [i64 11, i64 22, i64 33, i64 44], align 64
@odd = internal constant [3 x i8] c"\\05\\06\\07"
@to_row = internal global ptr getelementptr (i8, ptr @row, i32 16)
@ways = internal constant [2 x ptr] [ptr @twice, ptr @thrice]
define internal i64 @twice(i64 %n) noinline { %r = mul i64 %n, 2
  ret i64 %r }
define internal i64 @thrice(i64 %n) noinline { %r = mul i64 %n, 3
  ret i64 %r }
define i64 @entry_of(i32 %i) { %p = getelementptr i64, ptr @row, i32 %i
  %r = load i64, ptr %p
  ret i64 %r }
define i64 @byte_of(i32 %i) { %p = getelementptr i8, ptr @odd, i32 %i
  %b = load i8, ptr %p
  %r = zext i8 %b to i64
  ret i64 %r }
define i64 @pointed() { %p = load volatile ptr, ptr @to_row
  %r = load i64, ptr %p
  ret i64 %r }
define i64 @by_address(i32 %way, i64 %n) { %p = getelementptr ptr, ptr @ways, i32 %way
  %f = load ptr, ptr %p
  %r = call i64 %f(i64 %n)
  ret i64 %r }
define i64 @by_number(i64 %place, i64 %n) { %f = inttoptr i64 %place to ptr
  %r = call i64 %f(i32 0, i64 %n)
  ret i64 %r }
define i64 @on_the_stack(i64 %n) { %room = alloca [8 x i64]
  %p = getelementptr i64, ptr %room, i64 %n
  store volatile i64 %n, ptr %p
  %r = load volatile i64, ptr %p
  ret i64 %r }
"""
EXPORTED = ("entry_of", "byte_of", "pointed", "by_address", "by_number", "on_the_stack")
RUN = """
const { readFileSync } = require("fs");
const [file, pages, place] = process.argv.slice(1);
const memory = new WebAssembly.Memory({ initial: Number(pages) });
WebAssembly.instantiate(readFileSync(file), { env: { memory } }).then(({ instance: { exports: f } }) => {
  const said = [0, 1, 2, 3].map((i) => f.entry_of(i)).concat([0, 1, 2].map((i) => f.byte_of(i)),
    [f.pointed(), f.by_address(0, 7n), f.by_address(1, 7n), f.by_number(BigInt(place), 7n), f.on_the_stack(5n)]);
  console.log(JSON.stringify(said.map(Number)));
});
"""


def _object(text: str) -> bytes:
    return wasm._object([text], [wasm._Recipe(careful=True, unrolled=True)])


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_data_functions_and_the_stack_are_where_they_are_looked_for(tmp_path: Path) -> None:
    linked = link(_object(PROGRAM), EXPORTED)
    (tmp_path / "module.wasm").write_bytes(linked.module)
    arguments = [str(tmp_path / "module.wasm"), str(linked.free >> 16), str(linked.places["by_address"])]
    run = subprocess.run([NODE or "", "-e", RUN, *arguments], capture_output=True, text=True, timeout=60, check=True)
    # `by_number` calls `by_address` with the first way, which doubles.
    assert json.loads(run.stdout) == [11, 22, 33, 44, 5, 6, 7, 33, 14, 21, 14, 5]


def test_the_stack_lies_in_front_of_the_data_and_the_rest_is_free() -> None:
    linked = link(_object(PROGRAM), EXPORTED)
    assert linked.module[:8] == b"\0asm\1\0\0\0"
    assert linked.free > STACK
    assert linked.free % (1 << 16) == 0
    assert sorted(linked.places.values()) == list(range(1, len(EXPORTED) + 1))  # no function has the number 0


def test_what_nobody_defines_is_named() -> None:
    text = "declare i64 @elsewhere(i64)\ndefine i64 @f(i64 %n) { %r = call i64 @elsewhere(i64 %n)\n ret i64 %r }"
    with pytest.raises(Unlinkable, match="nobody defines elsewhere"):
        link(_object(text), ["f"])
    data = "@far = external global i64\ndefine i64 @f() { %r = load i64, ptr @far\n ret i64 %r }"
    with pytest.raises(Unlinkable, match="nobody defines far"):
        link(_object(data), ["f"])


def test_a_function_that_is_not_there_is_named() -> None:
    with pytest.raises(Unlinkable, match="there is no g"):
        link(_object("define i64 @f() { ret i64 1 }"), ["f", "g"])


def test_anything_else_is_no_object() -> None:
    with pytest.raises(Unlinkable, match="no object"):
        link(b"\x7fELF and more", [])


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_two_words_are_shifted_as_one(tmp_path: Path) -> None:
    """LLVM calls functions of ours for shifts by a number that it does not know."""
    text = """
define i64 @part(i64 %low, i64 %high, i64 %by, i64 %way, i64 %which) {
  %l = zext i64 %low to i128
  %h0 = zext i64 %high to i128
  %h = shl i128 %h0, 64
  %both = or i128 %l, %h
  %n = zext i64 %by to i128
  %up = shl i128 %both, %n
  %down = lshr i128 %both, %n
  %is = icmp ne i64 %way, 0
  %found = select i1 %is, i128 %up, i128 %down
  %w = mul i64 %which, 64
  %w2 = zext i64 %w to i128
  %moved = lshr i128 %found, %w2
  %r = trunc i128 %moved to i64
  ret i64 %r
}
"""
    linked = link(_object(text), ["part"])
    (tmp_path / "module.wasm").write_bytes(linked.module)
    low, high, mask = 0x0123456789ABCDEF, 0xFEDCBA9876543210, 2**64 - 1
    cases = [(by, way, which) for by in (0, 1, 31, 63, 64, 65, 100, 127) for way in (0, 1) for which in (0, 1)]
    script = f"""
    const {{ readFileSync }} = require("fs");
    const memory = new WebAssembly.Memory({{ initial: {linked.free >> 16} }});
    WebAssembly.instantiate(readFileSync({str(tmp_path / "module.wasm")!r}), {{ env: {{ memory }} }}).then(
      ({{ instance: {{ exports }} }}) => console.log(JSON.stringify({json.dumps(cases)}.map(([by, way, which]) => (
        BigInt.asUintN(64, exports.part({low}n, {high}n, BigInt(by), BigInt(way), BigInt(which))).toString())))));
    """
    run = subprocess.run([NODE or "", "-e", script], capture_output=True, text=True, timeout=60, check=True)
    whole = high << 64 | low
    expected = [(whole << by if way else whole >> by) >> 64 * which & mask for by, way, which in cases]
    assert [int(found) for found in json.loads(run.stdout)] == expected
