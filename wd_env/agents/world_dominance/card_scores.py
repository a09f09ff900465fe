"""Which card to take, to give or to declare, which region to close, and what a Manoeuvre Card does to whom."""

from wd_env.agents.world_dominance.card_values import (
    FIRST_CARDS,
    SOUTH_POLE,
    UNFIT,
    WINS,
    gain_of,
    loss_of,
    worth_of_seat,
)
from wd_env.games.world_dominance.definitions.decision_codes import QUESTION_CARD
from wd_env.games.world_dominance.definitions.names import CARDS, DECK, REGIONS, SEATS
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SOUTH_POLE_TITLE
from wd_env.games.world_dominance.observation.layout_offsets import (
    AT_DICE_REGION,
    AT_DRAWN,
    AT_HELD,
    AT_IN_PACK,
    AT_OFFERED,
    AT_OWN_TITLES_KNOWN,
    AT_PLAYED,
)

# Manoeuvre Cards (from 0) that hurt their drawer, and those that do an opponent good.
HARMFUL = (0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0)
GIVES = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)


def drawn_flag(obs, flags):
    """Whether the drawn card is marked in a table of cards."""
    for card in range(DECK):
        if obs[AT_DRAWN + card] == 1:
            return flags[card] == 1
    return False


def score_card(obs, question, card, style):
    """Which card."""
    if question == QUESTION_CARD:
        title = SOUTH_POLE_TITLE if card == SOUTH_POLE else SAB_TITLE
        return obs[AT_OWN_TITLES_KNOWN + title]
    if obs[AT_HELD + card] == 1:
        return -loss_of(obs, 0, card, style)
    if obs[AT_IN_PACK + card] == 1:
        return gain_of(obs, 0, card, style)
    for at in range(1, SEATS):
        if obs[AT_HELD + at * CARDS + card] == 1:
            if obs[AT_PLAYED + at] == 1:
                return gain_of(obs, 0, card, style) - loss_of(obs, at, card, style)
            return gain_of(obs, 0, card, style) + max(loss_of(obs, at, card, style), 0) // 2
    return WINS // 2  # the South Pole, by its question


def score_close(obs, region, style):
    """Closing a region: it should hurt the others."""
    score = -2 * worth_of_seat(obs, 0, region, style)
    for at in range(1, SEATS):
        score += worth_of_seat(obs, at, region, style)
    return score


def gain_of_dice(obs, style):
    """A free card of the colour thrown: taken unless it would go over."""
    region = 0
    for colour in range(REGIONS):
        if obs[AT_DICE_REGION + colour] == 1:
            region = colour
    gain = UNFIT
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            gain = max(gain, gain_of(obs, 0, card, style))
    return gain


def holds_run(obs, start, cards):
    """A Strategic Run that is correct; others may be declared at some tables."""
    for card in range(start, start + cards):
        if obs[AT_HELD + card] == 0:
            return False
    return True


def score_length(obs, cards):
    """The longest run that is correct."""
    for start in range(CARDS - cards + 1):
        if obs[AT_OFFERED + start] == 1:
            return cards if holds_run(obs, start, cards) else UNFIT
    return UNFIT
