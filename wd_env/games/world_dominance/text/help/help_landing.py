"""The instructions of each space for a piece that lands on it."""

from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_SPACE,
    CONCEDE_SPACE,
    CONSCRIPT_SPACE,
    CONTINENT_SPACE,
    DECIMATE_SPACE,
    GAIN_SPACE,
    ICE_HOUSE_SPACE,
    KHYBER_SPACE,
    LOSE_SPACE,
    MANOEUVRE_SPACE,
    PARADIES_SPACE,
    PURGATORY_SPACE,
    RSZ_SPACE,
)
from wd_env.games.world_dominance.definitions.rule_constants import INTERNED_TURNS, PARADIES_PRICE
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.decision_context import HelpContext
from wd_env.text.seat_names import NUMBERED, SeatNames

INSTRUCTIONS = {
    CONSCRIPT_SPACE: "the Soldier Dice says how many soldiers come from the Garrison",
    MANOEUVRE_SPACE: "a Manoeuvre Card is drawn and carried out",
    PARADIES_SPACE: f"rest, pay {PARADIES_PRICE} soldiers for a Purgadies Card and gain, or bring a player back",
    CONTINENT_SPACE: "draw a card face down for its price, pass for a soldier, or travel on",
    CONCEDE_SPACE: "a card of what the Continent Dice shows goes back to the World Pack",
    LOSE_SPACE: "the Soldier Dice says how many soldiers go to the Garrison",
    GAIN_SPACE: "a card of what the Continent Dice shows may be taken, free",
    RSZ_SPACE: "an Intelligence Card is drawn and an opponent tested on it for the soldiers of the zone",
    KHYBER_SPACE: "the Khyber Pass may be taken, which cancels one Manoeuvre Card",
    DECIMATE_SPACE: "name a player and throw the Soldier Dice against that army",
    PURGATORY_SPACE: "three throws, hoping for sixes; without them a Purgadies Card takes something away",
    ICE_HOUSE_SPACE: f"take 2 soldiers and miss {INTERNED_TURNS} turns, or do nothing",
    ANTARCTICA_SPACE: "a coloured card is exchanged for one of Antarctica",
}


def landing_help(table: WorldDominanceTable, seat: int, place: int, names: SeatNames = NUMBERED) -> str:
    """Return the name of a space, what is there for a piece of this seat, and the instructions of the space."""
    context = HelpContext.of_table(table, names=names)
    return f"{context.landing(seat, place)}: {INSTRUCTIONS[context.s.space_kind[place]]}."
