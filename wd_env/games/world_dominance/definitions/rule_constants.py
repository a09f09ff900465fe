"""The numbers of the rules, each with its clause, and the codes in the notes of nodes."""

from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_CARD,
    CITY,
    COUNTRY,
    REGIONS,
    STATE,
    STRATEGIC_POINT,
)

SIX = 6
SIXES = 3  # this many in a row offer a pardon (WD-171, WD-181)
ARMY_TO_CALL = 5  # soldiers of a player who may call an Ally (WD-294)
RESERVES = 5  # soldiers of reinforcements, and of each player at a revival (WD-042, WD-191)
UNLIMITED_SOLDIERS = 30_000  # an unlimited Garrison (RULINGS 23); an army still fits its field
INTERNED_TURNS = 3  # WD-150
INTERNMENT_PAY = 2  # soldiers for being interned, and the price of breaking out (WD-150, WD-156)
PARADIES_PRICE = 2  # WD-182
PRE_SET, FIVE, TEN = 4, 5, 10  # cards of one continent (WD-073, WD-001, WD-005)
PRE_SET_BONUS = 2  # WD-074
STACK_BONUS = 3  # WD-283
LOOSE, IN_STACK, IN_WHOLE_SET = 0, 1, 2  # in play, in a Stack, in a completed set (WD-282)
WHITE_IN_PACK = 4  # Antarctica cards that the World Pack can give (WD-028)
LEAST_FOR_REVIVAL = 2  # players in play for a revival (WD-188)
TWO_PIECES = 2  # the death penalty needs more, except by option (WD-167, WD-170)
# Pay of a Strategic Run by its number of cards, and the soldiers that must cover it (WD-240, WD-243).
RUN_STAKES = (0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 5)
PURGATORY_THROWS = 3  # WD-171
PURGADIES_CARDS = 6  # WD-157
HUNDRED = 100
WAITING_FRAMES = 2  # length of the lists of waiting nodes; with two priorities, at most one waits
EVEN = 50  # percent; for an answer that is reported, not sampled
SPELLED = 1  # note of an answer that must be spelled (WD-224)

COLOURED = STRATEGIC_POINT | CITY | COUNTRY | STATE  # all kinds except the white cards of Antarctica
NAMED_BY_PURGADIES = STRATEGIC_POINT | CITY | COUNTRY | ANTARCTICA_CARD

# Notes of a landing and of a Continent Space: how the piece arrived.
CROSSED, BLOCKED, SENT, BY_SIX = 1, 2, 4, 8

# Notes of the next turn: whether the player who has moved may still get a decision.
MOVE_ENDS, MOVE_HAS_ENDED = 0, 1

# Notes of settling: whether the win test waits for the second draw of a picture bonus (WD-071).
IN_FULL, BEFORE_SECOND_DRAW = 0, 1
SETTLING = 8  # the note of a claim is the continent plus this times the note of settling

# Added to the region of a set that may be Stacked if its owner decides at the start of a turn.
TURN_BEGINS = 8
ALL_REGIONS = (1 << REGIONS) - 1  # as bits

# Notes of ceding: its purpose.
FOR_EXCHANGE, FOR_QUESTION, FOR_SECOND = 0, 1, 2

PRICED = 8  # added to the region of a face-down draw that is paid for
MISSED = 8  # added to the remaining Purgatory throws after a throw that missed
SPARE = 4  # added to them while one miss is allowed (RULINGS 68)

FACE_DOWN_CARD = 66  # the wanted card if the pack decides which one it is

# Setup throws: while ranking, a multiple of THROW_STEP is the rank; SETUP_DONE marks a seat that is ranked.
THROW_STEP, SETUP_DONE = 8, 7

LAID_ASIDE = 127  # place of a card that is not in the pack

# Place of a Manoeuvre Card before a player: LIES_BEFORE + seat + TURN_TO_MISS per turn that it still costs.
LIES_BEFORE, TURN_TO_MISS = 64, 8
MOST_MISSED = 7  # maximum number of turns that a card costs, so that its place fits the field

# Titles after the themes, of the cards that ask about Antarctica (RULINGS 6).
SOUTH_POLE_TITLE, SAB_TITLE = 27, 28

KNOWN, UNKNOWN = 0, 1  # outcomes of knowledge
RIGHT, WRONG = 0, 1  # outcomes of an answer

OVER_PROGRESS = 2  # progress, in cards, of a continent with more than five cards (shaped rewards)
