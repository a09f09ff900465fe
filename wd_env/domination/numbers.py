"""The numbers of the rules, each with its clause."""

FACES = 6  # of a die (DOM-146)
MOST_DICE = 3  # of the attacker, and of the defender where that is agreed on (DOM-135, DOM-145)
DEFENCE_DICE = 2  # of the defender unless something else is agreed on (DOM-139)
STAYS = 1  # army that never leaves its country (DOM-134)
