"""The invariants of Superpowers by number, and the values that the check remembers of a game."""

from wd_env.games.superpowers.definitions.rule_constants import KINDS, LANDS, POWERS

WHOLE = 0
UNITS_STAND_WITH_FRIENDS, NOTHING_IS_NEGATIVE, ONE_GENERAL, HOLDS_FIT, FIGHTERS_HAVE_CARRIERS = range(1, 6)
PLANES_HAVE_LANDED, MOVED_UNITS_ARE_THERE, THE_FORCE_ADDS_UP, MARKS_ARE_RIGHT, UNITS_ARE_PAID = range(6, 11)
MONEY_IS_THERE, INCOME_IS_RIGHT, PRODUCTION_STAYS, HOLDERS_PLAY, CAPITALS_ARE_HELD = range(11, 16)
GRACE_HOLDS, ONE_LAND_IN_THE_LIMITED_ROUND, TEAMS_ARE_ALLIED, WINNERS_HAVE_WON, ROUNDS_GO_ON = range(16, 21)
BUILDINGS_ARE_PAID, TREATIES_ARE_IN_ORDER = 21, 22
INVARIANTS = (
    "",
    "units on land are in lands of their team",
    "no value is negative",
    "a power has at most one general, ruler and super battleship",
    "cargo fits its transports",
    "fighters at sea have carriers",
    "planes have landed when a turn begins",
    "no more units have moved than exist",
    "the attackers are those of all origins",
    "zones with ships are marked",
    "new units come only from set-up, purchases and bounties",
    "money does not exceed the production, and is a multiple of five with the prices of the book",
    "the production is the income of the board",
    "the production of a power changes only in its income step",
    "land belongs to a power in play or is neutral",
    "a capital is land that its power holds, with a complex",
    "no power loses land to another in the grace rounds",
    "a power takes and loses at most one land in the limited round",
    "allied powers are those of one team",
    "winners meet the condition of their win, and win with their team",
    "rounds only increase, up to the last",
    "complexes and centres come only from purchases and neutral capitals, and only raids remove centres",
    "peace comes before an alliance, alliances are within the limit, and no relation changes without treaties",
)

# values remembered from one action to the next
SEEN, TURN, ROUND, CREDIT, NEUTRALS, COMPLEXES, CENTRES, NEUTRAL_CAPITALS, NODE, JOINT_BUYING, DAMAGES, MODE = range(12)
SUPER_BOXES, SUPER_DAMAGE = 12, 13
UNITS = 14  # number of units of each kind
UNITS_NOW = UNITS + KINDS  # number of units of each kind after this action
HOLDERS = UNITS_NOW + KINDS
PRODUCTION = HOLDERS + LANDS
SURRENDERED = PRODUCTION + POWERS
TAKEN, LOST = SURRENDERED + POWERS, SURRENDERED + 2 * POWERS
BONUSES = LOST + POWERS  # credits of treaties that are paid in units
RESEARCHED = BONUSES + 1  # technologies and upgrades
SMALL = RESEARCHED + 1  # members of the small alliance, and their infantry
GARRISON = SMALL + 1  # 1 while the target is neutral land
RELATIONS = GARRISON + 1
MEMORY = RELATIONS + POWERS * POWERS
