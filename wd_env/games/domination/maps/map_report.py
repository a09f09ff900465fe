"""The report of `wd map`: properties, groups, countries, missions and notes."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import mean

from wd_env.errors import listed
from wd_env.games.domination.maps.border_graph import undirected
from wd_env.games.domination.maps.deck import NO_TARGET, SYMBOLS, Mission
from wd_env.games.domination.maps.map_catalogue import Map, load_map
from wd_env.games.domination.maps.map_file import closed_regions_text
from wd_env.games.domination.starting_armies import MAX_SEATS, MIN_SEATS, starting_armies
from wd_env.spec.game_tools import NAMED_VALUES, MapReader, ReportTable

ONE_WAY = ">"  # after a neighbour without a border back
MAX_CARDS = 4  # of a country that are listed one by one


@dataclass(frozen=True)
class MapOptions:
    """The options of a report."""

    cards: str | None = None
    """Another deck: a file, the name of a bundled one, or `generated`."""
    borders: str | None = None
    """A border set of a bundled map."""
    strict: bool = False
    """Reject what is otherwise only noted."""
    symmetrise: bool = False
    """Add the opposite direction to one-way borders."""


@dataclass(frozen=True)
class MapReport:
    """The report of a map."""

    map: Map

    def report_tables(self) -> Mapping[str, ReportTable]:
        """Return the tables by title; missions and notes only if there are any."""
        sheets = {"Map": self._summary_table(), "Groups": self._groups(), "Countries": self._countries()}
        if self.map.deck.missions:
            sheets["Missions"] = self._missions()
        if self.map.warnings:
            sheets["Notes"] = ReportTable(("note",), tuple((note,) for note in self.map.warnings))
        return sheets

    def draw(self) -> bytes:
        """Return the image of the map as a PNG; MissingExtra if pygame (extra `render`) is not installed."""
        from wd_env.games.domination.picture.draw import draw_map
        from wd_env.rendering.canvas import png

        return png(draw_map(self.map))

    def _summary_table(self) -> ReportTable:
        degrees = [len(ends) for ends in self.map.borders]
        one_way = sum(start not in self.map.borders[end] for start, end in self.map.border_pairs)
        seats = range(MIN_SEATS, MAX_SEATS + 1)
        armies = ", ".join(str(starting_armies(len(degrees), players)) for players in seats)
        return ReportTable(
            NAMED_VALUES,
            (
                ("name", self.map.name),
                ("countries", len(degrees)),
                ("groups", len(self.map.groups)),
                ("borders", (sum(degrees) - one_way) // 2),
                ("one-way borders", one_way),
                *(
                    ("cannot be entered", text.partition(" cannot")[0])
                    for text in closed_regions_text(self.map.borders)
                ),
                (
                    "neighbours of a country",
                    f"{min(degrees)} to {max(degrees)}, mean {mean(degrees):.2f}",
                ),
                ("deck", self._deck()),
                ("missions", len(self.map.deck.missions)),
                (f"armies of each seat at the start, for {seats[0]} to {seats[-1]} seats", armies),
                ("digest", self.map.digest),
            ),
        )

    def _deck(self) -> str:
        if not self.map.deck.cards:
            return "no cards"
        *counts, wildcards = self.map.deck.counts
        count_texts = [f"{count} {symbol}" for symbol, count in zip(SYMBOLS, counts, strict=False)]
        return ", ".join([*count_texts, f"{wildcards} wildcard{'s' * (wildcards != 1)}"])

    def _groups(self) -> ReportTable:
        head = ("number", "group", "bonus", "countries", "inside", "outward", "entry countries")
        rows = []
        for number, (group, size) in enumerate(zip(self.map.groups, self.map.sizes, strict=True)):
            inside, outward, entries = self._borders_of(number)
            entry_text = listed((place + 1 for place in entries), len(entries))
            rows.append((number + 1, group.title, group.bonus, size, inside, outward, entry_text))
        return ReportTable(head, tuple(rows), numeric_columns=(0, 2, 3, 4, 5))

    def _borders_of(self, group: int) -> tuple[int, int, list[int]]:
        """Return the borders within a group and across its edge, and its countries with the latter."""
        near = undirected(self.map.borders)
        members = {place for place, country in enumerate(self.map.countries) if country.group == group}
        across = {place: near[place] - members for place in sorted(members)}
        inside = sum(len(near[place] & members) for place in members) // 2
        return inside, sum(map(len, across.values())), [place for place, others in across.items() if others]

    def _countries(self) -> ReportTable:
        head = ("number", "country", "group", "card", "degree", "borders on")
        rows = [
            (number, country.title, country.group + 1, self._card(number - 1), len(ends), self._neighbours(number - 1))
            for number, (country, ends) in enumerate(zip(self.map.countries, self.map.borders, strict=True), 1)
        ]
        return ReportTable(head, tuple(rows), numeric_columns=(0, 2, 4))

    def _card(self, place: int) -> str:
        return listed((SYMBOLS[card.symbol] for card in self.map.deck.cards if card.country == place), MAX_CARDS)

    def _neighbours(self, start: int) -> str:
        ends = self.map.borders[start]
        return ", ".join(f"{end + 1}{ONE_WAY * (start not in self.map.borders[end])}" for end in ends)

    def _missions(self) -> ReportTable:
        missions = enumerate(self.map.deck.missions, 1)
        rows = tuple((number, mission_goal(mission), mission.text) for number, mission in missions)
        return ReportTable(("number", "asks for", "in the words of the file"), rows, numeric_columns=(0,))


def mission_goal(mission: Mission) -> str:
    """Return the goal of a mission, by the numbers of the file; `else` precedes the alternative to a removal."""
    removal = [] if mission.target == NO_TARGET else [f"seat {mission.target + 1} removed"]
    least = f" with {mission.armies} armies" if mission.armies > 1 else ""
    countries = [f"{mission.countries} countries{least}"] if mission.countries else []
    groups = [f"group {group + 1}" for group in mission.groups]
    groups += [f"{mission.groups_in_all} groups in all"] if mission.groups_in_all else []
    return ", else ".join(filter(None, (*removal, *countries, ", ".join(groups))))


def read(source: str, choices: MapOptions) -> MapReport:
    """Read a map file or a bundled map; raises the same errors as `load_map`."""
    return MapReport(load_map(source, choices.cards, choices.borders, choices.strict, choices.symmetrise))


MAP_READER = MapReader(MapOptions, read)
