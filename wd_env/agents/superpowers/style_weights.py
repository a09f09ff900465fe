"""The levels: weights of the heuristics by style, in the order of the style indices.

`easy` neither invests nor crosses the sea and attacks at bad odds; `medium` invests, but often skips an attack and
leaves its capital; `hard` always takes the action with the highest score.
"""

EASY, MEDIUM, HARD = range(3)
STYLES = 3

# Percentage of attacks that are skipped, and of purchases at random.
IDLE = (60, 45, 0)
CARELESS = (60, 50, 0)
# Whether it buys economic centres, moves its ruler out of the capital, crosses the sea, guards its capital.
INVESTS = (0, 1, 1)
MOVES_RULER = (0, 0, 1)
CROSSES_SEA = (0, 1, 1)
GUARDS = (0, 1, 1)
# Whether it offers treaties and ends alliances, builds complexes near the front, and launches missiles.
MAKES_TREATIES = (0, 0, 1)
BUILDS = (0, 0, 1)
LAUNCHES = (0, 0, 1)
# Own tanks for each artillery, fighter and infantry that it buys.
TANKS_PER_GUN = (999, 999, 8)
TANKS_PER_FIGHTER = (6, 6, 6)
TANKS_PER_INFANTRY = (1, 1, 1)
MIN_STRIKE = (0, 0, 300)  # least value of the units that a missile destroys, in tenths of a credit
MIN_ADVANCE = (0, 0, 4)  # distance to the next goal by which a new complex must be nearer than others
MAX_MISSILES = (0, 0, 2)  # that it owns at once
# Least credit, in fives, at which it researches, and buys a railway.
RESEARCH_CREDIT = (128, 128, 30)
RAILWAY_CREDIT = (128, 128, 30)
MIN_INVESTMENT_ROUNDS = (4, 4, 6)  # rounds left in which an economic centre pays for itself
# Minimum chance, in thousandths, of an attack, to fight on, and with which no more units join.
MIN_CHANCE = (350, 600, 650)
STAYS_IN = (0, 300, 400)
ENOUGH = (900, 980, 990)
# Chance, in thousandths, with which an opponent may take the capital before it is guarded better.
RISK = (1000, 400, 250)
