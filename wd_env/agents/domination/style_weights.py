"""The levels: weights of the heuristics by style, in the order of the style indices.

`passive` never attacks; `easy` ignores groups and mostly places next to any enemy; `average` often places so too;
`hard` always takes the action with the highest score.
"""

PASSIVE, EASY, AVERAGE, HARD = range(4)
STYLES = 4

# Percentage of placements next to any enemy, and of attacks that are skipped.
CARELESS = (100, 60, 45, 0)
IDLE = (100, 15, 5, 0)
# Whether it values groups, and checks a battle between throws.
SEES_GROUPS = (0, 0, 1, 1)
BREAKS_OFF = (0, 0, 0, 1)
# Number of captures of an attack that it looks ahead, and percentage by which those after the first count.
LOOKAHEAD = (1, 1, 2, 3)
LATER_CAPTURES = (0, 0, 60, 90)
# Minimum chance, in thousandths, of an attack.
MIN_CHANCE = (1000, 500, 550, 500)
STAYS_IN = (1000, 0, 0, 470)  # minimum chance, in thousandths, to continue a battle
# Values in hundredths of an army.
CAPTURE = (0, 250, 150, 100)  # any country
CARD = (0, 200, 200, 200)  # the first capture of a turn
CARD_PER_SET_ARMY = (0, 30, 30, 30)  # added for each army of the next set
COMPLETED = (0, 0, 200, 250)  # for each army of the bonus of a group that a capture completes
BROKEN = (0, 0, 100, 300)  # for each army of the bonus of a group that its holder loses
# For the whole of a group, by the fraction then held; negative where part of a group only invites attacks.
PROGRESS = (0, 0, 60, -80)
REMOVAL = (0, 200, 400, 300)  # of a seat with one country left
REMOVAL_CARDS = (0, 20, 30, 60)  # for each of its cards, and each army of the next set
SEAT_IN_REACH = (0, 0, 50, 200)  # percentage of both for a seat that the armies next to it can remove
LEADER = (0, 0, 0, 1000)  # of a seat with all armies; of others by their fraction of them
CAPITAL_VALUE = (0, 400, 800, 1500)  # in games of capitals
MISSION_VALUE = (0, 200, 400, 800)  # of a country that the own mission needs
NEIGHBOUR = (0, 0, 20, 70)  # for each own neighbour of a captured country, minus that for each enemy neighbour
COST = (0, 70, 70, 120)  # for each army that is lost
BEATEN_ARMY = (0, 500, 500, 600)  # for each beaten army, times the squared fraction of all armies that is our own
# Value of an own country that can be lost, added value for each army of the bonus of its complete group, and
# percentage of a neighbour's income that may join its attack.
COUNTRY_GUARD = (0, 0, 60, 40)
GROUP_GUARD = (0, 0, 100, 200)
INCOME_THREAT = (0, 0, 30, 300)
BEHIND = (0, 20, 20, 20)  # for each army and each border of its distance to the front
SETTING_UP = (0, 0, 30, 18)  # percentage of the stock that counts during the set-up
