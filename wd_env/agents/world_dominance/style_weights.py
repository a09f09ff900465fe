"""The styles: one set of habits, and the numbers in which players differ, by style in the order of their codes.

V1 never changes. MENDED is the strongest that is known. The others are players one knows from any table:
the collector wants cards whatever they cost, the hunter wants others out, the hoarder keeps its soldiers, the rusher
wants Antarctica.
"""

V1, SCRIPTED, COLLECTOR, HUNTER, HOARDER, RUSHER = range(6)
STYLES = 6

HUNDRED = 100  # percent
ANY_ARMY = 127  # an army up to which holds for every army, one from which holds for none

# Soldiers up to which each wants to be interned: two more, and three turns in which nothing is lost.
INTERNED_UP_TO = (2, ANY_ARMY, 3, 3, ANY_ARMY, ANY_ARMY)
# Soldiers from which it raises in a bluff, and pays two for a Purgadies Card in Paradies.
RAISES_FROM = (3, ANY_ARMY, ANY_ARMY, 2, ANY_ARMY, ANY_ARMY)
PAYS_FROM = (7, 14, 5, ANY_ARMY, ANY_ARMY, 7)
# Soldiers up to which it calls reinforcements, and brings a fallen player back for five.
REINFORCED_UP_TO = (3, 3, 3, 3, 8, 3)
REVIVES_UP_TO = (3, ANY_ARMY, 3, 0, ANY_ARMY, ANY_ARMY)
# What a soldier is worth, in tenths, and the army up to which each further loss is dearer.
SOLDIER = (10, 10, 5, 10, 40, 8)
DEAR_UP_TO = (3, 3, 2, 3, 8, 3)
# Percent of the usual worth of its own coloured cards, and of those of Antarctica.
COLOURED_LIKED = (100, 100, 250, 50, 30, 50)
WHITE_LIKED = (100, 100, 100, 50, 30, 500)
# Whether it sees Antarctica beyond a Continent Space to which it moves.
SEES_GATES = (0, 1, 0, 0, 0, 1)
# What it adds to an opponent's threat: for each soldier below four where it decimates, and below three elsewhere.
WEAKNESS = (100, 100, 100, 2000, 100, 100)
EASY_PREY = (100, 100, 100, 2000, 100, 100)
# What it is worth to send an opponent in danger to Checkpoint Lose, and one with a healthy army.
SENT_TO_LOSE = (300, 300, 300, 900, 300, 300)
SENT_TO_PAY = (20, 20, 20, 200, 20, 20)
# Worth of landing on each kind of space with a healthy army; Continent Spaces and Lose are reckoned.
KINDS = 14
KIND_VALUE = (
    *(20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 5, 0, 0),
    *(20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 20, 0, 0),
    *(5, 15, 40, 0, -10, 0, 80, 0, 5, 5, -20, -10, 0, 0),
    *(20, 10, 0, 0, -10, 0, 15, 25, 8, 900, -20, 0, 0, 0),
    *(200, -10, 10, 0, -5, 0, 15, 5, 30, 40, -10, 150, 0, 0),
    *(20, 0, 30, 0, -10, 0, 25, 5, 8, 15, -20, 20, 0, 0),
)
