"""Rewards computed by hand: each player's potential at a table, and the reward of a step that follows from it.

Nothing here is taken from the engine except the table itself: cards are counted by their titles, and the goals of the
variants are copied from the rule book.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.rule_constants import IN_STACK
from wd_env.spec.rewards import RewardShaping

# Cards of a set, sets that win, and whether five cards of Antarctica are one. See WD-006, WD-275 to WD-279, WD-290 to
# WD-294.
GOALS = {
    ("five_card", None): (5, 1, True),
    ("multi_five", None): (5, 2, True),
    ("multi_five", 2): (5, 2, True),
    ("multi_five", 3): (5, 3, True),
    ("ten_card", None): (10, 1, False),
    ("two_set", None): (10, 2, True),
    ("three_set", None): (10, 3, True),
    ("four_set", None): (10, 4, True),
    ("ally", None): (10, 1, False),
}
POINTS = ("Alaska", "Argentina", "Mozambique", "Wellington", "Anadyr", "British Islands")
ANTARCTICA = range(20, 25)
BLOCKS = (range(10), range(10, 20), ANTARCTICA, range(25, 35), range(35, 45), range(45, 55), range(55, 65))
POINT_CARDS = frozenset(CARD_TITLES.index(title) for title in POINTS)


class Seen(NamedTuple):
    """The fields that the computation reads; all are public."""

    card_at: Sequence[int]
    in_set: Sequence[int]
    army: Sequence[int]
    reinforcements: Sequence[int]
    in_play: Sequence[int]
    home_seat: Sequence[int]
    won: Sequence[int]
    players: int


def seen_of(state: Any) -> Seen:
    """Return the fields of a table's state, or of a row of a batch."""
    kept = {name: getattr(state, name) for name in Seen._fields}
    return Seen(**{**kept, "players": int(state.players)})


def goal_of(config: Config) -> tuple[int, int, bool]:
    """Return what wins with these options."""
    key = config.variant, config.sets_to_win if (config.variant, config.sets_to_win) in GOALS else None
    return GOALS[key]


def standing(seen: Seen, config: Config) -> list[list[int]]:
    """Return soldiers and cards towards winning, term by term and player by player."""
    soldiers, cards = [], []
    for player in range(seen.players):
        seat = seen.home_seat[player]
        to_come = 5 if seen.reinforcements[seat] and seen.in_play[seat] else 0
        soldiers.append(int(seen.army[seat]) + to_come)
        cards.append(_cards_towards(seen, int(seat), config))
    return [soldiers, cards]


def _cards_towards(seen: Seen, seat: int, config: Config) -> int:
    """Return the cards of the best continents, for the number of continents that wins."""
    size, goal, white_counts = goal_of(config)
    found = []
    for block in BLOCKS:
        held = [card for card in block if seen.card_at[card] == seat]
        if block is ANTARCTICA:
            found.append(len(held) if white_counts else 0)
        elif size == 10:
            found.append(len(held))
        else:
            found.append(_of_five(seen, held))
    return sum(sorted(found)[-goal:])


def _of_five(seen: Seen, held: list[int]) -> int:
    """Count the cards towards five with the Strategic Point; with more than five it is two, and a Stack counts five."""
    points = [card for card in held if card in POINT_CARDS]
    if points and seen.in_set[points[0]] == IN_STACK:
        return 5
    if len(held) > 5 or (len(held) == 5 and not points):
        return 2
    return len(held) if points else max(len(held) - 1, 0)


def outcome(seen: Seen, is_terminal: bool) -> list[float]:
    """Return 1 for the winner and an equal negative fraction for each other player, or 0 without a winner."""
    if not is_terminal or not any(seen.won):
        return [0.0] * seen.players
    return [1.0 if seen.won[player] else -1 / (seen.players - 1) for player in range(seen.players)]


def reward(
    before: list[list[int]], seen: Seen, is_terminal: bool, config: Config, shaping: RewardShaping
) -> list[float]:
    """Return the reward of each player for the step from this potential to the current table."""
    after = [[0] * seen.players] * 2 if is_terminal else standing(seen, config)
    paid = outcome(seen, is_terminal)
    for weight, was, now in zip(shaping.weights, before, after, strict=True):
        paid = [one + weight * (new - old) for one, old, new in zip(paid, was, now, strict=True)]
    return paid
