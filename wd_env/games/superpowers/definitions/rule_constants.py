"""The numbers of the rules, each with its clause; units are in `units.py` and the board is in `board/`."""

POWERS = 8  # superpowers, which are the seats (SP-001)
LANDS, ZONES, SPACES = 79, 66, 145  # lands come first among the spaces, then sea zones (SP-245)
NEUTRAL = 8  # in place of a power that holds a land (SP-068)
NOBODY = 8  # in place of a player or a power
NOWHERE = 145  # in place of a space
NO_ZONE = 66  # in place of a zone
NO_WAY = 99  # in place of a number of fighters, where an order is not legal
FACES = 6  # of a die (SP-042)

INFANTRY, TANK, ARTILLERY, AIR_DEFENCE, FIGHTER, BOMBER, TRANSPORT, SUBMARINE, CARRIER, BATTLESHIP = range(10)
SUPER_BATTLESHIP, MISSILE, GENERAL, RULER = range(10, 14)
KINDS = 14  # kinds of units, in the order of the actions
NO_KIND = 14  # in place of a kind
NO_ROW = 14  # in place of a row, for a kind that cannot be there
# rows of units on land, at sea and aboard; and the row of each kind
LAND_ROWS, SEA_ROWS, CARGO_ROWS = 9, 6, 7
LAND_KINDS = (INFANTRY, TANK, ARTILLERY, AIR_DEFENCE, FIGHTER, BOMBER, MISSILE, GENERAL, RULER)
SEA_KINDS = (FIGHTER, TRANSPORT, SUBMARINE, CARRIER, BATTLESHIP, SUPER_BATTLESHIP)
CARGO_KINDS = (INFANTRY, TANK, ARTILLERY, MISSILE, AIR_DEFENCE, GENERAL, RULER)
LAND_ROW = (0, 1, 2, 3, 4, 5, 14, 14, 14, 14, 14, 6, 7, 8)
SEA_ROW = (14, 14, 14, 14, 0, 14, 1, 2, 3, 4, 5, 14, 14, 14)
CARGO_ROW = (0, 1, 2, 4, 14, 14, 14, 14, 14, 14, 14, 3, 5, 6)
PLACES = (1, 2, 2, 2, 0, 0, 0)  # of a transport that each row of cargo takes (SP-228, SP-229, SP-155, SP-161)
HOLD = 4  # places of a transport (SP-228)
DECK_ROWS = 16  # what can be on deck: a row for each kind

SHARES = 3  # one, half or all of a kind
ONE, HALF, ALL = range(SHARES)

WAR, PEACE, ALLIED = range(3)  # relations of two powers (SP-295)
GRACE_ROUNDS = 5  # in which powers do not attack each other (SP-060)
LIMITED_ROUND = 6  # in which a power takes and loses one land at most (SP-062)
START_PRODUCTION = 20  # (SP-010)
MONEY_STEP = 5  # money moves in fives (SP-026)
COMPLEX_PRICE = 15  # of a complex of either sort (SP-164, SP-167)
CAPITAL_INCOME, EMPIRE_INCOME, RULER_INCOME, CENTRE_INCOME = 10, 10, 10, 5  # (SP-111)
LOST_CAPITAL = 20  # given to the bank (SP-257)
CAPITAL_INFANTRY, START_TANKS, EXTRA_INFANTRY = 3, 2, 3  # (SP-011, SP-014)
BOUNTY_INFANTRY, BOUNTY_TANKS = 2, 1  # (SP-077)
CAPITALS_TO_WIN, CAPITALS_AFTER_EARLY = 5, 6  # (SP-266, SP-267)
EARLY_ROUND = 7  # a team that has five capitals by then makes six necessary (SP-267)
LAND_LIMIT = 1  # production complexes, and economic centres, of a land (SP-168)
CAPITAL_CENTRES = 2  # economic centres of the own capital (SP-168)
SHIP_MOVES, TANK_MOVES = 2, 2
FIGHTER_RANGE, BOMBER_RANGE = 4, 6  # (SP-178, SP-183)
MAX_RANGE = 8  # of any plane with any technology
RANGES = 9  # moves left of a plane, 0 to 8
PLACES_ON_CARRIER = 2  # fighters (SP-213)
MISSILE_RANGE = 2  # (SP-192)
MISSILE_DICE = 4  # for each that strikes land; one at sea (SP-193, SP-197)
BOMBER_LOAD = 2  # infantry (SP-186)
COLUMNS = 7  # dice by value, 1 to 6; column 0 has those of submarines
SETS = 256  # of allied powers, a bit for each

NO_BASE, HELD, HELD_WITH_COMPLEX = range(3)  # a land of the power on turn when the turn began (SP-105)
LOADED, BRIDGED, CLOSED, TIRED = range(4)  # transports that loaded in combat and have not sailed; that brought one of
# two loads ashore; that brought their load ashore; that loaded or sailed in combat, once it is over
HAUL_ROWS = 4
TRANSPORT_ROW, SUBMARINE_ROW, CARRIER_ROW, BATTLESHIP_ROW = 1, 2, 3, 4  # at sea
FIGHTER_AT_SEA = 0
INFANTRY_ROW, TANK_ROW, FIGHTER_ROW, BOMBER_ROW, MISSILE_ROW, GENERAL_ROW, RULER_ROW = 0, 1, 4, 5, 6, 7, 8  # on land
MISSILE_ABOARD, GENERAL_ABOARD, RULER_ABOARD = 3, 5, 6  # rows of cargo
GENERAL_ATTACK = 2  # of infantry beside a general (SP-159)
RULER_DEFENCE = 3  # of infantry and tanks beside a ruler outside the capital (SP-154)
SHOT = 4  # of a battleship at a land (SP-204)
SUB_COLUMN = 0  # of dice that submarines roll
ATTACK = (1, 3, 0, 0, 3, 4, 0, 2, 1, 4, 4, 0, 0, 0)  # of each kind
DEFENCE = (2, 2, 0, 0, 4, 1, 1, 2, 3, 4, 4, 0, 3, 1)
# by price list, of the book and of the game on line (Q09), and kind; 0 for what the basic rules do not sell
PRICE = (*(5, 5, 0, 0, 10, 15, 10, 10, 15, 15, 0, 20, 0, 0), *(3, 5, 0, 0, 10, 15, 8, 8, 12, 15, 0, 20, 0, 0))
SOLD_AT_ONCE = (2, *(1,) * 27)  # (SP-027)
INFANTRY_INCLUDED = (*(0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0), *(0,) * 14)  # (SP-028)
LOWEST_PRICE = (5, 3)
CAN_BE_LOST = (1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1)  # as a hit (SP-047, SP-151, SP-201)
IS_SHIP = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0)
OCCUPIES = (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1)  # (SP-053)
LOSS_ORDER = (0, 1, 2, 6, 7, 4, 8, 5, 9, 10, 13, 12)  # kinds, the cheapest first
LOSS_KINDS = 12
TURN_ORDER = (0, 7, 1, 6, 2, 5, 4, 3)  # powers from west to east, unless another order is agreed on (SP-008, R60)
PLACE_IN_ORDER = (0, 2, 4, 7, 6, 5, 3, 1)
WORDS, WORD_BITS = 3, 49  # of a set of spaces
FLEET_WORDS = 3  # of zones with ships: 19 zones, 23 zones, 24 zones
FIRST_OF_SECOND, FIRST_OF_THIRD = 19, 42
MAX_FLYERS, MAX_LISTED_CARRIERS = 40, 120  # of a search for places on carriers
MAX_SEARCH_STEPS = 1_000  # so that every search ends soon
IMPOSSIBLE, POSSIBLE, UNKNOWN = range(3)  # what a search finds
NOT_ENDED, BY_CAPITALS, BY_SURVIVAL, BY_LIMIT = range(4)  # how a game ended
LIMIT_CAPITALS, LIMIT_NOBODY = range(2)  # who wins at `max_rounds` (R4)
PICKED, DEALT = range(2)  # how nations are chosen
BASIC, ADVANCED = range(2)  # option `ruleset` (SP-320)
MAX_BLITZ_NEIGHBOURS = 10  # most neighbours of a land by land
SCOPE_ALL, SCOPE_TEAM = range(2)  # option `six_scope` (Q51)
AFTER_ATTACK, ROUND_START = range(2)  # option `sub_leaves` (Q29, R37)
FIRST_ROUND, ANY_ROUND = range(2)  # option `general_withdraw` (Q23)
ENCIRCLE_AUTO, ENCIRCLE_ASKS, ENCIRCLE_OFF = range(3)  # option `encircle` (SP-092)
# how far a round of dice is
ROUND_BEGUN, SUBS_ASKED, SUBS_ROLL, OTHERS_ROLL, DEFENCE_ASKED, DEFENCE_READY, DEFENCE_ROLLS, ROUND_OVER = range(8)
FEWEST_POWERS = 4  # in play, which two or three players share (SP-002, SP-003)
PLAYERS_WITH_ALLIES = 3  # with so many players the second and the third are allied (SP-003)
CANAL_LIMIT, CANAL_LAND_LIMIT = 4, 4  # canals, and lands that open one
CANAL_ALLIES, CANAL_NOBODY, CANAL_PEACE, CANAL_ASKS = range(4)  # option `canal_permission` (R31)
PAIR = 2  # places of a unit of size two
HALF_FROM = 4  # units from which half of them are offered
LAND_ATTACK = (1, 3, 0, 0, 3, 4, 0, 0, 0)  # of each row on land
LAND_DEFENCE = (2, 2, 0, 0, 4, 1, 0, 3, 1)
