"""What the game Hive asks of Python: the one-hive rule in one pass, and the Universal Hive Protocol."""

_last_hive = {}  # the pinned sites of the hive that was asked about last: every piece of a position asks the same


def one_hive(view, pieces):
    """The one-hive rule: does the hive stay in one piece while `origin` is in the air?

    `pieces` is a set of sites as a whole number: bit 5 says that site 5 belongs to it. It lacks the lifted piece.
    """
    origin = view.origin
    lifted = origin >= 0 and not pieces >> origin & 1  # else it stood on another piece, which stays
    hive = pieces | (1 << origin if lifted else 0)
    if (view.n, hive) not in _last_hive:
        _last_hive.clear()
        _last_hive[view.n, hive] = _pinned(view, hive)
    pinned, whole = _last_hive[view.n, hive]
    if lifted and not whole:  # torn before, which no game leads to: whole again if the piece lay apart
        return _pinned(view, pieces)[1]
    return whole and not (lifted and pinned >> origin & 1)


def _pinned(view, hive):
    """The articulation points of the hive (sites that hold it together), and whether it is in one piece at all.

    One depth-first walk: a site is pinned if some part hanging on it reaches no further up than the site itself.
    """
    if not hive:
        return 0, True
    root = (hive & -hive).bit_length() - 1
    order = {root: 0}  # when a site was first met
    low = {root: 0}  # the earliest site its part reaches
    pinned = 0
    root_parts = 0
    path = [(root, -1, view.near(root) & hive)]
    while path:
        site, parent, left = path.pop()
        if left:
            bit = left & -left
            near = bit.bit_length() - 1
            path.append((site, parent, left ^ bit))
            if near not in order:
                order[near] = low[near] = len(order)
                path.append((near, site, view.near(near) & hive))
            elif near != parent:
                low[site] = min(low[site], order[near])
        elif parent >= 0:
            low[parent] = min(low[parent], low[site])
            if parent == root:
                root_parts += 1
            elif low[site] >= order[parent]:
                pinned |= 1 << parent
    if root_parts > 1:
        pinned |= 1 << root
    return pinned, len(order) == hive.bit_count()


# ---------------------------------------------------------------- Universal Hive Protocol
# wS1 is White's first spider, in the order of placement. A move names the piece and where it goes: "wS1 -bQ" is left
# of the black queen, "bQ-" right of it, "/bQ" below left, "bQ/" above right, "\bQ" above left, "bQ\" below right,
# and "wB1 bQ" on top of it. The first move has no reference; "pass" is a pass.

_LETTERS = {
    "queen": "Q",
    "beetle": "B",
    "grasshopper": "G",
    "spider": "S",
    "ant": "A",
    "ladybug": "L",
    "mosquito": "M",
    "pillbug": "P",
}
_ALONE = ("queen", "ladybug", "mosquito", "pillbug")  # there is one each, so they carry no number
# Where the reference piece is, seen from the site meant, and how that is written.
_SIDES = {"e": "-{}", "w": "{}-", "ne": "/{}", "sw": "{}/", "se": "\\{}", "nw": "{}\\"}


def _hive(view):
    """Who stands where, bottom first, and how many of each piece have been placed; found by following the game."""
    placed = {}
    stacks = {}

    def name(player, kind):
        placed[player, kind] = placed.get((player, kind), 0) + 1
        number = "" if kind in _ALONE else str(placed[player, kind])
        return player[0] + _LETTERS[kind] + number

    for site in sorted(view.start):
        stacks[site] = [name(player, kind) for player, kind in view.start[site]]
    for move in view.played:
        if move.target < 0:
            continue
        piece = stacks[move.origin].pop() if move.origin >= 0 else name(move.player, move.kind)
        stacks.setdefault(move.target, []).append(piece)
    return {site: stack for site, stack in stacks.items() if stack}, placed


def _name_of(move, stacks, placed):
    if move.origin >= 0:
        return stacks[move.origin][-1]
    number = "" if move.kind in _ALONE else str(placed.get((move.player, move.kind), 0) + 1)
    return move.player[0] + _LETTERS[move.kind] + number


def _references(view, stacks, move):
    """Every correct way to say where a move goes, the one to print first."""
    without = dict(stacks)
    if move.origin >= 0:
        without[move.origin] = stacks[move.origin][:-1]
    if without.get(move.target):
        yield without[move.target][-1]
    sides = [(written, view.next(toward, move.target)) for toward, written in _SIDES.items()]
    for written, site in sides:
        for piece in reversed(without.get(site, ())):
            yield written.format(piece)
    for written, site in sides:
        if site == move.origin:
            yield written.format(stacks[site][-1])  # some name the piece itself, where it was


def uhp_format(view, moves):
    stacks, placed = _hive(view)
    texts = []
    for move in moves:
        if move.target < 0:
            texts.append("pass")
            continue
        reference = next(_references(view, stacks, move), None)
        name = _name_of(move, stacks, placed)
        texts.append(f"{name} {reference}" if reference else name)
    return texts


def uhp_parse(view, text, moves):
    """The number of the move a text means, whichever neighbour it names; None if it means none."""
    stacks, placed = _hive(view)
    words = text.split()
    for number, move in enumerate(moves):
        if move.target < 0:
            if words == ["pass"]:
                return number
            continue
        if not words or words[0] != _name_of(move, stacks, placed):
            continue
        spelled = list(_references(view, stacks, move))
        if (len(words) == 1 and not spelled) or (len(words) == 2 and words[1] in spelled):
            return number
    return None
