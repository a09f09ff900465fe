"""The code of every node, in the order of the table.

Written by `make codegen` from the tables of the game: change those.
"""

(
    CLAIM,
    SETUP_PLACE,
    CAPITAL,
    TRADE,
    BONUS_WHERE,
    PLACE,
    PLACE_AMOUNT,
    ATTACK_FROM,
    ATTACK_TO,
    ROLL,
    DEFEND,
    OCCUPY,
    FORT_FROM,
    FORT_TO,
    FORT_AMOUNT,
    CONTINUE,
    TAKE_SEAT,
    FIRST_SEAT,
    DRAW_MISSION,
    DEAL,
    SCATTER,
    ATTACK_THROW_1,
    ATTACK_THROW_2,
    ATTACK_THROW_3,
    DEFENCE_THROW_1,
    DEFENCE_THROW_2,
    DEFENCE_THROW_3,
    DRAW_CARD,
    BEGIN_TURN,
    TRADING,
    PLACING,
    ATTACKING,
    FORTIFYING,
    ENDING_TURN,
    NEXT_TURN,
    OVER,
) = range(36)

FIRST_CHANCE, LAST_CHANCE = TAKE_SEAT, DRAW_CARD
FIRST_AUTOMATIC, LAST_AUTOMATIC = BEGIN_TURN, NEXT_TURN
DECISIONS = 16
NO_NODE = 127  # while an action or outcome is being carried out
