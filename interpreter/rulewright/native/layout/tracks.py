"""Tracks in the kernel: rows of sites, one for each track and player, in common tables."""

from __future__ import annotations

from ...board import mask_of
from ..ir import INT, Builder, Ex, k
from ..lowering_part import Lowering


class Tracks(Lowering):
    """A row is the track's number times the players plus the player."""

    def setup(self) -> None:
        starts: list[int] = []
        lengths: list[int] = []
        loops: list[int] = []
        sites: list[int] = []
        occurrence_starts: list[int] = []
        occurrence_counts: list[int] = []
        occurrences: list[int] = []
        for track in self.board.tracks.values():
            for player in range(self.players):
                sequence = track.sites_for(player)
                starts.append(len(sites))
                lengths.append(len(sequence))
                loops.append(track.loop_for(player))
                sites.extend(sequence)
                for site in range(self.n):
                    places = track.occurrences(site, player)
                    occurrence_starts.append(len(occurrences))
                    occurrence_counts.append(len(places))
                    occurrences.extend(places)
        self._rows = [sites[start : start + length] for start, length in zip(starts, lengths, strict=True)]
        self._loop_of_row = loops
        self._leads_in = max(loops, default=0) > 0
        self.any = bool(starts)
        if self.any:
            table = self.unit.table
            self._starts = table("track_start", 32, starts)
            self._lengths = table("track_length", 32, lengths)
            self._loops = table("track_loop", 16, loops)
            self._sites = table("track_sites", 16, sites)
            self._occurrence_starts = table("place_start", 32, occurrence_starts)
            self._occurrence_counts = table("place_count", 16, occurrence_counts)
            self._occurrences = table("places", 16, occurrences or [0])

    def sites_of(self, row: int) -> list[int]:
        return self._rows[row]

    def is_ring(self, row: int) -> bool:
        return self._loop_of_row[row] == 0

    def is_road(self, row: int) -> bool:
        """Whether a track has two ends and comes to no site twice."""
        sites = self._rows[row]
        return self._loop_of_row[row] < 0 and len(set(sites)) == len(sites)

    def place_on_road(self, row: int, site: Ex) -> Ex:
        """The place of a site; below 0 if it is not on the road."""
        sites = self._rows[row]
        places = [sites.index(number) if number in sites else -1 for number in range(self.n)]
        return k.look(self.unit.table(f"place_on_{row}", 16, places), site)

    def site_on_road(self, row: int, place: Ex) -> Ex:
        return k.look(self.unit.table(f"road_{row}", 16, self._rows[row]), place)

    def length(self, row: Ex) -> Ex:
        return k.look(self._lengths, row)

    def is_closed(self, row: Ex) -> Ex:
        """Whether the last place is followed by another."""
        return self.loop(row).ge(0)

    def loop(self, row: Ex) -> Ex:
        """The place that follows the last one, or -1."""
        return k.look(self._loops, row)

    def turns_back_to(self, row: Ex) -> Ex:
        """Where the loop of a closed track begins; nothing is looked up where all are rings or have two ends."""
        return self.loop(row) if self._leads_in else k.num(0)

    def occurrences(self, row: Ex, site: Ex) -> Ex:
        return k.look(self._occurrence_counts, row * self.n + site)

    def occurrence(self, row: Ex, site: Ex, number: Ex) -> Ex:
        return k.look(self._occurrences, k.look(self._occurrence_starts, row * self.n + site) + number)

    def at(self, row: Ex, place: Ex) -> Ex:
        return k.look(self._sites, k.look(self._starts, row) + place)

    def first(self, row: Ex, amount: Ex) -> Ex:
        """The first sites of a track, so many."""
        longest = max(len(sites) for sites in self._rows)
        masks = [mask_of(sites[:count]) for sites in self._rows for count in range(longest + 1)]
        within = k.select(amount.lt(0), 0, k.select(amount.gt(longest), longest, amount))
        return k.look_set(self.unit.table("first_of_track", 0, masks), row * (longest + 1) + within)

    def step(self, f: Builder, row: Ex, begin: Ex, steps: Ex, against: bool) -> Ex:
        """One step on from `steps` steps behind `begin`: the new number of steps, -1 off the track, -2 all round."""

        def write(g: Builder) -> None:
            given, start, made = g.params
            following = g.let(made + 1)
            length = g.let(self.length(given))
            loop = g.let(self.turns_back_to(given))
            with g.when(k.both(self.is_closed(given), start.ge(loop))):
                g.ret(k.select(following.lt(length - loop), following, -2))
            if self._leads_in and not against:
                with g.when(self.is_closed(given)):
                    g.ret(k.select((start + following).lt(length), following, -2))
            place = g.let(start - following if against else start + following)
            g.ret(k.select(k.both(place.ge(0), place.lt(length)), following, -1))

        params = [("row", INT), ("begin", INT), ("steps", INT)]
        name = "track_back" if against else "track_on"
        return f.call(
            self.unit.function(("track", against), name, params, INT, write, "along a track"), row, begin, steps
        )

    def site(self, row: Ex, begin: Ex, steps: Ex, against: bool) -> Ex:
        length, loop = self.length(row), self.turns_back_to(row)
        if against:
            place = begin - steps
            return self.at(row, k.select(k.both(begin.ge(loop), place.lt(loop)), place + length - loop, place))
        place = begin + steps
        return self.at(row, k.select(place.lt(length), place, place - length + loop))
