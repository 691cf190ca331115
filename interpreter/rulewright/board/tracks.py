"""Tracks: the ways along which pieces run, sow and slide."""

from __future__ import annotations

from itertools import pairwise

from .board import Track
from .directions import players_named
from .names import SiteNames
from .problems import Collector, Where, shown
from .spec import BoardSpec


def make_tracks(names: SiteNames, spec: BoardSpec, problems: Collector) -> dict[str, Track]:
    """The tracks of a spec, without those that have problems."""
    tracks: dict[str, Track] = {}
    for name, track in spec.tracks.items():
        where = ("tracks", name)
        if isinstance(track.sites, str):
            texts = [((*where, "sites"), track.sites)]
        elif players_named(track.sites, spec.players, where, "track", problems):
            texts = [((*where, player), track.sites[player]) for player in spec.players]
        else:
            continue
        sequences = [_sequence(text, track.closed, names, path, problems) for path, text in texts]
        sound = tuple(sequence for sequence in sequences if sequence is not None)
        if len(sound) == len(sequences):
            tracks[name] = Track(name, track.closed, sound)
    return tracks


def _sequence(text: str, closed: bool, names: SiteNames, where: Where, problems: Collector) -> tuple[int, ...] | None:
    found = names.read(text, where, problems)
    if found is None:
        return None
    track = shown(where[1])
    if len(found) < 2:
        message = f'the track "{track}" needs at least two sites.'
        problems.add("board-track", message, where, "name them in order")
        return None
    for (site, _), (following, span) in pairwise(found):
        if site == following:
            message = f'the track "{track}" names a site twice in a row.'
            problems.add("board-track", message, where, "name it once", span)
            return None
    if closed and found[0][0] == found[-1][0]:
        message = f'the closed track "{track}" ends on the site where it begins.'
        help = "leave the last site out: a closed track goes on by itself"
        problems.add("board-track", message, where, help, found[-1][1])
        return None
    return tuple(site for site, _ in found)


def steps_of(tracks: dict[str, Track]) -> list[tuple[int, int]]:
    """All pairs of sites that follow each other on a track."""
    pairs: list[tuple[int, int]] = []
    for track in tracks.values():
        for sites in track.sequences:
            pairs.extend(pairwise(sites))
            if track.closed:
                pairs.append((sites[-1], sites[0]))
    return pairs
