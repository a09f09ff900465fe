"""Translate the seats, cards and continents of a rule test to another setting and back."""

from collections.abc import Iterable, Mapping

from tests.games.world_dominance.settings import Setting, turned_names, turned_titles
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES

ALLY = "ally"  # a variant
SEATS_IN_ALLY_GAME = {  # by the test's number of players; seats 0 and 2 are players', 1 and 3 their Allies'
    "their_ally": {2: (0, 2), 3: (0, 2, 3), 4: (0, 1, 2, 3)},
    "own_ally": {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)},
}
WITH_SEAT, WITH_CARD, WITH_REGION = ("name", "revive"), ("card", "run", "draw"), ("region", "continent dice")


class Seating:
    """Mapping between the seats of the test and those of the setting.

    `there` maps seats of the test to those of the setting, and `back` the other way. `allies` are seats of Allies that
    replace players of the test. `bystanders` are players that the test does not mention, and `absent` are seats of the
    test that the setting does not have.
    """

    def __init__(self, players: int, is_ally_game: bool, setting: Setting) -> None:
        self.own_each = 2 if is_ally_game else 1  # seats per player at the test's own table
        self.own_seats = players * self.own_each
        in_allies = setting.variant in SEATS_IN_ALLY_GAME
        each = 2 if in_allies else 1
        self.seats = setting.players * each
        assert in_allies or not is_ally_game, "a test about Allies needs the Ally game"
        seats_there: Iterable[int] = range(self.own_seats)
        if in_allies and not is_ally_game:
            seats_there = SEATS_IN_ALLY_GAME[setting.variant][players]
        elif setting.between and self.seats > self.own_seats:
            seats_there = (0, *range(self.seats - self.own_seats + 1, self.seats))
        turned = setting.first * each
        self.there = {own: (there + turned) % self.seats for own, there in enumerate(seats_there) if there < self.seats}
        self.back = {there: own for own, there in self.there.items()}
        self.allies = {there for there in self.back if there % 2} if in_allies and not is_ally_game else set()
        self.bystanders = [] if in_allies else [seat for seat in range(self.seats) if seat not in self.back]
        self.absent = [own for own in range(self.own_seats) if own not in self.there]

    def to_setting(self, own: int) -> int:
        """Return the seat in the setting; fail if it is absent."""
        assert own in self.there, (
            f"the sentence names seat {own}, absent from a table of {self.seats}; see applicability.toml"
        )
        return self.there[own]

    def player(self, seat: int) -> int:
        """Return the test's player for this seat of the setting."""
        return self.back[seat] // self.own_each

    def offset_to_setting(self, seat: int, own_offset: int) -> int:
        """Return the offset in the setting for an offset of the test, both from this seat of the setting."""
        there = self.to_setting((self.back[seat] + own_offset) % self.own_seats)
        return (there - seat) % self.seats

    def offset_back(self, seat: int, offset: int) -> int | None:
        """Return the test's offset for this offset of the setting, or None for a bystander."""
        there = (seat + offset) % self.seats
        return (self.back[there] - self.back[seat]) % self.own_seats if there in self.back else None


class Translator:
    """Translates actions, outcomes, cards and continents between the test and the setting."""

    def __init__(self, seating: Seating, turned: int) -> None:
        self.seating = seating
        self.titles, self.names = turned_titles(turned), turned_names(turned)
        self._titles_back = {there: own for own, there in self.titles.items()}
        self.names_back = {there: own for own, there in self.names.items()}

    def to_setting(self, text: str, seat: int) -> str:
        """Translate a text of the test for a seat of the setting."""
        verb, rest = _split(text)
        if verb in WITH_SEAT and rest.startswith("+"):
            return f"{verb} +{self.seating.offset_to_setting(seat, int(rest))}"
        return _renamed(verb, rest, text, self.titles, self.names)

    def text_back(self, text: str, seat: int) -> str | None:
        """Translate a text of the setting for one of its seats; return None if it names a bystander."""
        verb, rest = _split(text)
        if verb in WITH_SEAT and rest.startswith("+"):
            offset = self.seating.offset_back(seat, int(rest))
            return None if offset is None else f"{verb} +{offset}"
        return _renamed(verb, rest, text, self._titles_back, self.names_back)

    def own_titles(self, titles: Iterable[str]) -> list[str]:
        """Return these cards with the test's titles, in geostrategic order."""
        return sorted((self._titles_back[title] for title in titles), key=CARD_TITLES.index)

    def own_sets(self, sets: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Return sets of cards by continent, each in the order in which its cards lie."""
        return {self.names_back[name]: [self._titles_back[card] for card in cards] for name, cards in sets.items()}


def _renamed(verb: str, rest: str, text: str, titles: Mapping[str, str], names: Mapping[str, str]) -> str:
    if verb in WITH_CARD:
        return f"{verb} {titles.get(rest, rest)}"
    return f"{verb} {names.get(rest, rest)}" if verb in WITH_REGION else text


def _split(text: str) -> tuple[str, str]:
    """Split a text into verb and object; `continent dice` is a verb of two words."""
    for verb in (*WITH_SEAT, *WITH_CARD, *WITH_REGION):
        if text.startswith(f"{verb} "):
            return verb, text.removeprefix(f"{verb} ")
    return text, ""
