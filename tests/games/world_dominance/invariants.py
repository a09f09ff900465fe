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
    "no player who is out or interned must decide, and nothing waits below a decision",
    "nothing of an earlier turn is left when a turn begins",
    "the game is over exactly when a set is held or one player is left",
    "numbers that only increase or only decrease do so",
    "every number of every view is in the range of its feature",
    "every node has a legal action or outcome",
    "every turn ends",
    "the options do not change during a game",
    "cards out of play are Stacks of five with their Strategic Point and completed sets, each in one hand",
)
(
    WHOLE,
    SOLDIERS_COUNT,
    FRAMES_ARE_RANKED,
    CARDS_ARE_HELD,
    PACKS_ARE_WHOLE,
    ONE_PLACE_EACH,
    OUT_HAS_NOTHING,
    IN_PLAY_HAS_A_SOLDIER,
    INTERNED_IN_THE_ICE_HOUSE,
    SECRETS_ARE_PRIVATE,
    ASKED_CAN_ANSWER,
    TURN_BEGINS_CLEAN,
    END_IS_THE_END,
    CHANGES_ONE_WAY,
    VIEWS_ARE_IN_RANGE,
    SOMETHING_IS_OFFERED,
    TURN_ENDS,
    HOUSE_STANDS,
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

# Kinds of nodes, and what a view may show.
KIND_OF = tuple((PLAYER, CHANCE, AUTOMATIC, TERMINAL).index(question.kind) for question in GAME.nodes)
IS_DECISION, IS_CHANCE, IS_AUTOMATIC, IS_END = range(4)
RANK_OF = tuple(question.priority for question in GAME.nodes)
LEAST = tuple(piece.low for piece in LAYOUT.features for _ in range(piece.size))
MOST = tuple(piece.high for piece in LAYOUT.features for _ in range(piece.size))
_ONE_HOT = "decision current_seat on_turn khyber_pass pardon closed drawn_card theme".split()
HOT_START = tuple(LAYOUT.starts[name] for name in _ONE_HOT)
HOT_STOP = tuple(LAYOUT.slice(name).stop for name in _ONE_HOT)

# Values remembered from the state before: growing numbers, bits that are only set, and values noted once.
GROWING, MARKS = 16, CARDS + 5 * SEATS
AT_CLOSURE = GROWING + MARKS
AT_DECK = AT_CLOSURE + 1
AT_BONUS = AT_DECK + 1  # 1 while a second draw is due and the check for a win waits for it (WD-071)
AT_KEPT = AT_BONUS + 1  # what happened to the closed region's set (WD-253): NO_CLOSURE, NONE_KEPT or SET_KEPT
MEMORY = AT_KEPT + 1
NO_CLOSURE, NONE_KEPT, SET_KEPT = range(3)
LOWEST = -1000
