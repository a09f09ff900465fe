"""Scores of spaces to land on, of actions on a Continent Space, and of gates to leave by."""

from wd_env.agents.world_dominance.card_values import (
    FEW_SOLDIERS,
    FIRST_CARDS,
    PRICES,
    REGION_OF,
    UNFIT,
    card_gain,
    card_loss,
    set_value_with,
    soldier_price,
)
from wd_env.agents.world_dominance.style_weights import KIND_VALUE, KINDS, SEES_GATES, SENT_TO_LOSE, SENT_TO_PAY, STYLES
from wd_env.games.world_dominance.cards.card_data import load_board
from wd_env.games.world_dominance.definitions.actions import JETSTREAM, PASS, TAKE
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    AUSTRALASIA,
    CARDS,
    CONTINENT_SPACE,
    LOSE_SPACE,
    NO_REGION,
    OPPOSITE,
    PURGATORY_SPACE,
    REGIONS,
    SEATS,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.observation.layout import KNOWN_PLACES
from wd_env.games.world_dominance.observation.layout_offsets import (
    AT_ANTARCTICA_DONE,
    AT_ARMY,
    AT_CARDS,
    AT_CARDS_IN_REGION,
    AT_CLOSED,
    AT_CURRENT_REGION,
    AT_ICE_TURNS,
    AT_IN_PACK,
    AT_IN_SET,
    AT_LAST_THROW,
    AT_OPPOSITE_OCCUPIED,
    AT_PLACE,
    AT_TARGET,
)

_BOARD = load_board()
RING_SIZE = len(_BOARD.ring)
# Region of the Continent Space on each space of the bundled ring, NO_REGION elsewhere.
CONTINENT_OF = tuple(space.region if space.kind == CONTINENT_SPACE else NO_REGION for space in _BOARD.ring)
CONTINENT_SPACE_INDEX = tuple(_BOARD.continent_space(region).index for region in range(REGIONS))
MAX_GAIN = 600  # of a card; limits the value of a winning card against its price
LOSE_INDEX = _BOARD.mechanism(LOSE_SPACE).index
PURGATORY_INDEX = _BOARD.mechanism(PURGATORY_SPACE).index
# Value of landing on each space of the bundled ring, by style.
SPACE_VALUE = tuple(KIND_VALUE[style * KINDS + space.kind] for style in range(STYLES) for space in _BOARD.ring)


def opponent_on(obs, index):
    """Return whether an opponent who would have to be paid is on the space."""
    for at in range(1, SEATS):
        if obs[AT_PLACE + at * KNOWN_PLACES + index] == 1 and obs[AT_ICE_TURNS + at] == 0:
            return True
    return False


def score_take(obs, region, style):
    """Score taking an unknown card of this region at its price, averaged over the cards in the pack."""
    if region == NO_REGION:
        return UNFIT
    total = 0
    count = 0
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            total += min(card_gain(obs, 0, card, style), MAX_GAIN) - soldier_price(obs, PRICES[card], style)
            count += 1
    if count == 0:
        return UNFIT
    return total // count


def score_space(obs, index, style):
    """Score landing on a space."""
    if opponent_on(obs, index):
        return -soldier_price(obs, 1, style)
    if index >= RING_SIZE:
        return 0
    region = CONTINENT_OF[index]
    if region == NO_REGION:
        if index == LOSE_INDEX:
            return -soldier_price(obs, 2, style)
        return SPACE_VALUE[style * RING_SIZE + index]
    if obs[AT_CLOSED + region] == 1:
        return 0
    return score_continent_space(obs, region, style)


def score_continent_space(obs, region, style):
    """Score the best action on a Continent Space: taking a card, nothing, or entering Antarctica."""
    score = max(score_take(obs, region, style), -soldier_price(obs, 1, style))
    if SEES_GATES[style] == 1 and (region == SOUTH_AMERICA or region == AUSTRALASIA) and is_antarctica_empty(obs):
        return max(score, score_antarctica(obs, style))
    return score


def is_antarctica_empty(obs):
    """Return whether Antarctica is open and not completed, and no opponent is there."""
    if obs[AT_CLOSED + ANTARCTICA] == 1 or obs[AT_ANTARCTICA_DONE] == 1:
        return False
    for at in range(1, SEATS):
        if obs[AT_PLACE + at * KNOWN_PLACES + ANTARCTICA_PLACE] == 1:
            return False
    return True


def score_antarctica(obs, style):
    """Score exchanging the least valuable coloured card for a card of Antarctica."""
    white = obs[AT_CARDS_IN_REGION + ANTARCTICA]
    gain = set_value_with(obs, 0, white + 1, False, ANTARCTICA, style) - set_value_with(
        obs, 0, white, False, ANTARCTICA, style
    )
    return min(gain, MAX_GAIN) - cheapest_loss(obs, style)


def own_region(obs):
    """Return the region of the Continent Space of the own piece, NO_REGION elsewhere."""
    for region in range(REGIONS):
        if obs[AT_CURRENT_REGION + region] == 1:
            return region
    return NO_REGION


def cheapest_loss(obs, style):
    """Return the loss of the least valuable coloured card."""
    best = 9999
    for card in range(CARDS):
        if obs[AT_CARDS + card] == 1 and obs[AT_IN_SET + card] == 0 and REGION_OF[card] != ANTARCTICA:
            best = min(best, card_loss(obs, 0, card, style))
    return best


def score_continent(obs, a, style):
    """Score an action on a Continent Space."""
    region = own_region(obs)
    if region == NO_REGION:
        return UNFIT
    if a == TAKE:
        return score_take(obs, region, style)
    if a == PASS:
        return -soldier_price(obs, 1, style)
    if a == JETSTREAM:
        opposite = OPPOSITE[region]
        if obs[AT_OPPOSITE_OCCUPIED] == 1:
            return -soldier_price(obs, 1, style) - 1
        return score_continent_space(obs, opposite, style) - 1
    return score_antarctica(obs, style)


def target_of(obs):
    """Return the named seat, counted clockwise, or 0."""
    for at in range(1, SEATS):
        if obs[AT_TARGET + at] == 1:
            return at
    return 0


def score_destination(obs, index, style):
    """Score a space that a card names, for the own piece or for the named opponent."""
    at = target_of(obs)
    if at == 0:
        return score_space(obs, index, style)
    if index == LOSE_INDEX:
        return SENT_TO_LOSE[style] if obs[AT_ARMY + at] <= FEW_SOLDIERS else SENT_TO_PAY[style]
    return 30 if index == PURGATORY_INDEX else 0


def score_gate(obs, region, style):
    """Score leaving Antarctica through this gate with the current throw."""
    throw = 0
    for face in range(6):
        if obs[AT_LAST_THROW + face] == 1:
            throw = face
    return score_space(obs, (CONTINENT_SPACE_INDEX[region] + throw) % RING_SIZE, style)
