"""The decision of a seat and the position around it, for help texts."""

from dataclasses import dataclass
from typing import Any

from wd_env.games.world_dominance.definitions.names import CARDS, CONSTANT, PACK, QUIZ, REGION_NAMES, STRATEGIC_POINT
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.games.world_dominance.rules.holdings import count_cards, is_closed
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.titles import Titles, titles_of
from wd_env.text.seat_names import NUMBERED, SeatNames


@dataclass(frozen=True)
class HelpContext:
    """The current decision as seen by the seat that must make it."""

    s: Any  # the state
    titles: Titles
    public_only: bool = False  # whether to leave out the seat's private knowledge
    names: SeatNames = NUMBERED  # names of the seats in sentences

    @classmethod
    def of_table(
        cls, table: WorldDominanceTable, public_only: bool = False, names: SeatNames = NUMBERED
    ) -> "HelpContext":
        """Return the context of the seat to move."""
        return cls(table.state, titles_of(table.config), public_only, names)

    def seat(self, places: int) -> int:
        """Return the seat at this offset clockwise."""
        return int((self.s.seat + places) % self.s.seats)

    def call(self, seat: int) -> str:
        """Return the name of this seat in sentences."""
        return self.names.seat(seat)

    def title(self, card: int) -> str:
        """Return the title of a Continent Card with its continent, and whether it is a Strategic Point."""
        region = REGION_NAMES[self.s.card_region[card]]
        point = "Strategic Point, " if self.s.card_kind[card] & STRATEGIC_POINT else ""
        return f"{self.titles.card(card)} ({point}{region})"

    def holding_text(self, seat: int, card: int) -> str:
        """Return the seat's cards in the continent of this card: `3 of Asia`."""
        region = self.s.card_region[card]
        return f"{count_cards(self.s, seat, region)} of {REGION_NAMES[region]}"

    def army(self, seat: int) -> str:
        """Return seat and soldiers: `seat 2 (7 soldiers)`, `seat 1 (your Ally, 5 soldiers)`."""
        owner = self.s.owner[seat]
        mine = owner == self.s.owner[self.s.seat] and seat != self.s.seat
        whose = f"your {'own piece' if self.s.home_seat[owner] == seat else 'Ally'}, " if mine else ""
        return f"{self.call(seat)} ({whose}{soldiers_text(self.s.army[seat])})"

    def in_pack(self, region: int) -> list[int]:
        """Return the number of cards of a region in the World Pack."""
        return [c for c in range(CARDS) if self.s.card_at[c] == PACK and self.s.card_region[c] == region]

    def prices(self, region: int) -> str:
        """Return the price range of a drawn card: `1 to 3 soldiers`."""
        prices = [self.s.card_cost[card] for card in self.in_pack(region)]
        low, high = min(prices), max(prices)
        return soldiers_text(high) if low == high else f"{low} to {soldiers_text(high)}"

    def recruits(self, number: int) -> str:
        """Return the number of these soldiers that the Garrison can give."""
        return soldiers_text(min(number, self.s.garrison))

    def landing(self, seat: int, place: int) -> str:
        """Return a space by name, and what is there in addition to its instructions."""
        name = self.titles.space(place)
        if is_closed(self.s, self.s.space_region[place]):
            return f"{name}, which is closed"
        occupants = [
            other
            for other in range(self.s.seats)
            if other != seat and is_awake(self.s, other) and self.s.place[other] == place
        ]
        if not occupants:
            return name
        return f"{name}, trespassing: one soldier each to {self.names.seats(occupants)}"

    def danger(self, price: int) -> str:
        """Return a warning if paying these soldiers may leave none."""
        return "; it may cost your last soldier and put you out" if self.s.army[self.s.seat] <= price else ""

    def dearest(self, region: int) -> int:
        """Return the highest price of a region with cards in the World Pack."""
        return max(int(self.s.card_cost[card]) for card in self.in_pack(region))

    def odds(self, title: int) -> str:
        """Return the probability that the seat's answer is right, by its private knowledge."""
        if self.public_only or self.s.knowledge_model == QUIZ:
            return "only you know whether you can"
        if self.s.knowledge_model == CONSTANT:
            return f"right {self.s.percent_right} times in 100"
        knows = self.s.knows[self.s.owner[self.s.seat]] >> title & 1
        percent = self.s.percent_known if knows else self.s.percent_unknown
        return f"you {'know' if knows else 'do not know'} it, right {percent} times in 100"

    def reserves(self) -> str:
        """Return the soldiers of a reinforcement that the Garrison can give."""
        return self.recruits(RESERVES)


def soldiers_text(number: int) -> str:
    """Return `1 soldier`, `2 soldiers`."""
    return f"{number} soldier" if number == 1 else f"{number} soldiers"


def turns_text(number: int) -> str:
    """Return `1 turn`, `2 turns`."""
    return f"{number} turn" if number == 1 else f"{number} turns"
