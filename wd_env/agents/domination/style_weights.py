"""The levels: one set of habits, and the numbers in which players differ, by style in the order of their codes.

`passive` never attacks; `easy` knows no groups and mostly places beside anybody; `average` often places so, too; `hard`
always does what its scores say.
"""

PASSIVE, EASY, AVERAGE, HARD = range(4)
STYLES = 4

# Per cent of the placements that go beside any enemy, and of the attacks that are left.
CARELESS = (100, 60, 45, 0)
IDLE = (100, 15, 5, 0)
# Whether it sees groups, and looks again at a battle between throws.
SEES_GROUPS = (0, 0, 1, 1)
BREAKS_OFF = (0, 0, 0, 1)
# Countries of an attack that it looks ahead, and per cent of what those after the first one count.
LOOKAHEAD = (1, 1, 2, 3)
LATER_CAPTURES = (0, 0, 60, 90)
# Least chance, in thousandths, with which it attacks.
LEAST_CHANCE = (1000, 500, 550, 500)
STAYS_IN = (1000, 0, 0, 470)  # ... with which it goes on with what has begun
# What is worth how much, in hundredths of an army.
CAPTURE = (0, 250, 150, 100)  # any country
CARD = (0, 200, 200, 200)  # the first capture of a turn
CARD_PER_SET_ARMY = (0, 30, 30, 30)  # ... and for each army of the next set
COMPLETED = (0, 0, 200, 250)  # for each army of the bonus of a group that a capture completes
BROKEN = (0, 0, 100, 300)  # ... that it takes from its holder
# ... for the whole of a group, by the share that is held then; below 0 where a part of a group only invites attacks
PROGRESS = (0, 0, 60, -80)
REMOVAL = (0, 200, 400, 300)  # of a seat with one country left
REMOVAL_CARDS = (0, 20, 30, 60)  # for each card of it, and each army of the next set
SEAT_IN_REACH = (0, 0, 50, 200)  # per cent of both for a seat which the armies beside it can remove
LEADER = (0, 0, 0, 1000)  # of a seat that has all armies, of others by their part of them
CAPITAL_VALUE = (0, 400, 800, 1500)  # in games of capitals
MISSION_VALUE = (0, 200, 400, 800)  # of a country that the own mission asks for
NEIGHBOUR = (0, 0, 20, 70)  # for each own neighbour of what is captured, less for each enemy
COST = (0, 70, 70, 120)  # for each army that is lost
BEATEN_ARMY = (0, 500, 500, 600)  # for each that is beaten, by the square of the own share of all armies
# What an own country is worth where it can be lost, what more for each army of the bonus of its whole group, and per
# cent of a neighbour's income that may join its attack.
COUNTRY_GUARD = (0, 0, 60, 40)
GROUP_GUARD = (0, 0, 100, 200)
INCOME_THREAT = (0, 0, 30, 300)
BEHIND = (0, 20, 20, 20)  # for each army and each border that it stands behind the front
SETTING_UP = (0, 0, 30, 18)  # per cent of the stock that count while the table is set up
