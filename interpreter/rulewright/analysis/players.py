"""Who plays with whom, and who against."""

from __future__ import annotations

from ..rules.game import Rules


def mates(rules: Rules, player: int) -> frozenset[int]:
    """A player and those of the same team."""
    name = rules.players[player].team
    others = (number for number, other in enumerate(rules.players) if name is not None and other.team == name)
    return frozenset({player, *others})


def enemies(rules: Rules) -> tuple[frozenset[int], ...]:
    """For each player all who are of no team of his."""
    everybody = frozenset(range(len(rules.players)))
    return tuple(everybody - mates(rules, player) for player in range(len(rules.players)))
