"""Where to land, what to do on a Continent Space, and through which gate to leave."""

from wd_env.agents.habits.worth import FEW, FIRST_CARDS, PRICES, REGION_OF, UNFIT, gain_of, loss_of, price_of, worth
from wd_env.world_dominance.actions import JETSTREAM, PASS, TAKE
from wd_env.world_dominance.data import load_board
from wd_env.world_dominance.layout import KNOWN_PLACES
from wd_env.world_dominance.names import (
    ANTARCTICA,
    CARDS,
    CONTINENT_SPACE,
    LOSE_SPACE,
    NO_REGION,
    OPPOSITE,
    PURGATORY_SPACE,
    REGIONS,
    SEATS,
)
from wd_env.world_dominance.offsets import (
    AT_ARMY,
    AT_CLOSED,
    AT_HELD,
    AT_HELD_IN_REGION,
    AT_HERE,
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
# Region of the Continent Space on each space of the printed ring, NO_REGION elsewhere.
CONTINENT_OF = tuple(space.region if space.kind == CONTINENT_SPACE else NO_REGION for space in _BOARD.ring)
PLACE_OF_CONTINENT = tuple(_BOARD.continent_space(region).index for region in range(REGIONS))
LOSE_PLACE = _BOARD.mechanism(LOSE_SPACE).index
PURGATORY_PLACE = _BOARD.mechanism(PURGATORY_SPACE).index
# Worth of landing on each kind of space with a healthy army; Continent Spaces and Lose are reckoned.
KIND_WORTH = (20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 5, 0, 0)
SPACE_WORTH = tuple(KIND_WORTH[space.kind] for space in _BOARD.ring)


def opponent_on(obs, place):
    """Somebody stands there who would have to be paid."""
    for at in range(1, SEATS):
        if obs[AT_PLACE + at * KNOWN_PLACES + place] == 1 and obs[AT_ICE_TURNS + at] == 0:
            return True
    return False


def score_take(obs, region, style):
    """An unknown card of this region at its price, on average over those in the pack."""
    if region == NO_REGION:
        return UNFIT
    total = 0
    count = 0
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            total += min(gain_of(obs, 0, card, style), 600) - price_of(obs, PRICES[card], style)
            count += 1
    if count == 0:
        return UNFIT
    return total // count


def score_space(obs, place, style):
    """Landing there oneself."""
    if opponent_on(obs, place):
        return -price_of(obs, 1, style)
    if place >= RING_SIZE:
        return 0
    region = CONTINENT_OF[place]
    if region == NO_REGION:
        if place == LOSE_PLACE:
            return -price_of(obs, 2, style)
        return SPACE_WORTH[place]
    if obs[AT_CLOSED + region] == 1:
        return 0
    return max(score_take(obs, region, style), -price_of(obs, 1, style))


def own_region(obs):
    """The region of the Continent Space one stands on, 7 elsewhere."""
    for region in range(REGIONS):
        if obs[AT_HERE + region] == 1:
            return region
    return NO_REGION


def cheapest_loss(obs, style):
    """The coloured card one can best do without."""
    best = 9999
    for card in range(CARDS):
        if obs[AT_HELD + card] == 1 and obs[AT_IN_SET + card] == 0 and REGION_OF[card] != ANTARCTICA:
            best = min(best, loss_of(obs, 0, card, style))
    return best


def score_continent(obs, a, style):
    """On a Continent Space."""
    region = own_region(obs)
    if region == NO_REGION:
        return UNFIT
    if a == TAKE:
        return score_take(obs, region, style)
    if a == PASS:
        return -price_of(obs, 1, style)
    if a == JETSTREAM:
        opposite = OPPOSITE[region]
        if obs[AT_OPPOSITE_OCCUPIED] == 1:
            return -price_of(obs, 1, style) - 1
        return max(score_take(obs, opposite, style), -price_of(obs, 1, style)) - 1
    white = obs[AT_HELD_IN_REGION + ANTARCTICA]
    gain = worth(obs, 0, white + 1, False, ANTARCTICA, style) - worth(obs, 0, white, False, ANTARCTICA, style)
    return min(gain, 600) - cheapest_loss(obs, style)


def target_of(obs):
    """The seat that was named, counted clockwise, or 0."""
    for at in range(1, SEATS):
        if obs[AT_TARGET + at] == 1:
            return at
    return 0


def score_destination(obs, place, style):
    """A space named by a card, for oneself or for the opponent that was named."""
    at = target_of(obs)
    if at == 0:
        return score_space(obs, place, style)
    if place == LOSE_PLACE:
        return 300 if obs[AT_ARMY + at] <= FEW else 20
    return 30 if place == PURGATORY_PLACE else 0


def score_gate(obs, region, style):
    """Leaving Antarctica through this gate with the throw that lies on the table."""
    throw = 0
    for face in range(6):
        if obs[AT_LAST_THROW + face] == 1:
            throw = face
    return score_space(obs, (PLACE_OF_CONTINENT[region] + throw) % RING_SIZE, style)
