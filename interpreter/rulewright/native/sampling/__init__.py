"""Turns without lists: drawing one at random, counting them all."""
