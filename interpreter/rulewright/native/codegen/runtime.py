"""Helpers in LLVM assembly that every module has: sets that are too large for registers, counting and choosing bits."""

from __future__ import annotations


def runtime_text(words: int, big: bool, pdep: bool) -> str:
    parts = [_INTRINSICS, _nth_by_depositing(words) if pdep else _NTH_LOOP]
    parts.append(_big(words) if big else _small(words))
    return "\n".join(parts)


_INTRINSICS = """
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare double @llvm.sqrt.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""


def _nth_by_depositing(words: int) -> str:
    """The number of a bit. Where a set is one word, LLVM is told that the set of that site alone is at hand already."""
    known = """
  %place = and i64 %found, 63
  %one = shl i64 1, %place
  %same = icmp eq i64 %one, %bit
  call void @llvm.assume(i1 %same)"""
    return f"""
declare void @llvm.assume(i1)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @nth_bit(i64 %bits, i64 %number) alwaysinline nounwind {{
  %mask = shl i64 1, %number
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %mask, i64 %bits)
  %found = call i64 @llvm.cttz.i64(i64 %bit, i1 {"true" if words == 1 else "false"}){known if words == 1 else ""}
  ret i64 %found
}}
"""


_NTH_LOOP = """
define internal i64 @nth_bit(i64 %bits, i64 %number) nounwind {
entry:
  br label %head
head:
  %rest = phi i64 [ %bits, %entry ], [ %less, %body ]
  %left = phi i64 [ %number, %entry ], [ %fewer, %body ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %end, label %body
body:
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %fewer = sub i64 %left, 1
  br label %head
end:
  %found = call i64 @llvm.cttz.i64(i64 %rest, i1 false)
  ret i64 %found
}
"""


def _small(words: int) -> str:
    wide = f"i{64 * words}"
    lines = []
    if words > 1:
        lines += [f"declare {wide} @llvm.cttz.{wide}({wide}, i1)", f"declare {wide} @llvm.ctpop.{wide}({wide})"]
    lines.append(f"define internal i64 @set_count({wide} %s) alwaysinline nounwind {{")
    lines.append(f"  %n = call {wide} @llvm.ctpop.{wide}({wide} %s)")
    lines.append("  ret i64 %n" if words == 1 else f"  %r = trunc {wide} %n to i64\n  ret i64 %r")
    lines.append("}")
    lines.append(f"define internal i64 @set_first({wide} %s) alwaysinline nounwind {{")
    lines.append(f"  %n = call {wide} @llvm.cttz.{wide}({wide} %s, i1 false)")
    lines.append("  %t = add i64 %n, 0" if words == 1 else f"  %t = trunc {wide} %n to i64")
    lines.append(f"  %e = icmp eq {wide} %s, 0")
    lines.append("  %r = select i1 %e, i64 -1, i64 %t\n  ret i64 %r\n}")
    lines.append(f"declare {wide} @llvm.ctlz.{wide}({wide}, i1)")
    lines.append(f"define internal {wide} @set_until_first({wide} %s) alwaysinline nounwind {{")
    lines.append(f"  %m = sub {wide} %s, 1\n  %r = xor {wide} %s, %m\n  ret {wide} %r\n}}")
    lines.append(f"define internal {wide} @set_from_last({wide} %s) alwaysinline nounwind {{")
    lines.append(f"  %o = or {wide} %s, 1\n  %z = call {wide} @llvm.ctlz.{wide}({wide} %o, i1 true)")
    lines.append(f"  %n = sub {wide} {64 * words - 1}, %z\n  %r = shl {wide} -1, %n\n  ret {wide} %r\n}}")
    lines.append(f"define internal {wide} @set_one(i64 %site) alwaysinline nounwind {{")
    lines.append("  %in = and i64 %site, 63\n  %b = shl i64 1, %in\n  %neg = icmp slt i64 %site, 0")
    lines.append("  %bit = select i1 %neg, i64 0, i64 %b")
    if words == 1:
        lines.append("  ret i64 %bit")
    else:
        lines.append("  %at = ashr i64 %site, 6")
        held = ""
        for number in range(words):
            lines.append(f"  %h{number} = icmp eq i64 %at, {number}")
            lines.append(f"  %w{number} = select i1 %h{number}, i64 %bit, i64 0")
            lines.append(f"  %z{number} = zext i64 %w{number} to {wide}")
            lines.append(f"  %s{number} = shl {wide} %z{number}, {64 * number}")
            if number:
                lines.append(f"  %o{number} = or {wide} {held}, %s{number}")
                held = f"%o{number}"
            else:
                held = "%s0"
        lines.append(f"  ret {wide} {held}")
    lines.append("}")
    lines.append(
        f"define internal i64 @set_nth({wide} %s, i64 %number) {'alwaysinline ' if words == 1 else ''}nounwind {{"
    )
    if words == 1:
        lines.append("  %r = call i64 @nth_bit(i64 %s, i64 %number)\n  ret i64 %r\n}")
        return "\n".join(lines)
    # Which word it is in cannot be foreseen, so all are counted and one is chosen without a jump.
    left, word, start = "%number", "", "0"
    for number in range(words):
        lines.append(f"  %x{number} = lshr {wide} %s, {64 * number}")
        lines.append(f"  %v{number} = trunc {wide} %x{number} to i64")
        if number == 0:
            word = "%v0"
            continue
        lines.append(f"  %c{number} = call i64 @llvm.ctpop.i64(i64 %v{number - 1})")
        lines.append(f"  %t{number} = add i64 {'0' if number == 1 else f'%t{number - 1}'}, %c{number}")
        lines.append(f"  %i{number} = icmp ult i64 %number, %t{number}")
        lines.append(f"  %o{number} = sub i64 %number, %t{number}")
        for name, before, after in (("w", word, f"%v{number}"), ("l", left, f"%o{number}"), ("b", start, 64 * number)):
            lines.append(f"  %{name}{number} = select i1 %i{number}, i64 {before}, i64 {after}, !unpredictable !0")
        left, word, start = f"%l{number}", f"%w{number}", f"%b{number}"
    lines.append(f"  %n = call i64 @nth_bit(i64 {word}, i64 {left})")
    lines.append(f"  %r = add i64 %n, {start}\n  ret i64 %r\n}}\n!0 = !{{}}")
    return "\n".join(lines)


def _loop(words: int, body: str, before: str = "", after: str = "  ret void") -> str:
    """A loop over the words with %i as the number of the word."""
    return f"""entry:
{before}  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
{body}  br label %next
next:
  %j = add i64 %i, 1
  %go = icmp ult i64 %j, {words}
  br i1 %go, label %head, label %end
end:
{after}
}}"""


def _big(words: int) -> str:
    found = []
    for name, combine in (
        ("and", "  %c = and i64 %x, %y\n"),
        ("or", "  %c = or i64 %x, %y\n"),
        ("minus", "  %n = xor i64 %y, -1\n  %c = and i64 %x, %n\n"),
    ):
        body = (
            "  %ap = getelementptr i64, ptr %a, i64 %i\n  %bp = getelementptr i64, ptr %b, i64 %i\n"
            "  %x = load i64, ptr %ap\n  %y = load i64, ptr %bp\n" + combine
            + "  %dp = getelementptr i64, ptr %d, i64 %i\n  store i64 %c, ptr %dp\n"
        )  # fmt: skip
        found.append(
            f"define internal void @big_{name}(ptr noalias %d, ptr %a, ptr %b) nounwind {{\n{_loop(words, body)}"
        )
    size = 8 * words
    found.append(f"""
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal void @big_copy(ptr %d, ptr %a) alwaysinline nounwind {{
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %a, i64 {size}, i1 false)
  ret void
}}
define internal void @big_one(ptr %d, i64 %site) nounwind {{
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 {size}, i1 false)
  %neg = icmp slt i64 %site, 0
  br i1 %neg, label %end, label %put
put:
  %at = lshr i64 %site, 6
  %in = and i64 %site, 63
  %bit = shl i64 1, %in
  %p = getelementptr i64, ptr %d, i64 %at
  store i64 %bit, ptr %p
  br label %end
end:
  ret void
}}""")
    found.append(
        f"define internal i64 @set_count(ptr %a) nounwind {{\nentry:\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %head ]\n  %t = phi i64 [ 0, %entry ], [ %u, %head ]\n"
        "  %p = getelementptr i64, ptr %a, i64 %i\n  %x = load i64, ptr %p\n"
        "  %c = call i64 @llvm.ctpop.i64(i64 %x)\n  %u = add i64 %t, %c\n  %j = add i64 %i, 1\n"
        f"  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %end\nend:\n  ret i64 %u\n}}"
    )
    found.append(
        "define internal i64 @set_first(ptr %a) nounwind {\nentry:\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %next ]\n"
        "  %p = getelementptr i64, ptr %a, i64 %i\n  %x = load i64, ptr %p\n"
        "  %z = icmp ne i64 %x, 0\n  br i1 %z, label %found, label %next\n"
        f"next:\n  %j = add i64 %i, 1\n  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %none\n"
        "none:\n  ret i64 -1\n"
        "found:\n  %b = call i64 @llvm.cttz.i64(i64 %x, i1 true)\n  %k = shl i64 %i, 6\n  %r = add i64 %k, %b\n"
        "  ret i64 %r\n}"
    )
    found.append(
        "define internal i1 @set_some(ptr %a) nounwind {\nentry:\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %head ]\n  %t = phi i64 [ 0, %entry ], [ %u, %head ]\n"
        "  %p = getelementptr i64, ptr %a, i64 %i\n  %x = load i64, ptr %p\n  %u = or i64 %t, %x\n"
        "  %j = add i64 %i, 1\n"
        f"  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %end\nend:\n"
        "  %r = icmp ne i64 %u, 0\n  ret i1 %r\n}"
    )
    found.append(
        "define internal i1 @big_equal(ptr %a, ptr %b) nounwind {\nentry:\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %head ]\n  %t = phi i64 [ 0, %entry ], [ %u, %head ]\n"
        "  %p = getelementptr i64, ptr %a, i64 %i\n  %x = load i64, ptr %p\n"
        "  %q = getelementptr i64, ptr %b, i64 %i\n  %y = load i64, ptr %q\n"
        "  %d = xor i64 %x, %y\n  %u = or i64 %t, %d\n  %j = add i64 %i, 1\n"
        f"  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %end\nend:\n"
        "  %r = icmp eq i64 %u, 0\n  ret i1 %r\n}"
    )
    # Shift up by s bits (down if negative): word i takes from i - s/64 and the one below.
    found.append(
        "define internal void @big_shift(ptr noalias %d, ptr %a, i64 %s) nounwind {\nentry:\n"
        "  %m = ashr i64 %s, 6\n  %f = and i64 %s, 63\n  %g = sub i64 63, %f\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %done ]\n  %lo = sub i64 %i, %m\n  %lower = sub i64 %lo, 1\n"
        f"  %in1 = icmp ult i64 %lo, {words}\n  br i1 %in1, label %get1, label %skip1\n"
        "get1:\n  %p1 = getelementptr i64, ptr %a, i64 %lo\n  %x1 = load i64, ptr %p1\n  %y1 = shl i64 %x1, %f\n"
        "  br label %skip1\n"
        "skip1:\n  %v1 = phi i64 [ 0, %head ], [ %y1, %get1 ]\n"
        f"  %in2 = icmp ult i64 %lower, {words}\n  br i1 %in2, label %get2, label %done\n"
        "get2:\n  %p2 = getelementptr i64, ptr %a, i64 %lower\n  %x2 = load i64, ptr %p2\n  %h2 = lshr i64 %x2, 1\n"
        "  %y2 = lshr i64 %h2, %g\n  br label %done\n"
        "done:\n  %v2 = phi i64 [ 0, %skip1 ], [ %y2, %get2 ]\n  %r = or i64 %v1, %v2\n"
        "  %q = getelementptr i64, ptr %d, i64 %i\n  store i64 %r, ptr %q\n  %j = add i64 %i, 1\n"
        f"  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %end\nend:\n  ret void\n}}"
    )
    found.append(
        "define internal i64 @set_nth(ptr %a, i64 %number) nounwind {\nentry:\n  br label %head\nhead:\n"
        "  %i = phi i64 [ 0, %entry ], [ %j, %next ]\n  %left = phi i64 [ %number, %entry ], [ %less, %next ]\n"
        "  %p = getelementptr i64, ptr %a, i64 %i\n  %x = load i64, ptr %p\n"
        "  %c = call i64 @llvm.ctpop.i64(i64 %x)\n  %in = icmp ult i64 %left, %c\n"
        "  br i1 %in, label %found, label %next\n"
        "next:\n  %less = sub i64 %left, %c\n  %j = add i64 %i, 1\n"
        f"  %go = icmp ult i64 %j, {words}\n  br i1 %go, label %head, label %none\n"
        "none:\n  ret i64 -1\nfound:\n  %b = call i64 @nth_bit(i64 %x, i64 %left)\n  %k = shl i64 %i, 6\n"
        "  %r = add i64 %k, %b\n  ret i64 %r\n}"
    )
    return "\n".join(found)
