"""Playing without people: random games, playouts, perft, and what came of many games."""
