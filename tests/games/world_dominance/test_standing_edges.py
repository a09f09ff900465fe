"""The potential of a player, in every continent and in the games for ten cards and for several sets."""

import pytest

from tests.games.world_dominance.hands import FIVE_BLUE, FOUR_BLACK, FOUR_WHITE, FOUR_YELLOW
from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, REGIONS, SEATS, STRATEGIC_POINT
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.rules import engine

CARDS = load_continent_cards()
COLOURED = [region for region in range(REGIONS) if region != ANTARCTICA]


def progress(**table) -> list[int]:
    """Return the cards towards winning, of every seat."""
    out = [0] * (2 * SEATS)
    engine.potential(position(**table).state, out)
    return out[SEATS:]


def of(region, point, others):
    """Return cards of a continent, with its Strategic Point or without, and `others` more."""
    mine = [card for card in CARDS if card.region == region]
    points = [card.title for card in mine if card.kind & STRATEGIC_POINT][: 1 if point else 0]
    return points + [card.title for card in mine if not card.kind & STRATEGIC_POINT][:others]


@pytest.mark.parametrize("region", COLOURED)
@pytest.mark.parametrize(
    ("point", "others", "counts"),
    [(True, 0, 1), (True, 3, 4), (True, 5, 2), (False, 1, 0), (False, 4, 3), (False, 5, 2), (False, 9, 2)],
)
def test_cards_count_alike_in_every_continent(region, point, others, counts):
    assert progress(cards={1: of(region, point, others)}) == [0, counts, 0, 0, 0]


@pytest.mark.parametrize("region", COLOURED)
@pytest.mark.parametrize(("point", "others"), [(True, 5), (False, 4), (False, 9), (True, 8)])
def test_in_the_game_for_ten_cards_each_card_counts(region, point, others):
    counts = others + point
    assert progress(cards={2: of(region, point, others)}, variant="ten_card") == [0, 0, counts, 0, 0]


def test_antarctica_counts_where_it_is_a_set():
    assert progress(cards={0: FOUR_WHITE[:3]}) == [3, 0, 0, 0, 0]
    assert progress(cards={0: FOUR_WHITE[:3]}, variant="ten_card") == [0, 0, 0, 0, 0]
    assert progress(cards={0: FOUR_WHITE[:3]}, variant="two_set") == [3, 0, 0, 0, 0]


@pytest.mark.parametrize("first", COLOURED)
@pytest.mark.parametrize("second", COLOURED)
def test_where_two_sets_win_the_best_two_continents_count(first, second):
    third = next(region for region in COLOURED if region not in (first, second))
    hand = {*of(first, True, 3), *of(second, True, 2), *of(third, True, 0)}
    assert progress(cards={0: hand}, variant="multi_five")[0] == (4 + 1 if first == second else 4 + 3)


def test_where_three_sets_win_the_best_three_do():
    hand = [*FOUR_BLACK, "Mozambique"][:4], [*FOUR_YELLOW][:3], FIVE_BLUE[:2], ["Alaska"]
    game = {"variant": "multi_five", "sets_to_win": 3, "cards": {1: [title for part in hand for title in part]}}
    best = sorted((alone(part) for part in hand), reverse=True)[:3]
    assert progress(**game)[1] == sum(best)


def alone(titles) -> int:
    """Return what these cards of one continent count."""
    return progress(cards={0: titles})[0]


def test_a_stack_counts_as_five_whatever_lies_beside_it():
    blue = [title for title in CARD_TITLES[55:65] if title != "Rome"]
    game = {"variant": "multi_five", "cards": {0: blue}, "stacks": {0: ["Europe"]}}
    assert progress(**game)[0] == 5
