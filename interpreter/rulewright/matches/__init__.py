"""Playing programs against each other: many games, fairly seated, and what their results prove."""
