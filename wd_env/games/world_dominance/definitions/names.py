"""The vocabulary of World Dominance: the int and the text of every word of the game.

Rules, tables and observations use the constants; people and files use the texts. Apart from the texts, all values are
ints, so that compiled rules can use every constant.
"""

# Numbers of the box (WD-007).
SEATS = 5  # maximum number of players (WD-009)
SOLDIERS = 100  # the stock of soldiers (WD-025)
CARDS = 65  # Continent Cards
DECK = 27  # maximum number of Manoeuvre Cards
THEMES = 27  # Intelligence Cards
PIECES = 8
REGIONS = 7
RING = 36  # maximum number of spaces of a ring
PLACES = 38  # ring spaces, Antarctica and the dummy place

# Codes just above their range, so that a wrong index reaches a dummy and never the last real element.
NOBODY = 5
PACK = 5  # a holder of cards: the World Pack
GARRISON_SIDE = 6  # a holder: next to the Garrison
HOLDERS = 7  # seats, the World Pack and next to the Garrison
ANTARCTICA_PLACE = 36
NOWHERE = 37
NO_CARD = 65
NO_PIECE = 8
NO_THEME = 31
NO_MANOEUVRE = 31
NO_PURGADIES = 7

# Regions in geostrategic order.
NORTH_AMERICA, SOUTH_AMERICA, ANTARCTICA, AFRICA, AUSTRALASIA, ASIA, EUROPE = range(7)
NO_REGION = 7
REGION_NAMES = ("North America", "South America", "Antarctica", "Africa", "Australasia", "Asia", "Europe")
REGION_COLOURS = ("red", "green", "white", "black", "purple", "yellow", "blue")

# Jetstream Directional Opposites (WD-058); Antarctica has none (WD-062).
OPPOSITE = (AUSTRALASIA, ASIA, NO_REGION, EUROPE, NORTH_AMERICA, SOUTH_AMERICA, AFRICA)

# Kinds of space.
(
    CONSCRIPT_SPACE,
    MANOEUVRE_SPACE,
    PARADIES_SPACE,
    CONTINENT_SPACE,
    CONCEDE_SPACE,
    LOSE_SPACE,
    GAIN_SPACE,
    RSZ_SPACE,
    KHYBER_SPACE,
    DECIMATE_SPACE,
    PURGATORY_SPACE,
    ICE_HOUSE_SPACE,
    ANTARCTICA_SPACE,
    NO_SPACE,
) = range(14)
SPACE_NAMES = (
    "conscript",
    "manoeuvre",
    "paradies",
    "continent",
    "concede",
    "lose",
    "gain",
    "rsz",
    "khyber",
    "decimate",
    "purgatory",
    "ice_house",
    "antarctica",
    "nowhere",
)

# Kinds of Continent Card, as bits: Istanbul is a City and a Country (WD-020).
STRATEGIC_POINT, CITY, COUNTRY, STATE, ANTARCTICA_CARD = 1, 2, 4, 8, 16
ANY_KIND = 31
KIND_NAMES = {
    "strategic point": STRATEGIC_POINT,
    "city": CITY,
    "country": COUNTRY,
    "state": STATE,
    "city+country": CITY | COUNTRY,
    "antarctica": ANTARCTICA_CARD,
}

PIECE_NAMES = (
    "Tommy Unknown",
    "Julius Caesar",
    "George Washington",
    "Pachacuti",
    "Cleopatra",
    "Buddha",
    "Queen Maud",
    "Genghis Khan",
)

# Verbs of Manoeuvre Cards, each with up to four parameters (`cards/manoeuvre_verbs.py` reads them from rows).
(
    VERB_NOTHING,
    VERB_GO_TO_AIRSPACES,  # region, region, soldiers
    VERB_GO_TO_ONE_OF,  # region, soldiers, region, soldiers
    VERB_SEND,  # kind of space, or NO_SPACE for any
    VERB_CLOSE,
    VERB_TAKE,  # kinds of card (bits), face up from the pack 0/1
    VERB_LOSE,  # kinds
    VERB_LOSE_ALL,
    VERB_SWAP,  # kinds
    VERB_DONATE,  # kinds
    VERB_FORFEIT,  # soldiers
    VERB_FORFEIT_ALL_BUT,  # soldiers kept
    VERB_EACH_FORFEITS,  # soldiers, army each must exceed
    VERB_COLLECT_EACH,  # soldiers, army each opponent must exceed
    VERB_TAKE_SOLDIERS,  # soldiers, army the opponent must exceed
    VERB_GAIN,  # soldiers
    VERB_MISS_TURNS,  # turns
    VERB_MOVE,  # spaces, direction, soldiers
    VERB_GO_TO_NEAREST,  # kind of space, direction, soldiers
) = range(19)
VERB_NAMES = (
    "nothing",
    "go_to_airspaces",
    "go_to_one_of",
    "send",
    "close",
    "take",
    "lose",
    "lose_all",
    "swap",
    "donate",
    "forfeit",
    "forfeit_all_but",
    "each_forfeits",
    "collect_each",
    "take_soldiers",
    "gain",
    "miss_turns",
    "move",
    "go_to_nearest",
)

# Directions along the ring.
CLOCKWISE, ANTICLOCKWISE, EITHER_WAY = range(3)
DIRECTION_NAMES = ("clockwise", "anticlockwise", "either way")

# Purgadies Cards (WD-157).
PURGADIES_ANTARCTICA, PURGADIES_POINT, PURGADIES_COUNTRY, PURGADIES_CITY, REPRIEVE, LIFE_DEATH = range(6)
PURGADIES_NAMES = ("antarctica", "strategic_point", "country", "city", "reprieve", "life_death")
PURGADIES_KIND = (ANTARCTICA_CARD, STRATEGIC_POINT, COUNTRY, CITY, 0, 0)

# The codes of each option and their names (`config.py` describes them).
STALEMATE, LAST_SURVIVOR_WINS, PLAY_ON = range(3)
LAST_PLAYER_NAMES = ("stalemate", "last_survivor_wins", "play_on")
CLOSED_FOR_THE_GAME, CLOSED_FOR_A_ROUND, CLOSED_FOR_ROUNDS = range(3)
CLOSURE_DURATION_NAMES = ("game", "round", "n_rounds")
NO_EXTRA, EXTRA_TURN, SKIP_NEXT = range(3)
SIX_RULE_NAMES = ("no_extra", "extra_turn", "skip_next")
SURVIVES, ELIMINATED = range(2)
SELF_STRIKE_OUT_NAMES = ("survive", "eliminated")
NEVER, LATER_SETS, ALWAYS = range(3)
PRE_SET_NEEDS_NAMES = ("never", "later_sets", "always")
RECHOOSE, MUST_PASS = range(2)
BLOCKED_PLAYER_NAMES = ("rechoose", "must_pass")
ANY_SHORTFALL, ONLY_IF_NOTHING_LOOSE = range(2)
FALLBACK_NAMES = ("any_shortfall", "only_if_nothing_loose")

# How a game ended by the rules; a truncated game has not ended by them.
NOT_ENDED, BY_FIVE_CARDS, BY_TEN_CARDS, BY_ANTARCTICA, BY_LAST_SURVIVOR, BY_STALEMATE, BY_SEVERAL_SETS = range(7)
ENDING_NAMES = ("not ended", "five cards", "ten cards", "Antarctica", "last survivor", "stalemate", "several sets")

# The penalty of an illegal action (WD-262 to WD-267).
ILLEGAL_IS_ERROR, ILLEGAL_IS_MISDEMEANOUR, ILLEGAL_EJECTS = range(3)
ILLEGAL_ACTION_NAMES = ("error", "misdemeanour", "eject")

# The model that decides whether an answer is right (WD-105, WD-223, WD-224).
PROFILE, CONSTANT, QUIZ = range(3)
KNOWLEDGE_MODEL_NAMES = ("profile", "constant", "quiz")
