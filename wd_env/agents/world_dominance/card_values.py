"""Values of cards and soldiers for a seat, in tenths of a soldier."""

from wd_env.agents.world_dominance.style_weights import COLOURED_LIKED, DEAR_UP_TO, HUNDRED, SOLDIER, WHITE_LIKED
from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, CARDS, NO_CARD, REGIONS, STRATEGIC_POINT
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, TEN
from wd_env.games.world_dominance.observation.layout import MAX_SETS
from wd_env.games.world_dominance.observation.layout_offsets import (
    AT_ANTARCTICA_COUNTS,
    AT_ARMY,
    AT_CARDS,
    AT_CARDS_IN_REGION,
    AT_LAID_IN_REGION,
    AT_SETS,
    AT_SETS_TO_WIN,
    AT_TEN_CARDS,
)

WIN_VALUE = 5000  # more than anything else
DEATH_VALUE = -3000
FEW_SOLDIERS = 3  # soldiers of an army in danger
UNFIT = -9999  # below every score
# Value of the cards held of a continent, with its Strategic Point and without it, by their number.
WITH_POINT = (0, 20, 45, 80, 150, WIN_VALUE, 90, 95, 100, 140, WIN_VALUE)
WITHOUT_POINT = (0, 10, 22, 38, 60, 12, 12, 12, 15, 20, 30)
WHITE_CARDS = (0, 12, 30, 70, 150, WIN_VALUE)  # cards of Antarctica
# The same in games for ten cards: the value rises with each card, and five with the Strategic Point are safe.
TOWARDS_TEN = (0, 14, 28, 44, 62, 82, 104, 130, 165, 220, WIN_VALUE)
POINT_OF_TEN = 20
WHITE_OF_TEN = (0, 6, 14, 26, 40, 60)  # if Antarctica only brings soldiers
SET_DONE = 450  # a complete set if several are needed
_WORLD_PACK = load_continent_cards()
PRICES = tuple(card.cost for card in _WORLD_PACK)
REGION_OF = tuple(card.region for card in _WORLD_PACK)
FIRST_CARDS = (*(REGION_OF.index(region) for region in range(REGIONS)), CARDS)
SOUTH_POLE = next(card.index for card in _WORLD_PACK if card.role == "south_pole")
# Position of each Strategic Point in the list; none in Antarctica.
POINTS = tuple(
    next((card.index for card in _WORLD_PACK if card.region == region and card.kind & STRATEGIC_POINT), NO_CARD)
    for region in range(REGIONS)
)


def set_value_with(obs, at, cards, has_point, region, style):
    """Return the value of a number of cards of a region for a seat, in the current variant."""
    cards = max(0, min(cards, TEN))  # an arbitrary observation may have more
    is_ten = obs[AT_TEN_CARDS] == 1
    liking = HUNDRED
    if at == 0:
        liking = WHITE_LIKED[style] if region == ANTARCTICA else COLOURED_LIKED[style]
    if region == ANTARCTICA:
        white = min(cards, FIVE)
        if obs[AT_ANTARCTICA_COUNTS] == 0:
            return WHITE_OF_TEN[white] * liking // HUNDRED
        return set_value(obs, at) if white == FIVE else WHITE_CARDS[white] * liking // HUNDRED
    if not is_ten and obs[AT_LAID_IN_REGION + at * REGIONS + region] > 0:
        return SET_DONE + cards
    if cards == TEN or (cards == FIVE and has_point and not is_ten):
        return set_value(obs, at)
    if is_ten:
        return (TOWARDS_TEN[cards] + (POINT_OF_TEN if has_point else 0)) * liking // HUNDRED
    return (WITH_POINT[cards] if has_point else WITHOUT_POINT[cards]) * liking // HUNDRED


def set_value(obs, at):
    """Return the value of a complete set; the last one wins the game."""
    for sets in range(MAX_SETS):
        if obs[AT_SETS_TO_WIN + sets] == 1:
            return WIN_VALUE if obs[AT_SETS + at] >= sets else SET_DONE
    return WIN_VALUE


def holds_point(obs, at, region):
    """Return whether the seat `at` seats clockwise has the Strategic Point."""
    return region != ANTARCTICA and obs[AT_CARDS + at * CARDS + POINTS[region]] == 1


def card_gain(obs, at, card, style):
    """Return the value of one more card for a seat; negative if it would exceed the limit."""
    region = REGION_OF[card]
    cards = obs[AT_CARDS_IN_REGION + at * REGIONS + region]
    point = holds_point(obs, at, region)
    after = set_value_with(obs, at, cards + 1, point or card == POINTS[region], region, style)
    return after - set_value_with(obs, at, cards, point, region, style)


def card_loss(obs, at, card, style):
    """Return the loss from giving up a card; negative if that helps."""
    region = REGION_OF[card]
    cards = obs[AT_CARDS_IN_REGION + at * REGIONS + region]
    point = holds_point(obs, at, region)
    after = set_value_with(obs, at, cards - 1, point and card != POINTS[region], region, style)
    return set_value_with(obs, at, cards, point, region, style) - after


def seat_value(obs, at, region, style):
    """Return the value of the cards that a seat has of a region."""
    cards = obs[AT_CARDS_IN_REGION + at * REGIONS + region]
    return set_value_with(obs, at, cards, holds_point(obs, at, region), region, style)


def soldier_price(obs, soldiers, style):
    """Return the cost of paying soldiers, which is higher for a small army; losing the last one loses the game."""
    army = obs[AT_ARMY]
    if army <= soldiers:
        return -DEATH_VALUE if soldiers > 0 else 0
    remaining = army - soldiers
    few = DEAR_UP_TO[style]
    dear = SOLDIER[style] if remaining > few else SOLDIER[style] * (2 + few - remaining)
    return soldiers * dear


def threat(obs, at, style):
    """Return how close an opponent is to winning."""
    best = obs[AT_ARMY + at]
    for region in range(REGIONS):
        cards = obs[AT_CARDS_IN_REGION + at * REGIONS + region]
        best = max(best, set_value_with(obs, at, cards, holds_point(obs, at, region), region, style))
    return best
