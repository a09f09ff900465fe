"""The constants of the rules, each with its clause."""

FACES = 6  # of a die (DOM-146)
MAX_DICE = 3  # of the attacker, and optionally of the defender (DOM-135, DOM-145)
DEFENCE_DICE = 2  # default of the defender (DOM-139)
MIN_GARRISON = 1  # armies that never leave their country (DOM-134)
SEATS = 6  # maximum number of seats (DOM-003)
NOBODY = SEATS  # instead of a seat
OFF_MAP = NO_MISSION = SEATS + 1  # instead of a holder or a target, where a capacity has more places than the map
NOWHERE = 1000  # instead of a country, a card or a mission
SYMBOL_COUNT = 4  # infantry, cavalry, cannon, wildcards
WILD = 3  # symbol of a wildcard
SET_SIZE = 3  # cards of a set (DOM-067)
SET_KINDS = 14  # kinds of sets, in the order of the actions (ledger 5.2)
MUST_TRADE = 5  # cards with which a set must be traded at the start of a turn (DOM-077)
MAX_KEPT_CARDS = 5  # cards that a captor may have without a trade (DOM-106)
COUNTRY_BONUS = 2  # armies for a country shown on a set (DOM-097)
COUNTRIES_AN_ARMY = 3  # countries per new army (DOM-115)
MIN_NEW_ARMIES = 3  # (DOM-117)
EACH_MORE, STEP_BELOW = 5, 15  # increasing values: set k is worth 5k - 15 from the sixth on (DOM-081)
FIRST_VALUES = (4, 6, 8, 10, 12, 15)  # of increasing values (DOM-080)
FIXED_VALUES = (4, 6, 8, 10, 4, 6, 8, 10, 10, 10, 10, 10, 10, 12)  # by kind of set (DOM-082 to DOM-088)
ITALIAN_VALUES = (6, 8, 4, 10, 12, 12, 12, 0, 0, 0, 0, 0, 0, 0)  # by kind, 0 for no set (DOM-089 to DOM-094)
# fmt: off
SET_CARDS = (  # cards of each symbol that each kind of set takes, kind by kind
    3, 0, 0, 0,  0, 3, 0, 0,  0, 0, 3, 0,  1, 1, 1, 0,
    2, 0, 0, 1,  0, 2, 0, 1,  0, 0, 2, 1,  1, 1, 0, 1,  1, 0, 1, 1,  0, 1, 1, 1,
    1, 0, 0, 2,  0, 1, 0, 2,  0, 0, 1, 2,  0, 0, 0, 3,
)
# fmt: on
DECK, DISCARD, REMOVED, HANDS = range(4)  # where a card is; a hand is HANDS plus the seat
DOMINATION_GAME, CAPITAL_GAME, MISSION_GAME = range(3)  # game types (DOM-010)
INCREASING, FIXED, ITALIAN = range(3)  # systems of card values (DOM-011)
NEXT_SEAT = 1  # after a deal the seat after the last one that was dealt a country places first (ruling 3)
BY_HAND, COUNTRIES_DEALT, ALL_DEALT = range(3)  # what is placed automatically (DOM-032, DOM-033)
ON_COUNTRY, FREE_EACH = range(2)  # bonus for countries shown, with italian values (DOM-102)
NO_LIMIT = 1  # no limit of cards in a hand (DOM-077, DOM-096)
CONNECTED = 1  # the move that ends a turn may go through own countries
NOT_ENDED, BY_CONQUEST, BY_CAPITALS, BY_MISSION, BY_LIMIT = range(5)  # how a game ended
MOST_COUNTRIES = 1  # most countries after the last round win (ruling 24)
PASS_VERB, TRADE_VERB, DICE_VERB, BLITZ_VERB, AMOUNT_VERB, VERBS = 0, 1, 15, 18, 19, 27  # actions after the countries
AMOUNTS = 8  # buckets of an amount (ledger 5.2)
BUCKET_STEPS = (0, 1, 2, 3, 5, 10)  # what the first buckets add to the minimum amount
HALF, MOST = 6, 7  # the other buckets
EXACT = 1  # amounts are added in steps until the player passes; cards of a set are named one by one (ledger 5.2)
ENDS, CONTINUES, ASKS = range(3)  # what happens when capitals or a mission have won (DOM-198)
EDGES = 1  # actions name a border, origin and target at once (ledger 5.3)
BY_RANK = 1  # rewards by the rank of each seat (DOM-201)
