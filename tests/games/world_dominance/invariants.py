"""Invariants that hold after every action (ledger 5.5), and the contents of the box from the data files."""

from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.names import CARDS, NO_CARD, REGIONS, SEATS, STRATEGIC_POINT
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.observation.layout import LAYOUT
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, TERMINAL

INVARIANTS = (
    "nothing is broken",
    "Garrison, zone and armies are all the soldiers of the box and none is negative",
    "a waiting node is only below nodes of a higher priority",
    "every Continent Card is in the pack or with a player in play, the South Pole perhaps aside",
    "no Manoeuvre Card is lost except the one that closed an Airspace; no Intelligence Card is lost",
    "the Khyber Pass, the pardon and the Playing Pieces are each at one place",
    "a player who is out has no soldiers, cards, piece on the board or Ally in play; an absent seat has nothing",
    "a player in play outside a bluff has a soldier",
    "players are interned only in the Ice House, and for at most three turns",
    "a theme is open only during its question; players know only titles that were read to them",
    "no player who is out or interned must decide, and no node waits below a decision",
    "nothing of an earlier turn is left when a turn begins",
    "the game is over exactly when a set is held or one player is left",
    "values that may only increase or only decrease do so",
    "every value of every observation is in the range of its feature",
    "every node has a legal action or outcome",
    "every turn ends",
    "the options do not change during a game",
    "cards out of play are Stacks of five with their Strategic Point and completed sets, each in one hand",
)
(
    NOT_BROKEN,
    SOLDIERS_COUNT,
    FRAMES_ARE_ORDERED,
    CARDS_ARE_HELD,
    PACKS_ARE_COMPLETE,
    ONE_PLACE_EACH,
    OUT_HAS_NOTHING,
    IN_PLAY_HAS_A_SOLDIER,
    INTERNED_IN_THE_ICE_HOUSE,
    SECRETS_ARE_PRIVATE,
    PLAYER_CAN_DECIDE,
    TURN_BEGINS_CLEAN,
    END_IS_THE_END,
    CHANGES_ONE_WAY,
    OBSERVATIONS_ARE_IN_RANGE,
    LEGAL_ACTION_EXISTS,
    TURN_ENDS,
    OPTIONS_UNCHANGED,
    SETS_LIE_TOGETHER,
) = range(len(INVARIANTS))

# The box, from the data files.
_CARDS = load_continent_cards()
BOX_REGION = tuple(card.region for card in _CARDS)
BOX_POINT = tuple(
    next((card.index for card in _CARDS if card.region == region and card.kind & STRATEGIC_POINT), NO_CARD)
    for region in range(REGIONS)
)
BOX_SIZE = tuple(sum(card.region == region for card in _CARDS) for region in range(REGIONS))
BOX_SOUTH_POLE = next(card.index for card in _CARDS if card.role == "south_pole")

# Kinds of nodes, and the ranges of observations.
KIND_OF = tuple((PLAYER, CHANCE, AUTOMATIC, TERMINAL).index(node.kind) for node in GAME.nodes)
IS_DECISION, IS_CHANCE, IS_AUTOMATIC, IS_END = range(4)
PRIORITY_OF = tuple(node.priority for node in GAME.nodes)
FEATURE_LOW = tuple(feature.low for feature in LAYOUT.features for _ in range(feature.size))
FEATURE_HIGH = tuple(feature.high for feature in LAYOUT.features for _ in range(feature.size))
_ONE_HOT = "decision current_seat on_turn khyber_pass pardon closed drawn_card theme".split()
HOT_START = tuple(LAYOUT.starts[name] for name in _ONE_HOT)
HOT_STOP = tuple(LAYOUT.slice(name).stop for name in _ONE_HOT)

# Values of the state before: values that only grow, bits that are only set, and values that are set once.
GROWING, MARKS = 16, CARDS + 5 * SEATS
AT_CLOSURE = GROWING + MARKS
AT_DECK = AT_CLOSURE + 1
AT_BONUS = AT_DECK + 1  # 1 while a second draw is due and the check for a win waits for it (WD-071)
AT_KEPT = AT_BONUS + 1  # what happened to the closed region's set (WD-253): NO_CLOSURE, NONE_KEPT or SET_KEPT
MEMORY = AT_KEPT + 1
NO_CLOSURE, NONE_KEPT, SET_KEPT = range(3)
LOWEST = -1000
