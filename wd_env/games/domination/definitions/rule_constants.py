"""The constants of the rules, each with its clause."""

FACES = 6  # of a die (DOM-146)
MAX_DICE = 3  # of the attacker, and optionally of the defender (DOM-135, DOM-145)
DEFENCE_DICE = 2  # default of the defender (DOM-139)
MIN_GARRISON = 1  # armies that stay in their country (DOM-134)
SEATS = 6  # maximum number of seats (DOM-003)
NOBODY = SEATS  # in place of a seat: none
OFF_MAP = NO_MISSION = SEATS + 1  # holder or target of unused places, if the arrays are larger than the map
NOWHERE = 1000  # in place of a country, a card or a mission: none
SYMBOL_COUNT = 4  # infantry, cavalry, cannon, wildcards
WILD = 3  # symbol of a wildcard
SET_SIZE = 3  # cards of a set (DOM-067)
SET_KINDS = 14  # kinds of sets, in the order of the actions (ledger 5.2)
MUST_TRADE = 5  # cards at the start of a turn from which a set must be traded (DOM-077)
MAX_KEPT_CARDS = 5  # maximum number of cards that a captor keeps without a trade (DOM-106)
COUNTRY_BONUS = 2  # armies for a country shown on a set (DOM-097)
COUNTRIES_AN_ARMY = 3  # countries per new army (DOM-115)
MIN_NEW_ARMIES = 3  # (DOM-117)
EACH_MORE, STEP_BELOW = 5, 15  # increasing values: set k is worth 5k - 15 from the sixth on (DOM-081)
FIRST_VALUES = (4, 6, 8, 10, 12, 15)  # of increasing values (DOM-080)
FIXED_VALUES = (4, 6, 8, 10, 4, 6, 8, 10, 10, 10, 10, 10, 10, 12)  # armies by kind of set (DOM-082 to DOM-088)
ITALIAN_VALUES = (6, 8, 4, 10, 12, 12, 12, 0, 0, 0, 0, 0, 0, 0)  # armies by kind, 0 for no value (DOM-089 to DOM-094)
# fmt: off
SET_CARDS = (  # number of cards of each symbol in each kind of set, kind by kind
    3, 0, 0, 0,  0, 3, 0, 0,  0, 0, 3, 0,  1, 1, 1, 0,
    2, 0, 0, 1,  0, 2, 0, 1,  0, 0, 2, 1,  1, 1, 0, 1,  1, 0, 1, 1,  0, 1, 1, 1,
    1, 0, 0, 2,  0, 1, 0, 2,  0, 0, 1, 2,  0, 0, 0, 3,
)
# fmt: on
DECK, DISCARD, REMOVED, HANDS = range(4)  # places of a card; the hand of a seat is HANDS plus the seat
DOMINATION_GAME, CAPITAL_GAME, MISSION_GAME = range(3)  # game types (DOM-010)
INCREASING, FIXED, ITALIAN = range(3)  # systems of card values (DOM-011)
NEXT_SEAT = 1  # after a deal, the seat after the last one dealt a country places first (ruling 3)
BY_HAND, COUNTRIES_DEALT, ALL_DEALT = range(3)  # the part of the set-up that is automatic (DOM-032, DOM-033)
ON_COUNTRY, FREE_EACH = range(2)  # bonus for countries shown, with italian values (DOM-102)
NO_LIMIT = 1  # no maximum number of cards in a hand (DOM-077, DOM-096)
CONNECTED = 1  # the move that ends a turn may go through own countries
NOT_ENDED, BY_CONQUEST, BY_CAPITALS, BY_MISSION, BY_LIMIT = range(5)  # how a game ended
MOST_COUNTRIES = 1  # most countries after the last round win (ruling 24)
PASS_VERB, TRADE_VERB, DICE_VERB, BLITZ_VERB, AMOUNT_VERB, VERBS = 0, 1, 15, 18, 19, 27  # actions after the countries
AMOUNTS = 8  # buckets of an amount (ledger 5.2)
BUCKET_STEPS = (0, 1, 2, 3, 5, 10)  # number that each of the first buckets adds to the minimum amount
HALF, MOST = 6, 7  # the other buckets
EXACT = 1  # amounts are added in steps until the player passes; cards of a set are named one by one (ledger 5.2)
ENDS, CONTINUES, ASKS = range(3)  # effect of a win by capitals or a mission (DOM-198)
EDGES = 1  # actions name a border, which is both origin and target (ledger 5.3)
BY_RANK = 1  # rewards by the rank of each seat (DOM-201)
