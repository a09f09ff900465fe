"""Scores of cards to take, give or declare, of regions to close, and of the effects of Manoeuvre Cards."""

from wd_env.agents.world_dominance.card_values import (
    FIRST_CARDS,
    SOUTH_POLE,
    UNFIT,
    WIN_VALUE,
    card_gain,
    card_loss,
    seat_value,
)
from wd_env.games.world_dominance.definitions.decision_codes import QUESTION_CARD
from wd_env.games.world_dominance.definitions.names import CARDS, DECK, REGIONS, SEATS
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SOUTH_POLE_TITLE
from wd_env.games.world_dominance.observation.layout_offsets import (
    AT_CARDS,
    AT_DICE_REGION,
    AT_DRAWN_CARD,
    AT_IN_PACK,
    AT_OFFERED_CARD,
    AT_OWN_SEATS,
    AT_OWN_TITLES_KNOWN,
)

# Manoeuvre Cards (from 0) that hurt their drawer, and those that benefit an opponent.
HARMFUL = (0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0)
GIVES_CARD = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)


def drawn_flag(obs, flags):
    """Return whether the drawn card is flagged in a table of cards."""
    for card in range(DECK):
        if obs[AT_DRAWN_CARD + card] == 1:
            return flags[card] == 1
    return False


def score_card(obs, decision, card, style):
    """Which card."""
    if decision == QUESTION_CARD:
        title = SOUTH_POLE_TITLE if card == SOUTH_POLE else SAB_TITLE
        return obs[AT_OWN_TITLES_KNOWN + title]
    if obs[AT_CARDS + card] == 1:
        return -card_loss(obs, 0, card, style)
    if obs[AT_IN_PACK + card] == 1:
        return card_gain(obs, 0, card, style)
    for at in range(1, SEATS):
        if obs[AT_CARDS + at * CARDS + card] == 1:
            if obs[AT_OWN_SEATS + at] == 1:
                return card_gain(obs, 0, card, style) - card_loss(obs, at, card, style)
            return card_gain(obs, 0, card, style) + max(card_loss(obs, at, card, style), 0) // 2
    return WIN_VALUE // 2  # the South Pole, by its question


def score_close(obs, region, style):
    """Score closing a region by the loss of the opponents."""
    score = -2 * seat_value(obs, 0, region, style)
    for at in range(1, SEATS):
        score += seat_value(obs, at, region, style)
    return score


def gain_of_dice(obs, style):
    """Score a free card of the colour thrown, which is taken unless the hand would exceed the limit."""
    region = 0
    for colour in range(REGIONS):
        if obs[AT_DICE_REGION + colour] == 1:
            region = colour
    gain = UNFIT
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            gain = max(gain, card_gain(obs, 0, card, style))
    return gain


def holds_run(obs, start, cards):
    """Return whether a Strategic Run is correct; some rule options allow declaring an incorrect one."""
    for card in range(start, start + cards):
        if obs[AT_CARDS + card] == 0:
            return False
    return True


def score_length(obs, cards):
    """Score the longest correct run."""
    for start in range(CARDS - cards + 1):
        if obs[AT_OFFERED_CARD + start] == 1:
            return cards if holds_run(obs, start, cards) else UNFIT
    return UNFIT
