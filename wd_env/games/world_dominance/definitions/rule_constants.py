"""The numbers of the rules, each with its clause, and the codes that questions carry in their notes."""

from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_CARD,
    CITY,
    COUNTRY,
    REGIONS,
    STATE,
    STRATEGIC_POINT,
)

SIX = 6
SIXES = 3  # in a row bring the offer of a pardon (WD-171, WD-181)
ARMY_TO_CALL = 5  # soldiers with which an Ally may be called (WD-294)
RESERVES = 5  # reinforcements, and each half of a revival (WD-042, WD-191)
UNLIMITED_SOLDIERS = 30_000  # a Garrison that never runs out (RULINGS 23); an army still fits its field
INTERNED_TURNS = 3  # WD-150
INTERNMENT_PAY = 2  # and the price of breaking out (WD-150, WD-156)
PARADIES_PRICE = 2  # WD-182
PRE_SET, FIVE, TEN = 4, 5, 10  # cards of one continent (WD-073, WD-001, WD-005)
PRE_SET_BONUS = 2  # WD-074
STACK_BONUS = 3  # WD-283
LOOSE, IN_STACK, IN_WHOLE_SET = 0, 1, 2  # in play, in a Stack, in a completed set (WD-282)
WHITE_IN_PACK = 4  # Antarctica cards that the World Pack can give (WD-028)
LEAST_FOR_REVIVAL = 2  # players in play with which a player can be revived (WD-188)
TWO_PIECES = 2  # the death penalty asks for more, unless agreed (WD-167, WD-170)
# Pay of a Strategic Run by its number of cards, and the soldiers that must cover it (WD-240, WD-243).
RUN_STAKES = (0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 5)
PURGATORY_THROWS = 3  # WD-171
PURGADIES_CARDS = 6  # WD-157
HUNDRED = 100
WAITING_FRAMES = 2  # places of waiting nodes; the two priorities of this game let one wait
EVEN = 50  # in 100: for an answer that is reported and never drawn
SPELLED = 1  # note of an answer that has to be spelled out (WD-224)

COLOURED = STRATEGIC_POINT | CITY | COUNTRY | STATE  # all kinds except the white cards of Antarctica
NAMED_BY_PURGADIES = STRATEGIC_POINT | CITY | COUNTRY | ANTARCTICA_CARD

# Notes of a landing and of a Continent Space: how the piece came there.
CROSSED, BLOCKED, SENT, BY_SIX = 1, 2, 4, 8

# Notes of the next turn: the end of a move, where its player may have something to answer; or not.
MOVE_ENDS, MOVE_HAS_ENDED = 0, 1

# Notes of settling: whether the win test waits for the second draw of a picture bonus (WD-071).
IN_FULL, BEFORE_SECOND_DRAW = 0, 1
SETTLING = 8  # times that note, added to the continent of a Pre Set that is to be claimed

# Added to the region of a set that may be Stacked if its owner decides at the start of a turn.
TURN_BEGINS = 8
ALL_REGIONS = (1 << REGIONS) - 1  # as bits

# Notes of ceding: what for.
FOR_EXCHANGE, FOR_QUESTION, FOR_SECOND = 0, 1, 2

PRICED = 8  # added to the region of a face-down draw that has to be paid
MISSED = 8  # added to the Purgatory throws left once one was no six
SPARE = 4  # added to them while one may be no six (RULINGS 68)

FACE_DOWN_CARD = 66  # wanted: whatever the pack gives

# Setup throws: the rank is carried above the throw for a moment; SETUP_DONE marks a seat that is ranked.
THROW_STEP, SETUP_DONE = 8, 7

LAID_ASIDE = 127  # place of a card in a pack: it is not in it

# Places of a Manoeuvre Card that lies before a player: the seat, and so much for each turn it still costs.
LIES_BEFORE, TURN_TO_MISS = 64, 8
MOST_MISSED = 7  # turns that one card may cost, so that its place fits the field

# Titles beyond the themes that a seat may know (RULINGS 6).
SOUTH_POLE_TITLE, SAB_TITLE = 27, 28

KNOWN, UNKNOWN = 0, 1  # outcomes of knowledge
RIGHT, WRONG = 0, 1  # outcomes of an answer

OVER_PROGRESS = 2  # worth, in cards of a set, of a continent in which one has gone over (shaped rewards)
