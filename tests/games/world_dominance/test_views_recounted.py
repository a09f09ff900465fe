"""Every feature of an observation, computed a second time from the saved table, in random positions."""

import random

import pytest

from tests.games.world_dominance.random_positions import random_position
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    CARDS,
    DECK,
    OPPOSITE,
    PACK,
    PIECES,
    REGIONS,
    SEATS,
    SPACE_NAMES,
    THEMES,
)
from wd_env.games.world_dominance.observation.layout import ARMY_STEPS, LAYOUT
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import all_tables
from wd_env.spec.game_spec import PLAYER

POSITIONS, ANSWERS = 1, 5
PLACES = 37  # the ring and Antarctica
TITLES = THEMES + 2
CONTINENT = SPACE_NAMES.index("continent")


def one_hot(size, place):
    """Return a list of 0 with a 1 at this index, if it is in range."""
    return [int(number == place) for number in range(size)]


def bits(number, size):
    """Return the lowest bits."""
    return [(number >> place) & 1 for place in range(size)]


class Seen:
    """The expected observation of a table by seat `me`, from the saved fields."""

    def __init__(self, fields, me):
        self.f, self.me = fields, me
        self.seats = range(fields["seats"])
        self.round = [(me + places) % fields["seats"] for places in self.seats]
        self.is_decision = NODES[fields["node"]].kind == PLAYER
        self.asked = NODES[fields["node"]].name

    def by_seat(self, of, absent=0):
        """Return a number for each seat, the observer first."""
        return [of(seat) for seat in self.round] + [absent] * (SEATS - len(self.seats))

    def at(self, name):
        """Return the seat in this field, one-hot."""
        seat = self.f[name]
        return self.by_seat(lambda other: int(other == seat))

    def held(self, holder, region):
        """Return how many cards of a region a holder has."""
        f = self.f
        return sum(f["card_at"][c] == holder and f["card_region"][c] == region for c in range(CARDS))

    def laid(self, seat, region):
        """Return how many of these are out of play."""
        f = self.f
        mine = [c for c in range(CARDS) if f["card_at"][c] == seat and f["card_region"][c] == region]
        return sum(f["in_set"][c] != 0 for c in mine)

    def has_point(self, seat, region):
        """Return whether the seat has the Strategic Point of the region."""
        return region != ANTARCTICA and self.f["card_at"][self.f["strategic_point"][region]] == seat

    def is_set(self, seat, region):
        """Return whether the seat's cards of the region count as a set."""
        f, held = self.f, self.held(seat, region)
        if f["closed"] == region and not f["closed_sets_count"] and not f["sets_before_closure"] >> seat & 1:
            return False
        if region == ANTARCTICA:
            return held == 5 and f["antarctica_counts"] == 1
        stacked = self.has_point(seat, region) and f["in_set"][f["strategic_point"][region]] == 1
        five = f["set_cards"] == 5 and self.has_point(seat, region) and (held == 5 or (stacked and held >= 5))
        return five or held == 10

    def here(self):
        """Return the region of the Continent Space of the observer and its opposite, or an empty list."""
        place = self.f["place"][self.me]
        if self.f["space_kind"][place] != CONTINENT:
            return []
        return [self.f["space_region"][place], OPPOSITE[self.f["space_region"][place]]]

    def is_secret(self):
        """Return whether another player has drawn a theme and not read it out."""
        f = self.f
        is_drawn = f["theme"] < THEMES and f["tested"] >= SEATS
        return is_drawn and f["owner"][f["asker"]] != f["owner"][self.me]

    def people(self):
        """Return the features of players: who sits where, with what."""
        f, own = self.f, self.f["owner"][self.me]
        place = [one_hot(PLACES, f["place"][seat]) for seat in self.round]
        return {
            "decision": one_hot(LAYOUT.by_name["decision"].size, f["node"] if self.is_decision else -1),
            "current_seat": self.at("seat"),
            "players": one_hot(4, f["players"] - 2),
            "own_seats": self.by_seat(lambda seat: int(f["owner"][seat] == own)),
            "allies": self.by_seat(lambda seat: int(f["home_seat"][f["owner"][seat]] != seat)),
            "in_play": self.by_seat(lambda seat: f["in_play"][seat]),
            "army": self.by_seat(lambda seat: min(f["army"][seat], 100)),
            "army_at_least": [[int(f["army"][seat] >= step) for step in ARMY_STEPS] for seat in self.round],
            "ice_turns": self.by_seat(lambda seat: f["ice_turns"][seat]),
            "reinforcements": self.by_seat(lambda seat: f["reinforcements"][seat]),
            "on_turn": self.at("turn"),
            "piece": [one_hot(PIECES, f["piece"][seat]) for seat in self.round],
            "place": place,
            "pre_set_paid": [bits(f["pre_set_paid"][seat], REGIONS) for seat in self.round],
            "setup_rank": self.by_seat(lambda seat: f["setup_rank"][seat]),
            "khyber_pass": self.at("khyber_at"),
            "pardon": self.at("pardon_at"),
            "after_six": self.by_seat(lambda seat: (f["after_six"] >> seat) & 1),
            "last_throw": one_hot(6, f["last_throw"] - 1),
            "last_thrower": self.at("last_thrower") if f["last_throw"] else [0] * SEATS,
        }

    def cards(self):
        """Return the features of cards: who holds them, and which count."""
        f, me, regions = self.f, self.me, range(REGIONS)
        goes_on = f["set_cards"] == 10 or f["sets_to_win"] > 1
        return {
            "cards": [[int(f["card_at"][card] == seat) for card in range(CARDS)] for seat in self.round],
            "cards_in_region": [[self.held(seat, region) for region in regions] for seat in self.round],
            "own_at_least": [[int(self.held(me, region) > n) for n in range(5)] for region in regions],
            "strategic_points": [[int(self.has_point(seat, region)) for region in regions] for seat in self.round],
            "in_set": [int(where != 0) for where in f["in_set"]],
            "laid_in_region": [[self.laid(seat, region) for region in regions] for seat in self.round],
            "own_loose": [self.held(me, region) - self.laid(me, region) for region in regions],
            "sets": self.by_seat(lambda seat: sum(self.is_set(seat, region) for region in regions)),
            "stack_paid": [bits(f["stack_paid"][seat] * goes_on, REGIONS) for seat in self.round],
            "set_paid": [bits(f["set_paid"][seat] * goes_on, REGIONS) for seat in self.round],
            "sets_to_win": one_hot(4, f["sets_to_win"] - 1),
            "ten_cards": int(f["set_cards"] == 10),
            "antarctica_counts": f["antarctica_counts"],
            "antarctica_done": f["antarctica_done"],
            "stacking": f["stacking"],
            "in_pack": [int(holder == PACK) for holder in f["card_at"]],
            "pack_in_region": [self.held(PACK, region) for region in regions],
            "own_run_marks": [(marks >> me) & 1 for marks in f["run_marks"]],
        }

    def board(self):
        """Return the features of the board and the things next to it."""
        f, here = self.f, self.here()
        across = [place for place in range(PLACES) if f["space_kind"][place] == CONTINENT]
        across = [place for place in across if here and f["space_region"][place] == here[1]]
        on_it = any(f["place"][seat] in across for seat in self.seats)
        left = -(-f["closure_remaining"] // f["seats"])
        return {
            "current_region": one_hot(REGIONS, here[0] if here else -1),
            "cards_here": [self.held(self.me, region) for region in here] or [0, 0],
            "point_here": [int(self.has_point(self.me, region)) for region in here] or [0, 0],
            "pack_here": [self.held(PACK, region) for region in here] or [0, 0],
            "opposite_occupied": int(on_it and f["jetstream_trespass"] == 1),
            "garrison": min(f["garrison"], 100),
            "rsz": min(f["rsz"], 100),
            "closed": one_hot(REGIONS, f["closed"]),
            "closure_remaining": left,
            "purgadies_remaining": f["purgadies_remaining"],
            "revival_done": f["revival_done"],
            "death_done": f["death_done"],
            "turn_sixes": f["turn_sixes"],
            "rounds": min(f["turn_number"] // f["players"], 127),
        }

    def packs(self):
        """Return the features of unseen cards, and of the titles that the observer knows."""
        f, own = self.f, self.f["owner"][self.me]
        unseen = [int(place == 0) for place in f["theme_place"]]
        if self.is_secret() and f["theme_unseen"] > 0:
            unseen[f["theme"]] = 1
        return {
            "manoeuvre_unseen": [int(place == 0) for place in f["manoeuvre_place"]],
            "manoeuvre_queue": [place if place <= DECK else 0 for place in f["manoeuvre_place"]],
            "theme_unseen": unseen,
            "own_titles_read": bits(f["knowledge_drawn"][own], TITLES),
            "own_titles_known": bits(f["knows"][own], TITLES),
        }

    def matter(self):
        """Return the features of the current mechanism."""
        f, own, note = self.f, self.f["owner"][self.me], self.f["note"]
        is_shown = f["theme"] < TITLES and not self.is_secret()
        tested = f["tested"] < SEATS and f["owner"][f["tested"]] == own
        colour = {"gain_card": note, "concede": note, "pre_set_claim": note % 8, "stack_set": note % 8}
        on_continent, on_ice = self.asked == "continent", self.asked == "exchange"
        return {
            "drawn_card": one_hot(DECK, f["drawn_card"]),
            "drawer": self.at("drawer"),
            "target": self.at("target"),
            "offered_card": one_hot(CARDS, f["offered_card"]),
            "wanted_card": one_hot(CARDS, f["wanted_card"]),
            "destination": one_hot(PLACES, f["destination"]),
            "asker": self.at("asker"),
            "tested": self.at("tested"),
            "theme": one_hot(TITLES, f["theme"] if is_shown else -1),
            "knows_title": int(is_shown and tested and bool(f["knows"][own] >> f["theme"] & 1)),
            "purgadies": one_hot(6, f["purgadies"]),
            "dice_region": one_hot(REGIONS, colour.get(self.asked, -1)),
            "arrival": [on_continent * (note & 1), on_continent * (note >> 1 & 1), on_ice * (note >> 2 & 1)],
        }

    def everything(self):
        """Return all features by name, with absent seats as rows of 0."""
        seen = self.people() | self.cards() | self.board() | self.packs() | self.matter()
        for name, value in seen.items():
            shape = LAYOUT.by_name[name].shape
            if len(shape) == 2:
                seen[name] = [*value, *[[0] * shape[1]] * (shape[0] - len(value))]
        return seen


@pytest.mark.parametrize(("row", "players"), list(all_tables()), ids=lambda value: str(getattr(value, "title", value)))
@pytest.mark.parametrize("deal", range(3))
def test_every_feature_matches_the_saved_table(row, players, deal):
    rng = random.Random(f"{row.title} {players} {deal}")
    new = WorldDominance(Config.of(**row.options(players)), chance="explicit")
    for table in [new, *(random_position(rng, row, players) for _ in range(POSITIONS))]:
        for _ in range(ANSWERS):
            assert set(table.mask()) <= {0, 1}
            fields = table.to_json()["state"]["fields"]
            for seat in range(fields["seats"]):
                view = table.view(seat)
                seen = Seen(fields, seat).everything()
                assert {piece.name: view.feature(piece.name) for piece in LAYOUT.features} == seen
            if table.is_terminal:
                break
            table.play(rng.choice(table.legal_texts()))
