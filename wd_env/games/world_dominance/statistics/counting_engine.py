"""The engine of the instrumented game: it plays every action as usual and counts it."""

from wd_env.games.world_dominance.definitions.decision_codes import (
    FIRST_AUTOMATIC,
    LANDING,
    LAST_AUTOMATIC,
    MANOEUVRE_DRAW,
)
from wd_env.games.world_dominance.definitions.names import NO_MANOEUVRE
from wd_env.games.world_dominance.rules.engine import (
    apply,
    chance_weights,
    is_terminal,
    judged_externally,
    legal,
    potential,
)

__all__ = ["OVERRIDES", "chance_weights", "is_terminal", "judged_externally", "legal", "potential", "step"]

OVERRIDES = ("step",)  # of the engine's


def step(s, a):
    """Play an action at the current node and run automatic nodes, as the engine does, and count each."""
    apply_and_count(s, a)
    while FIRST_AUTOMATIC <= s.node <= LAST_AUTOMATIC:
        apply_and_count(s, 0)


def apply_and_count(s, a):
    """Apply an action and count draws: a landing clears the current card, so one that is set afterwards is new."""
    question = s.node
    s.node_counts[question] += 1
    if question == LANDING:
        s.landings[s.place[s.seat]] += 1
    apply(s, a)
    if (question == LANDING or question == MANOEUVRE_DRAW) and s.drawn_card != NO_MANOEUVRE:
        s.manoeuvres[s.drawn_card] += 1
