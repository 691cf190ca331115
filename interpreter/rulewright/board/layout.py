"""A board under construction: what a tiling, a drawing or a list of sites hands to the builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replaced

from .bits import mask_of
from .board import Site

Place = tuple[int, int]


@dataclass(frozen=True)
class Frame:
    """How edges and corners lie round the cells of a tiling, in whole numbers fine enough for all of them."""

    sides: tuple[tuple[str, Place, int, int], ...]
    """Name at the cell, offset of the middle, and the numbers of the two corners at its ends."""
    corners: tuple[tuple[str, Place], ...]
    """Name at the cell and offset."""
    cells_at_corner: int
    pointers: Mapping[Place, int]
    """Offset between touching sites -> direction; offsets that no direction has are missing."""
    straight: bool
    """Whether the lines of the tiling go straight on through its corners (square: yes, hex: no)."""
    scale: tuple[float, float]


@dataclass(frozen=True)
class Upright:
    """A direction from level to level, and the sets of directions that it belongs to."""

    name: str
    table: tuple[int, ...]
    sets: tuple[str, ...]


@dataclass
class Layout:
    """Sites with their compass steps and the facts of the full shape."""

    kind: str
    tiling: str | None
    compass: tuple[str, ...]
    adjacency: str = "any"
    """The default meaning of ``next to``: a direction set, or ``tracks``."""
    main_classes: tuple[str, ...] = ("cell",)
    sites: list[Site] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """Where the main sites are, in the whole numbers of the frame."""
    steps: list[list[int]] = field(default_factory=list)
    rim: int | None = None
    corners: int | None = None
    centre: int | None = None
    sides: tuple[int, ...] | None = None
    points: dict[int, int] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)
    """The sites of each level, from 1; empty on a flat board."""
    upright: list[Upright] = field(default_factory=list)
    """The directions from level to level."""
    corner_up: bool = False
    """Whether hexagons stand on a corner of the board, with a side of each cell at the top."""
    frame: Frame | None = None
    wrap: int = 0
    unbounded: bool = False
    touch: list[dict[int, int]] = field(default_factory=list)
    """For each compass direction: site -> touched site of another class."""
    touching: list[tuple[int, int]] = field(default_factory=list)
    joined: list[tuple[int, int]] = field(default_factory=list)
    """Neighbours of one class that no direction joins, such as two edges that meet at a right angle."""
    hangs_on: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    ends: dict[int, tuple[int, int]] = field(default_factory=dict)
    crossing: dict[int, int] = field(default_factory=dict)
    blocks: dict[int, int] = field(default_factory=dict)
    """For each site that is a block: its cells."""
    counterparts: dict[str, dict[int, int]] = field(default_factory=dict)
    """For each class of blocks: cell -> the block that lies on the board where the cell lies in its own block."""
    own_classes: list[str] = field(default_factory=list)
    """Classes of parts, links and extra sites, in order."""

    def __post_init__(self) -> None:
        self.steps = self.steps or [[] for _ in self.compass]
        self.touch = [{} for _ in self.compass]

    def add(self, site: Site) -> int:
        """Appends a site under the next number, at first without steps."""
        number = len(self.sites)
        self.sites.append(replaced(site, index=number))
        for table in self.steps:
            table.append(-1)
        return number

    def of_class(self, cls: str) -> int:
        return mask_of(site.index for site in self.sites if site.cls == cls)

    def first_and_last(self) -> dict[str, tuple[str, str]]:
        """The first and last name of each main class, for messages."""
        spans: dict[str, tuple[str, str]] = {}
        for site in self.sites:
            if site.cls in self.main_classes:
                spans[site.cls] = (spans.get(site.cls, (site.name, ""))[0], site.name)
        return spans


def missing_a_step(layout: Layout, directions: Iterable[int]) -> int:
    """The rim of the full shape: sites from which one of these directions leads nowhere."""
    return mask_of(site.index for site in layout.sites if any(layout.steps[d][site.index] < 0 for d in directions))


def hull_corners(places: list[Place]) -> int:
    """The extreme sites of a shape: the corners of a string pulled tight round all of them."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    if len(order) < 3:
        return mask_of(order)

    def half(numbers: Iterable[int]) -> list[int]:
        chain: list[int] = []
        for number in numbers:
            while len(chain) >= 2 and _turn(places[chain[-2]], places[chain[-1]], places[number]) <= 0:
                chain.pop()
            chain.append(number)
        return chain

    return mask_of(half(order)) | mask_of(half(reversed(order)))


def _turn(a: Place, b: Place, c: Place) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def nearest_to_middle(places: list[Place], height: int) -> int:
    """The sites nearest to the middle; ``height`` is what a squared step upwards counts against one sideways.

    The middle is the average of all sites; everything is multiplied by their number to stay in whole numbers.
    """
    amount = len(places)
    middle_x, middle_y = sum(x for x, _ in places), sum(y for _, y in places)
    far = [(x * amount - middle_x) ** 2 + height * (y * amount - middle_y) ** 2 for x, y in places]
    least = min(far)
    return mask_of(number for number, distance in enumerate(far) if distance == least)
