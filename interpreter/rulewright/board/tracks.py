"""Tracks: the ways along which pieces run, sow and slide."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from .board import Track
from .directions import players_named
from .names import LONGEST_LIST, SiteNames
from .problems import Collector, Where, shown
from .spec import BoardSpec


def make_tracks(names: SiteNames, spec: BoardSpec, problems: Collector) -> dict[str, Track]:
    """The tracks of a spec, without those that have problems."""
    tracks: dict[str, Track] = {}
    named = 0
    for name, track in spec.tracks.items():
        where = ("tracks", name)
        if isinstance(track.sites, str):
            texts = [((*where, "sites"), track.sites)]
        elif players_named(track.sites, spec.players, where, "track", problems, ("sites", "closed")):
            texts = [((*where, player), track.sites[player]) for player in spec.players]
        else:
            continue
        closed = track.closed
        if not isinstance(closed, Mapping):
            ends: list[bool | str] = [closed] * len(texts)
        elif players_named(closed, spec.players, (*where, "closed"), "track", problems):
            ends = [closed[player] for player in spec.players]
            texts = texts if len(texts) == len(ends) else texts * len(ends)
        else:
            continue
        found = [_sequence(text, end, names, path, problems) for (path, text), end in zip(texts, ends, strict=True)]
        named += sum(len(way[0]) for way in found if way is not None)
        if named > LONGEST_LIST:  # a few letters may name thousands of sites, and there may be hundreds of tracks
            message = f"the tracks of this board name more than {LONGEST_LIST:,} sites."
            problems.add("board-limit", message, where, "let tracks be fewer, or shorter")
            return tracks
        sound = [way for way in found if way is not None]
        if len(sound) == len(found):
            tracks[name] = Track(name, tuple(loop for _, loop in sound), tuple(sites for sites, _ in sound))
    return tracks


def _sequence(
    text: str, closed: bool | str, names: SiteNames, where: Where, problems: Collector
) -> tuple[tuple[int, ...], int] | None:
    """The sites of a track, and the place that follows the last one, or -1."""
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
    sites = tuple(site for site, _ in found)
    loop = 0 if closed else -1
    if isinstance(closed, str):
        entry = names.find(closed)
        if entry is None or sites.count(entry) != 1:
            often = "more than once" if entry in sites else "nowhere"
            message = f'the track "{track}" comes to "{shown(closed)}" {often}, so I cannot tell where it closes.'
            help = 'write "closed: yes" for a ring, or the site of the track that follows its last one'
            problems.add("board-track", message, (*where[:2], "closed", *where[2:]), help)
            return None
        loop = sites.index(entry)
    if loop >= 0 and sites[loop] == sites[-1]:
        message = f'the closed track "{track}" ends on the site where it begins.'
        help = "leave the last site out: a closed track goes on by itself"
        problems.add("board-track", message, where, help, found[-1][1])
        return None
    return sites, loop


def steps_of(tracks: dict[str, Track]) -> list[tuple[int, int]]:
    """All pairs of sites that follow each other on a track."""
    pairs: list[tuple[int, int]] = []
    for track in tracks.values():
        for sites, loop in zip(track.sequences, track.loops, strict=True):
            pairs.extend(pairwise(sites))
            if loop >= 0:
                pairs.append((sites[-1], sites[loop]))
    return pairs
