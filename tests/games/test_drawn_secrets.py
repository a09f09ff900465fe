"""Hidden information is resampled from all possibilities, each with the probability that these tests count."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from tests.games.domination.map_texts import SMALL, SMALL_DECK, write
from tests.games.domination.tables import possible
from tests.games.samples import all_samples, samples_of
from tests.toy_game import CARDS, EVEN, NO_PLEDGE, PLEDGE
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import CAPITAL_GAME, DECK, HANDS
from wd_env.games.domination.position import position as domination
from wd_env.games.domination.table import Domination, DominationTable
from wd_env.games.world_dominance.cards.pack_order import unseen_cards
from wd_env.games.world_dominance.definitions.names import THEMES
from wd_env.games.world_dominance.position import position as world_dominance
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

DRAWS = 20  # samples per possibility, and at least FEWEST in total
FEWEST = 600
HIGH = 5  # standard deviations of chi-square that do not occur at random


@dataclass(frozen=True)
class Case:
    """A table, the viewer, a function that reads a resampled state, and the weight of each possible result."""

    table: Table
    viewer: int
    read: Callable[[Any], Any]
    ways: Counter[Any]

    def check(self) -> None:
        drawn = self.drawn()
        assert set(drawn) == set(self.ways), "expected every possible result and no other"
        total, draws = self.ways.total(), drawn.total()
        expected = {way: draws * weight / total for way, weight in self.ways.items()}
        square = sum((drawn[way] - number) ** 2 / number for way, number in expected.items())
        free = max(len(expected) - 1, 1)
        assert square < free + HIGH * (2 * free) ** 0.5 + HIGH, (square, free)

    def drawn(self) -> Counter[Any]:
        view = self.table.view(self.viewer)
        streams = np.random.default_rng(7)
        draws = max(FEWEST, DRAWS * len(self.ways))
        return Counter(self.read(view.resample(streams)) for _ in range(draws))


# Missions of Domination


def mission_game(players: int, first: int, seed: int) -> DominationTable:
    """Return a game with armies on the map in which the first seat places the new armies of its first turn."""
    table = Domination(Config(num_players=players, game_type="mission", auto_place="all"), chance=EXPLICIT)
    table.play(f"seat {first}")
    rng = random.Random(seed)
    while table.node.name != "place":
        table.play(rng.choice(possible(table)))
    return table


def missions_of(*seats: int) -> Callable[[Any], tuple[int, ...]]:
    return lambda state: tuple(state.mission[seat] for seat in seats)


def in_deal(players: int) -> list[int]:
    """Return the missions of the classic deck: eight that name no seat, then one against each seat."""
    return list(range(8 + players))


def any_missions(table: DominationTable, viewer: int) -> Case:
    """Return the case of two others' missions: any, different from each other and from the viewer's."""
    players = table.state.seats
    others = [seat for seat in range(players) if seat != viewer]
    left = [mission for mission in in_deal(players) if mission != table.state.mission[viewer]]
    pair = (others[0], others[-1]) if len(others) > 1 else (others[0],)
    return Case(table, viewer, missions_of(*pair), Counter(permutations(left, len(pair))))


@pytest.mark.parametrize(("players", "viewer"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (6, 5)])
def test_a_mission_of_another_seat_is_any_that_the_viewer_has_not(players, viewer):
    any_missions(mission_game(players, first=(viewer + 1) % players, seed=players), viewer).check()


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_while_missions_are_drawn_only_seats_that_have_one_get_another(viewer):
    table = Domination(Config(num_players=3, game_type="mission"), chance=EXPLICIT)
    for text in ("seat 0", "mission 1", "mission 9"):
        table.play(text)
    own = {0: 0, 1: 8}.get(viewer)
    left = [mission for mission in in_deal(3) if mission != own]
    others = [seat for seat in (0, 1) if seat != viewer]
    Case(table, viewer, missions_of(*others), Counter(permutations(left, len(others)))).check()
    assert table.view(viewer).resample(np.random.default_rng(1)).mission[2] == table.state.mission[2]


def small_table(folder: Any, deck: str = SMALL_DECK, **options: Any) -> DominationTable:
    """Return a table on the map of six countries with its deck, after the first seat was sampled."""
    table = Domination(Config(map=str(write(folder, SMALL, deck)), **options), chance=EXPLICIT)
    table.play("seat 0")
    return table


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_the_last_free_mission_may_be_with_each_other_seat(tmp_path, viewer):
    table = small_table(tmp_path, num_players=3, game_type="mission")
    for text in ("mission 1", "mission 2", "mission 3"):
        table.play(text)
    others = [seat for seat in range(3) if seat != viewer]
    left = [mission for mission in range(3) if mission != viewer]
    Case(table, viewer, missions_of(*others), Counter(permutations(left))).check()


def in_attacks(missions: tuple[int, ...], **more: Any) -> DominationTable:
    """Return an attack by seat 0, which holds Australia and South America (no mission); seat 1 holds Africa."""
    return domination({0: range(1, 25), 1: range(25, 31)}, at="attack", num_players=3, game_type="mission",
                      missions=missions, armies={12: 9}, **more)  # fmt: skip


def test_a_goal_that_the_seat_on_turn_has_reached_is_not_its_mission():
    table = in_attacks((9, 1, 10))
    held = {place for place, seat in enumerate(table.state.holder) if seat == 0}
    assert len(held) == 24
    reached = {number for number in in_deal(3) if table.state.mission_countries[number] == 24
               and table.state.mission_target[number] in (6, 0)}  # fmt: skip
    groups = [{i for i, of in enumerate(table.state.group_of) if of == group} for group in range(6)]
    for number in in_deal(3):
        wanted = [i for i in range(6) if table.state.mission_groups[number * 6 + i]]
        in_all = table.state.mission_group_count[number]
        whole = [i for i in range(6) if groups[i] <= held]
        if in_all and set(wanted) <= set(whole) and len(whole) >= in_all:
            reached.add(number)
    assert 7 in reached
    ways = [(one, other) for one, other in permutations(in_deal(3), 2) if one not in reached and other != one]
    ways = [pair for pair in ways if 9 not in pair]  # the viewer's mission is number 10
    Case(table, 2, missions_of(0, 1), Counter(ways)).check()


def test_whoever_is_asked_whether_to_go_on_has_reached_its_goal():
    held = [country for country in range(1, 25) if country != 21]
    table = domination({0: held, 1: [42]}, {12: 9}, at="attack", num_players=3, game_type="mission",
                       missions=(8, 2, 3), continue_after_win="ask")  # fmt: skip
    for text in ("country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0"):
        table.play(text)
    assert table.node.name == "continue"
    Case(table, 2, missions_of(0), Counter([(3,), (7,), (8,)])).check()  # groups, 24 countries, 24 instead of itself


def test_who_has_removed_a_seat_had_not_its_removal_for_a_mission():
    table = domination({0: range(1, 20), 2: range(20, 43)}, at="begin", num_players=3, game_type="mission",
                       missions=(1, 2, 3), removed_by={1: 0})  # fmt: skip
    left = [number for number in in_deal(3) if number != 2]
    against_1 = table.state.mission_target.index(1)
    ways = [pair for pair in permutations(left, 2) if pair[0] != against_1]
    Case(table, 2, missions_of(0, 1), Counter(ways)).check()


# Cards and capitals of Domination


def where_cards_are(state: Any) -> tuple[int, ...]:
    return tuple(state.card_at)


def hands(unknown: list[int], sizes: dict[int, int]) -> Iterable[dict[int, int]]:
    """Return every distribution of these cards with the given hand sizes; the rest is in the deck."""
    if not sizes:
        yield dict.fromkeys(unknown, DECK)
        return
    (seat, size), *others = sizes.items()
    for chosen in combinations(unknown, size):
        for rest in hands([card for card in unknown if card not in chosen], dict(others)):
            yield {**dict.fromkeys(chosen, HANDS + seat), **rest}


def card_ways(table: DominationTable, viewer: int) -> list[tuple[int, ...]]:
    at = table.state.card_at
    unknown = [card for card, place in enumerate(at) if place == DECK or (place >= HANDS and place != HANDS + viewer)]
    sizes = {seat: at.count(HANDS + seat) for seat in range(table.state.seats) if seat != viewer}
    return [tuple(way.get(card, place) for card, place in enumerate(at)) for way in hands(unknown, sizes)]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_cards_of_others_are_any_that_are_not_seen(tmp_path, viewer):
    path = write(tmp_path, SMALL, SMALL_DECK)
    table = domination({0: [1, 2], 1: [3, 4]}, num_players=3, map=str(path), at="attack", used_cards=["card 6"],
                       hands={0: ["card 1"], 1: ["card 2", "wildcard"], 2: ["card 3"]})  # fmt: skip
    Case(table, viewer, where_cards_are, Counter(card_ways(table, viewer))).check()


@pytest.mark.parametrize("trade_mode", ["kinds", "exact"])
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_whoever_is_asked_for_a_set_has_one(tmp_path, viewer, trade_mode):
    path = write(tmp_path, SMALL, SMALL_DECK)
    table = domination({0: [1, 2], 1: [3, 4]}, num_players=3, map=str(path), turn=1, trade_mode=trade_mode,
                       hands={0: ["card 1"], 1: ["card 2", "card 4", "wildcard"]})  # fmt: skip
    assert (table.node.name, table.seat) == ("trade", 1)
    ways = [way for way in card_ways(table, viewer) if viewer == 1 or has_set(table.state, way, 1)]
    Case(table, viewer, where_cards_are, Counter(ways)).check()


def has_set(state: Any, where: tuple[int, ...], seat: int) -> bool:
    """Return whether there are three equal or three different cards; a wildcard counts as any card."""
    symbols = [state.card_symbol[card] for card, place in enumerate(where) if place == HANDS + seat]
    return any(3 in three or len(set(three)) in (1, 3) for three in combinations(symbols, 3))


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_capital_that_nobody_has_seen_is_any_country_of_its_seat(viewer):
    table = Domination(Config(num_players=3, game_type="capital", auto_place="all"), chance=EXPLICIT)
    rng = random.Random(1)
    while table.node.name != "capital" or table.state.capital.count(1000) > 4:
        table.play(rng.choice(possible(table)))
    chosen = [seat for seat in range(3) if table.state.capital[seat] != 1000]
    assert len(chosen) == 2
    others = [seat for seat in chosen if seat != viewer]
    own = [[place for place, holder in enumerate(table.state.holder) if holder == seat] for seat in others]
    Case(table, viewer, lambda state: tuple(state.capital[seat] for seat in others), Counter(product(*own))).check()
    state = table.view(viewer).resample(np.random.default_rng(3))
    assert state.game_type == CAPITAL_GAME
    table.game.check_state(state)


def test_a_capital_takes_as_many_cards_out_of_the_deck_as_everybody_saw(tmp_path):
    deck = SMALL_DECK.replace("Infantry 1\n", "").replace("Cavalry 2\n", "Cavalry 2\nCannon 2\n")
    table = small_table(tmp_path, deck, num_players=2, game_type="capital")
    for country in (1, 4, 2, 5, 3, 6):
        table.play(f"country {country}")
    while table.node.name != "capital":
        table.play(table.legal_texts()[0])
    table.play("country 2")  # the two cards of country 2 leave the deck; country 1 has none, country 3 one
    assert Case(table, 1, lambda state: state.capital[0], Counter([1])).drawn().keys() == {1}


# World Dominance


@pytest.mark.parametrize(("viewer", "other"), [(0, 1), (1, 2), (2, 0)])
def test_each_title_that_was_read_to_another_is_known_with_even_odds(viewer, other):
    table = world_dominance(players=3)
    table.state.knowledge_drawn = [0b1101 if seat == other else 0 for seat in range(5)]
    table.state.knows[other] = 0b0100
    ways = Counter(sum(bits) for bits in product((0, 1), (0, 4), (0, 8)))
    Case(table, viewer, lambda state: state.knows[other], ways).check()


@pytest.mark.parametrize(("unseen", "viewer"), [(20, 1), (2, 2), (1, 1)])
def test_a_theme_in_the_askers_hand_is_any_that_nobody_has_seen(unseen, viewer):
    table = theme_table(unseen)
    could_be = [*unseen_cards(table.state.theme_place), table.state.theme]
    assert len(could_be) == unseen
    Case(table, viewer, lambda state: state.theme, Counter(could_be)).check()


def theme_table(unseen: int) -> Table:
    """Return a table at which seat 0 has drawn a theme, with `unseen` possible themes, and has not named a player."""
    table, seen = world_dominance(players=3, lands="rsz"), THEMES - unseen
    table.state.theme_place = [place + 1 if place < seen else 0 for place in range(THEMES)]
    table.state.theme_unseen = unseen
    table.play(f"theme T{seen + 1:02d}")
    return table


# The toy game


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_cards_and_pledges_of_the_toy_game(viewer):
    table = Table(PLEDGE, chance=EXPLICIT)
    for text in ("card 2", "card 4", "card 1", "pledge odd", "pledge even"):
        table.play(text)
    others = [seat for seat in range(3) if seat != viewer]
    cards = [card for card in range(1, CARDS + 1) if card != table.state.card[viewer]]
    pledges = [range(2) if table.state.pledge[seat] != NO_PLEDGE else (NO_PLEDGE,) for seat in others]
    ways = Counter(product(permutations(cards, 2), product(*pledges)))

    def read(state: Any) -> Any:
        return (tuple(state.card[seat] for seat in others), tuple(state.pledge[seat] for seat in others))

    assert EVEN == 1
    Case(table, viewer, read, ways).check()


# Every private field of every game


COUNTED = {
    "domination": {"mission", "card_at", "capital"},
    "superpowers": set(),
    "world_dominance": {"knows", "theme", "theme_place"},
    "pledge": {"card", "pledge"},
}


@pytest.mark.parametrize("samples", [*all_samples(), samples_of("pledge")], ids=lambda samples: samples.row.name)
def test_every_private_field_is_counted_above(samples):
    assert {field.name for field in samples.game.schema.fields if field.private} == COUNTED[samples.row.name]
