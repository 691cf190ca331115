"""Search that runs natively: one program for every game, which finds its way in a game's block by the layout."""
