"""The styles: weights of the heuristics by style, in the order of the style indices.

V1 never changes. MENDED is the strongest style. The others imitate common players: the collector buys cards at any
price, the hunter tries to eliminate others, the hoarder saves soldiers, the rusher collects Antarctica.
"""

V1, SCRIPTED, COLLECTOR, HUNTER, HOARDER, RUSHER = range(6)
STYLES = 6

HUNDRED = 100  # percent
ANY_ARMY = 127  # as a maximum it allows every army, as a minimum none

# Maximum army that wants to be interned, for two more soldiers and three turns without losses.
INTERNED_UP_TO = (2, ANY_ARMY, 3, 3, ANY_ARMY, ANY_ARMY)
# Minimum army that raises a bluff, and that pays two soldiers for a Purgadies Card in Paradies.
RAISES_FROM = (3, ANY_ARMY, ANY_ARMY, 2, ANY_ARMY, ANY_ARMY)
PAYS_FROM = (7, 14, 5, ANY_ARMY, ANY_ARMY, 7)
# Maximum army that calls reinforcements, and that revives a player for five soldiers.
REINFORCED_UP_TO = (3, 3, 3, 3, 8, 3)
REVIVES_UP_TO = (3, ANY_ARMY, 3, 0, ANY_ARMY, ANY_ARMY)
# Value of a soldier, in tenths, and maximum army for which each further loss costs more.
SOLDIER = (10, 10, 5, 10, 40, 8)
DEAR_UP_TO = (3, 3, 2, 3, 8, 3)
# Percentage of the default value for coloured cards, and for cards of Antarctica.
COLOURED_LIKED = (100, 100, 250, 50, 30, 50)
WHITE_LIKED = (100, 100, 100, 50, 30, 500)
# Whether it values Antarctica next to a Continent Space to which it moves.
SEES_GATES = (0, 1, 0, 0, 0, 1)
# Added to an opponent's threat for each soldier below four when it decimates, and below three otherwise.
WEAKNESS = (100, 100, 100, 2000, 100, 100)
EASY_PREY = (100, 100, 100, 2000, 100, 100)
# Value of sending an opponent with few soldiers to Checkpoint Lose, and one with many.
SENT_TO_LOSE = (300, 300, 300, 900, 300, 300)
SENT_TO_PAY = (20, 20, 20, 200, 20, 20)
# Value of landing on each kind of space with many soldiers; Continent Spaces and Lose are computed.
KINDS = 14
KIND_VALUE = (
    *(20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 5, 0, 0),
    *(20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 20, 0, 0),
    *(5, 15, 40, 0, -10, 0, 80, 0, 5, 5, -20, -10, 0, 0),
    *(20, 10, 0, 0, -10, 0, 15, 25, 8, 900, -20, 0, 0, 0),
    *(200, -10, 10, 0, -5, 0, 15, 5, 30, 40, -10, 150, 0, 0),
    *(20, 0, 30, 0, -10, 0, 25, 5, 8, 15, -20, 20, 0, 0),
)
