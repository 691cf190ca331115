"""SIMD bit sets and flood fill on a torus: one number for each row of bits, worked on all at once."""

from __future__ import annotations

from ..ir.expressions import Moves, Steps


def torus_declarations(side: int) -> str:
    rows = _rows(side)
    return f"declare {rows} @llvm.fshl.v{side}i{side}({rows}, {rows}, {rows})"


def _rows(side: int) -> str:
    return f"<{side} x i{side}>"


def torus_text(number: int, side: int, steps: Steps) -> str:
    """One step from a set, the flood of a set, and whether a flood meets a set, as functions of this number."""
    rows, name = _rows(side), f"torus_{number}"
    parts = [_core(name, side, steps), _step(name, rows), _flood(name, side, rows), _meets(name, side, rows)]
    return "\n".join(parts)


def _splat(side: int, value: int) -> str:
    return "<" + ", ".join(f"i{side} {value}" for _ in range(side)) + ">"


class _Lines:
    """Lines of a function that works on rows."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.rows = _rows(side)
        self.lines: list[str] = []

    def op(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def join(self, one: str, other: str, how: str = "or") -> str:
        return self.op(f"{how} {self.rows} {one}, {other}")

    def outside(self, value: str) -> str:
        return self.join(value, _splat(self.side, -1), "xor")

    def columns_on(self, value: str, columns: int) -> str:
        """All sites so many columns on."""
        columns %= self.side
        if not columns:
            return value
        shape = f"{self.rows} {value}, {self.rows} {value}, {self.rows} {_splat(self.side, columns)}"
        return self.op(f"call {self.rows} @llvm.fshl.v{self.side}i{self.side}({shape})")

    def rows_on(self, value: str, rows: int) -> str:
        """All sites so many rows on."""
        if not rows % self.side:
            return value
        order = ", ".join(f"i32 {(lane - rows) % self.side}" for lane in range(self.side))
        return self.op(f"shufflevector {self.rows} {value}, {self.rows} poison, <{self.side} x i32> <{order}>")

    def moved(self, values: list[tuple[int, int, str]]) -> str:
        """Sets that are each moved by columns and rows, joined: those that move by as many rows do it together."""
        by_row: dict[int, str] = {}
        for column, row, value in values:
            turned = self.columns_on(value, column)
            by_row[row] = self.join(by_row[row], turned) if row in by_row else turned
        found = ""
        for row, value in sorted(by_row.items()):
            there = self.rows_on(value, row)
            found = self.join(found, there) if found else there
        return found


def _core(name: str, side: int, steps: Steps) -> str:
    lines = _Lines(side)
    found = lines.moved([(column, row, "%x") for column, row in steps])
    head = f"define internal {lines.rows} @{name}_next({lines.rows} %x) alwaysinline nounwind {{"
    return "\n".join([head, *lines.lines, f"  ret {lines.rows} {found}", "}"])


def walk_text(number: int, side: int, moves: Moves) -> str:
    """What any number of moves leads to from some sites, by what a set holds around each site."""
    rows, before = _rows(side), _Lines(side)
    seen: dict[tuple[int, bool], str] = {}

    def held(place: int, wanted: bool) -> str:
        """The sites that have something at a place around them, or have nothing there."""
        if (place, True) not in seen:
            row, column = place // 3 - 1, place % 3 - 1
            seen[place, True] = before.rows_on(before.columns_on("%h", -column), -row)
        if (place, wanted) not in seen:
            seen[place, wanted] = before.outside(seen[place, True])
        return seen[place, wanted]

    allowed = []
    for column, row, cases in moves:
        found = ""
        for care, values in cases:
            fits = ""
            for place in range(9):
                if care >> place & 1:
                    here = held(place, bool(values >> place & 1))
                    fits = before.join(fits, here, "and") if fits else here
            fits = fits or _splat(side, -1)
            found = before.join(found, fits) if found else fits
        allowed.append((column, row, found))
    inside = _Lines(side)
    inside.lines = [""] * len(before.lines)  # so that names go on where they ended
    going = [(column, row, inside.join("%fresh", sites, "and")) for column, row, sites in allowed]
    near = inside.moved(going)
    body = "\n".join([line for line in inside.lines if line])
    return f"""define internal void @walk_{number}(ptr %d, ptr %held, ptr %start) noinline nounwind {{
entry:
  %h = load {rows}, ptr %held, align 8
  %s = load {rows}, ptr %start, align 8
{chr(10).join(before.lines)}
  br label %head
head:
  %found = phi {rows} [ %s, %entry ], [ %more, %head ]
  %fresh = phi {rows} [ %s, %entry ], [ %new, %head ]
{body}
  %not = xor {rows} %found, {_splat(side, -1)}
  %new = and {rows} {near}, %not
  %more = or {rows} %found, %new
{_is_some(side, rows, "%new", "go")}  br i1 %go, label %head, label %end
end:
  %rest = xor {rows} %s, {_splat(side, -1)}
  %r = and {rows} %more, %rest
  store {rows} %r, ptr %d, align 8
  ret void
}}"""


def _step(name: str, rows: str) -> str:
    return f"""define internal void @{name}_step(ptr %d, ptr %a) noinline nounwind {{
  %x = load {rows}, ptr %a, align 8
  %r = call {rows} @{name}_next({rows} %x)
  store {rows} %r, ptr %d, align 8
  ret void
}}"""


def _is_some(side: int, rows: str, value: str, name: str) -> str:
    """Lines that make %name true if any bit of a value is set."""
    return (
        f"  %{name}_rows = icmp ne {rows} {value}, zeroinitializer\n"
        f"  %{name}_bits = bitcast <{side} x i1> %{name}_rows to i{side}\n"
        f"  %{name} = icmp ne i{side} %{name}_bits, 0\n"
    )


def _flood(name: str, side: int, rows: str) -> str:
    everything = _splat(side, -1)
    return f"""define internal void @{name}_flood(ptr %d, ptr %within, ptr %seeds) noinline nounwind {{
entry:
  %w = load {rows}, ptr %within, align 8
  %s = load {rows}, ptr %seeds, align 8
  %first = and {rows} %w, %s
  br label %head
head:
  %found = phi {rows} [ %first, %entry ], [ %more, %head ]
  %fresh = phi {rows} [ %first, %entry ], [ %new, %head ]
  %near = call {rows} @{name}_next({rows} %fresh)
  %in = and {rows} %near, %w
  %not = xor {rows} %found, {everything}
  %new = and {rows} %in, %not
  %more = or {rows} %found, %new
{_is_some(side, rows, "%new", "go")}  br i1 %go, label %head, label %end
end:
  store {rows} %more, ptr %d, align 8
  ret void
}}"""


def _meets(name: str, side: int, rows: str) -> str:
    everything = _splat(side, -1)
    return f"""define internal i1 @{name}_meets(ptr %within, ptr %start, ptr %goal) noinline nounwind {{
entry:
  %w = load {rows}, ptr %within, align 8
  %s = load {rows}, ptr %start, align 8
  %g = load {rows}, ptr %goal, align 8
  br label %head
head:
  %found = phi {rows} [ %s, %entry ], [ %more, %next ]
  %fresh = phi {rows} [ %s, %entry ], [ %new, %next ]
  %near = call {rows} @{name}_next({rows} %fresh)
  %in = and {rows} %near, %w
  %not = xor {rows} %found, {everything}
  %new = and {rows} %in, %not
  %more = or {rows} %found, %new
  %out = xor {rows} %more, {everything}
  %missing = and {rows} %g, %out
{_is_some(side, rows, "%missing", "left")}  br i1 %left, label %next, label %end
next:
{_is_some(side, rows, "%new", "go")}  br i1 %go, label %head, label %end
end:
  %r = xor i1 %left, true
  ret i1 %r
}}"""
