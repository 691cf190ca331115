def largest(view, stones):
    """The stones of the largest island."""
    best = 0
    left = [site for site in range(view.n) if stones >> site & 1]
    while left:
        island = [left.pop()]
        for site in island:
            for near in [other for other in left if view.near(site) >> other & 1]:
                left.remove(near)
                island.append(near)
        best = max(best, len(island))
    return best
