"""What the game Hive asks of Python."""


def one_hive(view, pieces):
    """The one-hive rule: do these sites hang together?

    `pieces` is a set of sites as a whole number: bit 5 says that site 5 belongs to it.
    """
    found = pieces & -pieces  # begin with any one piece
    waiting = found
    while waiting:
        piece = waiting & -waiting
        waiting ^= piece
        neighbours = view.near(piece.bit_length() - 1) & pieces & ~found
        found |= neighbours
        waiting |= neighbours
    return found == pieces
