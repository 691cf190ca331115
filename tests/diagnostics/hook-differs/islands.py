def in_one(view, stones):
    """Forgets that stones may touch at a corner."""
    found = stones & -stones
    while True:
        grown = found
        for site in range(view.n):
            if found >> site & 1:
                for direction in (0, 2, 4, 6):
                    near = view.next(direction, site)
                    if near >= 0:
                        grown |= 1 << near & stones
        if grown == found:
            return found == stones
        found = grown
