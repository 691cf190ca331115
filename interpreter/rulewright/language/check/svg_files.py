"""`outline: FILE.svg`: a drawing beside the game, of which nothing but shapes and their colours is taken over.

Whatever else a browser would draw or do is refused with a reason; what it would not draw (names, notes of an editor) is
left out. Nothing of the file comes into a page but checked paths, numbers and colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as Tree

from ...rules.appearance import OUTLINE_BOX, OutlinePart
from ...source.limits import LIMITS
from ..document.nodes import Scalar
from ..place import place_of
from ..reading import open_at_once, read_at_most
from .outlines import FURTHEST, path_fault
from .world import World

SVG_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\.svg")
_SVG = "{http://www.w3.org/2000/svg}"
_GROUPS = ("svg", "g")
_SHAPES = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon")
_NOTES = ("title", "desc", "metadata")
_EDITORS = ("inkscape", "sodipodi", "sketch", "w3.org/1999/02/22-rdf", "creativecommons", "purl.org")
_COLOURS = ("fill", "stroke")
_NUMBERS = ("stroke-width", "opacity", "fill-opacity", "stroke-opacity")
_WORDS = {
    "fill-rule": ("nonzero", "evenodd"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
}
_COLOUR = re.compile(r"none|currentColor|[a-z]{3,20}|#[0-9a-fA-F]{3,8}|rgb\([0-9 ,.%]+\)")
_NUMBER = re.compile(r"([-+]?(?:[0-9]*\.[0-9]+|[0-9]+\.?)(?:[eE][-+]?[0-9]+)?)(?:px)?")
_TRANSFORM = re.compile(r"(?:(?:translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.eE, \n]+\)[\s,]*)*")
_MOST_ELEMENTS = 500
_TOO_MUCH = (
    f"all drawings of a game have at most {LIMITS.drawings.value} characters, those of the files and of their shapes "
    "with what each has from its groups"
)
_HELP = "draw it with paths, circles, rectangles and lines, filled with plain colours"


class _Refused(Exception):
    """The text says why in a few words."""


def read_svg(world: World, name: Scalar) -> tuple[OutlinePart, ...]:
    """The shapes of the file; none after telling what is wrong with it."""
    game = name.span.source.place  # through `extends` that is the file that names it
    if game is None:
        message = f'a text lies nowhere, so "{name.text}" beside it is not drawn.'
        world.report.warning("display-outline", message, name.span, "save the game beside its drawings")
        return ()
    path = place_of(game.path.parent / name.text).path
    try:
        if not path.is_file():  # asked before opening: some devices act when they are opened
            raise FileNotFoundError
        with open_at_once(path) as stream:
            data = read_at_most(stream, LIMITS.file_bytes.value)
    except (OSError, ValueError):
        message = f'there is no file "{name.text}" beside the game that can be read.'
        world.report.error("display-outline", message, name.span, f"put {name.text} into the folder of the game")
        return ()
    world.drawn += len(data)
    try:
        parts = _parts(data, LIMITS.drawings.value - world.drawn)
    except _Refused as why:
        world.report.error("display-outline", f'"{name.text}" cannot be a piece: {why}.', name.span, _HELP)
        return ()
    world.drawn += sum(map(_size, parts))
    return parts


def _parts(data: bytes, room: int) -> tuple[OutlinePart, ...]:
    if len(data) > LIMITS.file_bytes.value:
        raise _Refused(f"it is larger than {LIMITS.file_bytes.value} bytes")
    if room < 0:
        raise _Refused(_TOO_MUCH)
    if b"<!ENTITY" in data or b"\0" in data:
        raise _Refused("it has entities of its own")
    try:
        root = Tree.fromstring(data)
    except (Tree.ParseError, ValueError, LookupError):
        raise _Refused("it is no XML that can be read") from None
    if root.tag not in ("svg", f"{_SVG}svg"):
        raise _Refused("it does not begin with <svg>")
    if sum(1 for _ in root.iter()) > _MOST_ELEMENTS:
        raise _Refused(f"it has more than {_MOST_ELEMENTS} elements")
    left, top, width, height = _box(root)
    scale = OUTLINE_BOX / max(width, height)
    right, down = (OUTLINE_BOX - scale * width) / 2, (OUTLINE_BOX - scale * height) / 2
    begin = f"translate({right:.4g} {down:.4g}) scale({scale:.6g}) translate({0 - left:.6g} {0 - top:.6g})"
    parts = []
    for part in _drawn(root, begin, FURTHEST / scale):
        room -= _size(part)
        if room < 0:
            raise _Refused(_TOO_MUCH)
        parts.append(part)
    if not parts:
        raise _Refused("nothing is drawn in it")
    return tuple(parts)


def _size(part: OutlinePart) -> int:
    """Characters; what a group says counts for each shape in it, for each is drawn with it."""
    return len(part.path) + len(part.transform) + sum(len(value) for _, value in part.style)


def _box(root: Tree.Element) -> tuple[float, float, float, float]:
    said = root.get("viewBox", "").replace(",", " ").split()
    numbers = [_number("viewBox", each) for each in said] or [
        0.0,
        0.0,
        *(_number(side, root.get(side, "")) for side in ("width", "height")),
    ]
    if len(numbers) != 4 or not all(1e-3 <= side <= 1e5 for side in numbers[2:]):
        raise _Refused('its size is not told: a viewBox has four numbers, such as "0 0 45 45"')
    left, top, width, height = numbers
    return left, top, width, height


def _drawn(root: Tree.Element, begin: str, furthest: float) -> Iterator[OutlinePart]:
    """Shapes from back to front, with what they have from the groups around them."""
    waiting: list[tuple[Tree.Element, str, Mapping[str, str]]] = [(root, begin, {})]
    while waiting:
        element, transform, above = waiting.pop()
        tag = element.tag.removeprefix(_SVG) if isinstance(element.tag, str) else "metadata"
        if tag in _NOTES or any(word in tag for word in _EDITORS):
            continue
        if tag not in (*_GROUPS, *_SHAPES) and not (tag == "defs" and not len(element)):
            raise _Refused(f"it has <{_short(tag)}>, which is not taken over")
        said = _said(element, tag)
        own = said.pop("transform", "")
        if not _TRANSFORM.fullmatch(own.strip()) or any(abs(float(n)) > furthest for n in _NUMBER.findall(own)):
            raise _Refused(f'its transform "{_short(own)}" cannot be read')
        style = {**above, **{key: said[key] for key in (*_COLOURS, *_NUMBERS, *_WORDS) if key in said}}
        place = f"{transform} {own.strip()}".strip()
        if tag in _SHAPES:
            path = _path(tag, element)
            fault = path_fault(path, furthest)
            if fault is not None:
                raise _Refused(f"in <{tag}> {fault[1].rstrip('.')}")
            yield OutlinePart(path, place, tuple(sorted(style.items())))
        waiting.extend((child, place, style) for child in reversed(element))


def _said(element: Tree.Element, tag: str) -> dict[str, str]:
    """What an element says of its looks: attributes, and `style`, which counts more."""
    said: dict[str, str] = {}
    for key, value in element.attrib.items():
        name = key.rpartition("}")[2].lower()
        if name == "href":
            raise _Refused(f"<{tag}> leads elsewhere (href)")
        if name.startswith("on"):
            raise _Refused(f"<{tag}> has code ({_short(name)})")
        if not key.startswith("{"):
            said[key] = value
    for one in said.pop("style", "").split(";"):
        key, _, value = one.partition(":")
        if key.strip():
            said[key.strip()] = value.strip()
    for key, value in said.items():
        if "url(" in value.replace(" ", "").lower():
            raise _Refused(f"the {_short(key)} of <{tag}> leads elsewhere (url)")
        if key in _COLOURS and not _COLOUR.fullmatch(value):
            raise _Refused(f'"{_short(value)}" is no colour of its own, such as "#b03a2e"')
        if key in _NUMBERS:
            _number(key, value)
        if key in _WORDS and value not in _WORDS[key]:
            raise _Refused(f'its {key} is "{_short(value)}"')
    return said


def _path(tag: str, element: Tree.Element) -> str:
    """Any shape as a path."""
    if tag == "path":
        return element.get("d", "").strip().replace("\t", " ").replace("\r", " ")
    if tag in ("polyline", "polygon"):
        points = " ".join(element.get("points", "").replace(",", " ").split())
        return f"M{points}{' Z' if tag == 'polygon' else ''}"

    def n(key: str) -> float:
        return _number(key, element.get(key, "0"))

    if tag == "line":
        return f"M{n('x1'):g} {n('y1'):g} L{n('x2'):g} {n('y2'):g}"
    if tag == "rect":
        x, y, width, height = n("x"), n("y"), n("width"), n("height")
        rx = min(n("rx") or n("ry"), width / 2)
        ry = min(n("ry") or n("rx"), height / 2)
        if not rx or not ry:
            return f"M{x:g} {y:g} h{width:g} v{height:g} h{-width:g} Z"
        flat, steep, turn = width - 2 * rx, height - 2 * ry, f"a{rx:g} {ry:g} 0 0 1"
        return (
            f"M{x + rx:g} {y:g} h{flat:g} {turn} {rx:g} {ry:g} v{steep:g} {turn} {-rx:g} {ry:g} "
            f"h{-flat:g} {turn} {-rx:g} {-ry:g} v{-steep:g} {turn} {rx:g} {-ry:g} Z"
        )
    rx, ry = (n("r"), n("r")) if tag == "circle" else (n("rx"), n("ry"))
    arc = f"a{rx:g} {ry:g} 0 1 0"
    return f"M{n('cx') - rx:g} {n('cy'):g} {arc} {2 * rx:g} 0 {arc} {-2 * rx:g} 0 Z"


def _number(key: str, text: str) -> float:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise _Refused(f'its {key} "{_short(text)}" is no number')
    return float(found[1])


def _short(text: str) -> str:
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= 30 else f"{shown[:30]}…"
