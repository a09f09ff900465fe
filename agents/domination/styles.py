"""The levels: one set of habits, and the numbers in which players differ, by style in the order of their codes.

`passive` never attacks; `easy` knows no groups and mostly places beside anybody; `average` often places so, too; `hard`
always does what its scores say.
"""

PASSIVE, EASY, AVERAGE, HARD = range(4)
STYLES = 4
HUNDRED = 100  # per cent

# Per cent of the placements that go beside any enemy, and of the attacks that are left.
CARELESS = (100, 60, 45, 0)
IDLE = (100, 15, 5, 0)
# Whether it sees groups, and looks again at a battle between throws.
SEES_GROUPS = (0, 0, 1, 1)
BREAKS_OFF = (0, 0, 0, 1)
# Armies above the defender's with which it attacks, and per cent of them for each defending army.
MARGIN = (0, 1, 1, 1)
RATIO = (100, 100, 110, 110)
# What is worth how much, in tenths of an army.
TAKEN = (0, 25, 15, 5)  # any country
CARD = (0, 30, 30, 30)  # the first capture of a turn
COMPLETED = (0, 0, 25, 30)  # for each army of the bonus of a group that a capture completes
BROKEN = (0, 0, 10, 25)  # ... that it takes from its holder
PROGRESS = (0, 0, 8, 10)  # ... for the whole of a group, by the share that is held then
REMOVAL = (0, 20, 40, 60)  # of a seat with one country left
ITS_CARD = (0, 5, 15, 30)  # for each card of it
DYING = (0, 0, 0, 15)  # of each country of a seat, where it has few
FEW_LEFT = 4  # countries
OF_CAPITAL = (0, 40, 80, 150)  # in games of capitals
OF_MISSION = (0, 20, 40, 80)  # of a country that the own mission asks for
LOST = (0, 1, 3, 3)  # for each defending army that must be beaten, beside what that costs its holder
NEIGHBOUR = (0, 0, 3, 4)  # for each own neighbour of what is captured, less for each enemy
THREATENED = (0, 0, 5, 8)  # for each army that may fall upon a country that guards a group
