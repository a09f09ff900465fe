"""Scores of opponents to name."""

from wd_env.agents.world_dominance.card_scores import GIVES_CARD, drawn_flag
from wd_env.agents.world_dominance.card_values import FEW_SOLDIERS, UNFIT, threat
from wd_env.agents.world_dominance.style_weights import EASY_PREY, WEAKNESS
from wd_env.games.world_dominance.definitions.decision_codes import (
    CARD_OPPONENT,
    DECIMATE,
    EXAMINER,
    LAST_SOLDIER,
    TEST_WHOM,
)
from wd_env.games.world_dominance.observation.layout_offsets import AT_ARMY, AT_OWN_SEATS


def score_name(obs, decision, at, style):
    """Score naming a seat."""
    army = obs[AT_ARMY + at]
    if at > 0 and obs[AT_OWN_SEATS + at] == 1:
        return score_own_piece(obs, decision, army)
    if decision == DECIMATE:
        if at == 0:
            return UNFIT + 1
        return threat(obs, at, style) + (WEAKNESS[style] * (FEW_SOLDIERS + 1 - army) if army <= FEW_SOLDIERS else 0)
    if decision == TEST_WHOM or decision == LAST_SOLDIER:
        return -army - threat(obs, at, style)
    if decision == CARD_OPPONENT and drawn_flag(obs, GIVES_CARD):
        return -threat(obs, at, style)
    if decision == EXAMINER:
        return 0
    return threat(obs, at, style) + (EASY_PREY[style] if army < FEW_SOLDIERS else 0)


def score_own_piece(obs, decision, army):
    """Score naming an Ally or the piece of one's Ally: test it for a sure win, give to it, and otherwise spare it."""
    if decision == TEST_WHOM:
        return 1 if min(army, obs[AT_ARMY]) > 1 else UNFIT + 1
    if decision == LAST_SOLDIER or decision == EXAMINER or (decision == CARD_OPPONENT and drawn_flag(obs, GIVES_CARD)):
        return 1
    return UNFIT + 1
