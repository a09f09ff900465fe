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
# Whether it offers treaties and ends alliances, buys artillery and research, builds complexes near the front, and
# launches missiles.
MAKES_TREATIES = (0, 0, 1)
BUYS_GUNS = (0, 0, 1)
RESEARCHES = (0, 0, 1)
BUILDS = (0, 0, 1)
LAUNCHES = (0, 0, 1)
MIN_INVESTMENT_ROUNDS = (4, 4, 4)  # rounds left in which an economic centre pays for itself
# Minimum chance, in thousandths, of an attack, to fight on, and with which no more units join.
MIN_CHANCE = (350, 600, 650)
STAYS_IN = (0, 300, 400)
ENOUGH = (900, 980, 990)
# Chance, in thousandths, with which an opponent may take the capital before it is guarded better.
RISK = (1000, 400, 200)
