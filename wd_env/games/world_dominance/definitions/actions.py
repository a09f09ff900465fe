"""The texts of actions and chance outcomes, in the rule book's words.

Seats are named by their offset clockwise from the seat to move. Spaces, Manoeuvre Cards and themes are named by
code, because custom files may replace their data; Continent Cards by the printed name at their place in the list.
"""

from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    DECK,
    PIECE_NAMES,
    PIECES,
    PURGADIES_NAMES,
    REGION_NAMES,
    REGIONS,
    RING,
    SEATS,
    THEMES,
)
from wd_env.spec.notation import TextIndex

(
    ROLL,
    REINFORCE,
    TAKE,
    PASS,
    JETSTREAM,
    TO_ANTARCTICA,
    BLOCK,
    ALLOW,
    WORLD_PACK,
    ACCEPT,
    DECLINE,
    USE_PASS,
    KEEP_PASS,
    RAISE,
    ASK,
    MATCH,
    DECLARE,
    THROW,
    LEAVE,
    REST,
    BE_INTERNED,
    PAY_TWO,
    CLAIM,
    DEMAND_SPELLING,
    BREAK_OUT,
    STACK,
    WAIT,
) = range(27)
# The action of the referee for a violator, if it is legal (RULINGS 105).
NO_OP_ACTIONS = (PASS, DECLINE, REST, KEEP_PASS, LEAVE, ALLOW, ASK, THROW, WAIT)

SHORTEST_RUN, LONGEST_RUN = 3, 10

NAME = WAIT + 1  # + places clockwise, 0 is oneself
REVIVE = NAME + SEATS - 1  # + places clockwise, 1..4
PIECE = REVIVE + SEATS
LENGTH = PIECE + PIECES - SHORTEST_RUN  # + cards in the run, 3..10
SPACE = LENGTH + LONGEST_RUN + 1
REGION = SPACE + RING + 1
RUN = REGION + REGIONS
CARD = RUN + CARDS
ACTIONS_SIZE = CARD + CARDS

_VERBS = (
    "roll",
    "reinforce",
    "take",
    "pass",
    "jetstream",
    "antarctica",
    "block",
    "allow",
    "world pack",
    "accept",
    "decline",
    "use pass",
    "keep pass",
    "raise",
    "ask",
    "match",
    "declare",
    "throw",
    "leave",
    "rest",
    "be interned",
    "pay two",
    "claim",
    "demand spelling",
    "break out",
    "stack",
    "wait",
)
_SPACES = (*(f"S{place:02d}" for place in range(RING)), "ANT")
CARD_TITLES = tuple(card.title for card in load_continent_cards())

ACTIONS = TextIndex(
    "action",
    (
        *_VERBS,
        "name self",
        *(f"name +{places}" for places in range(1, SEATS)),
        *(f"revive +{places}" for places in range(1, SEATS)),
        *(f"piece {piece}" for piece in PIECE_NAMES),
        *(f"length {cards}" for cards in range(SHORTEST_RUN, LONGEST_RUN + 1)),
        *(f"space {space}" for space in _SPACES),
        *(f"region {region}" for region in REGION_NAMES),
        *(f"run {title}" for title in CARD_TITLES),
        *(f"card {title}" for title in CARD_TITLES),
    ),
)

OUTCOMES = TextIndex(
    "outcome",
    (
        *(f"playing dice {face}" for face in range(1, 7)),
        *(f"soldier dice {score}" for score in range(1, 4)),
        *(f"continent dice {region}" for region in REGION_NAMES),
        *(f"draw {title}" for title in CARD_TITLES),
        *(f"manoeuvre M{number:02d}" for number in range(1, DECK + 1)),
        *(f"theme T{number:02d}" for number in range(1, THEMES + 1)),
        *(f"purgadies {card}" for card in PURGADIES_NAMES),
        "knows",
        "does not know",
        "right",
        "wrong",
    ),
)
