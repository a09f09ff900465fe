"""The state of Superpowers: the table first, then the settings.

Lists of several dimensions are flat, with the last dimension fastest, as in
`land_units[(power * LAND_ROWS + row) * LANDS + land]`.
"""

from dataclasses import replace
from functools import cache

from wd_env.games.superpowers.board.rule_tables import MIN_COAST_LINKS
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    CANAL_LIMIT,
    CARGO_ROWS,
    COLUMNS,
    DECK_ROWS,
    FLEET_WORDS,
    HAUL_ROWS,
    KINDS,
    LAND_ROWS,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    MAX_FLYERS,
    MAX_LISTED_CARRIERS,
    POWERS,
    RANGES,
    SEA_ROWS,
    SETS,
    SPACES,
    TECHNOLOGIES,
    ZONES,
)
from wd_env.spec.rule_options import state_option_fields
from wd_env.spec.state_schema import Field, StateSchema

P = POWERS

CORE = (
    Field("node", "i1", 0, "the current node"),
    Field("seat", "i1", 0, "power to move"),
    Field("owner", "i1", P, "player of each power", by="seat"),
    Field("home_seat", "i1", P, "home power of each player", by="player"),
    Field("in_play", "i1", P, "1 in the game, 0 out or never there", by="seat"),
    Field("won", "i1", P, "1 for a player who has won", by="player"),
    Field("truncated", "i1", 0, "1 when the game was truncated at max_rounds"),
    Field("ended_by", "i1", 0, "how the game ended by the rules, or NOT_ENDED"),
    Field("turn", "i1", 0, "power on turn"),
    Field("first", "i1", 0, "power that began"),
    Field("round", "i4", 0, "round, from 1"),
)
SETUP = (
    Field("nation_of", "i1", P, "player who has picked each power, or NOBODY", by="seat"),
    Field("picks", "i1", 0, "nations that were picked"),
    Field("first_player", "i1", 0, "player who picks first"),
    Field("extra_infantry", "i1", P, "infantry still to be placed at the start", by="seat"),
    Field("port_chosen", "i1", P, "1 once the first ships are placed", by="seat"),
    Field("team", "i1", P, "team of each player", by="player"),
)
BOARD = (
    Field("holder", "i1", LANDS, "power that holds the land, or NEUTRAL", by="land"),
    Field("captured", "i1", LANDS, "1 until the round in which the land was taken ends", by="land"),
    Field("complexes", "i1", LANDS, "production complexes", by="land"),
    Field("centres", "i1", LANDS, "economic centres", by="land"),
    Field("damage", "i1", LANDS, "1 for a damaged complex", by="land"),
    Field("base", "i1", LANDS, "what the power on turn held there when the turn began", by="land"),
    Field("closed_until", "i1", SPACES, "1 + power until whose turn a missile closes it, or 0", by="space"),
    Field("attacked", "i1", SPACES, "1 once the power on turn attacked there", by="space"),
    Field("land_units", "i2", P * LAND_ROWS * LANDS, "units on land", by="power, row and land"),
    Field("sea_units", "i2", P * SEA_ROWS * ZONES, "ships and fighters on carriers", by="power, row and zone"),
    Field("fleets", "i4", P * FLEET_WORDS, "zones with ships or fighters, one bit each", by="power and word"),
    Field("cargo", "i2", P * CARGO_ROWS * ZONES, "units aboard, one hold per zone and power", by="power, row and zone"),
    Field("relation", "i1", P * P, "WAR, PEACE or ALLIED", by="power and power"),
    Field(
        "since",
        "i4",
        P * P,
        "8 x round + place of the turn since which it lasts, or of the last act of war",
        by="power and power",
    ),
    Field("paid", "i1", P * P, "1 once a first peace treaty was paid", by="power and power"),
    Field("small", "i1", P, "1 for members of the small alliance", by="seat"),
    Field("leaving", "i1", P, "1 while units of it are in land of a power that was an ally", by="seat"),
    Field("production", "i2", P, "production chart", by="seat"),
    Field("capital", "i2", P, "capital now, or NOWHERE", by="seat"),
    Field("relocated", "i1", P, "1 once the capital was relocated", by="seat"),
    Field("surrendered", "i1", P, "1 once the power has surrendered", by="seat"),
    Field("boxes", "i1", P * BOXES, "boxes of its super battleship", by="power and box"),
    Field("super_damage", "i1", P, "hit points that its super battleship has lost", by="seat"),
    Field("technology", "i1", P * TECHNOLOGIES, "technologies of each category", by="power and category"),
    Field("railway", "i1", P, "1 once the power has a railway", by="seat"),
    Field("anti_ballistics", "i1", P, "1 once its air defence hits missiles at 3", by="seat"),
    Field("took", "i1", P, "1 once it took a land in the limited round", by="seat"),
    Field("lost", "i1", P, "1 once it lost a land in the limited round", by="seat"),
    Field("lost_land", "i2", P, "land that it lost in the limited round, or NOWHERE", by="seat"),
    Field("fought", "i1", 0, "1 once a power attacked another in this round"),
    Field("limited_over", "i1", 0, "1 once a round from the limited one on has ended in which powers fought"),
    Field("six_needed", "i1", 0, "1 once six capitals are necessary"),
    Field("six_powers", "i1", P, "1 for powers that need six", by="seat"),
    Field("held_since", "i4", SETS, "8 x round + power in whose turn enough capitals were held, or 0", by="team"),
)
UNLOADED = Field("unloaded", "i2", MIN_COAST_LINKS, "places unloaded from a zone to a land", by="coast link")
TURN = (
    Field("credit", "i2", 0, "left of the power on turn"),
    Field("deck", "i2", DECK_ROWS, "units bought and not placed yet", by="kind"),
    Field("land_spent", "i2", LAND_ROWS * LANDS, "units of the power on turn that moved", by="row and land"),
    Field("ships_half", "i2", SEA_ROWS * ZONES, "ships that sailed one of two zones", by="row and zone"),
    Field("ships_spent", "i2", SEA_ROWS * ZONES, "ships and fighters that moved", by="row and zone"),
    Field("fired", "i2", ZONES, "battleships that fought or fired", by="zone"),
    Field("hauls", "i2", HAUL_ROWS * ZONES, "transports that are LOADED, BRIDGED, CLOSED or TIRED", by="row and zone"),
    UNLOADED,
    Field(
        "blitz",
        "i2",
        LANDS * MAX_BLITZ_NEIGHBOURS,
        "tanks with a move left",
        by="land and neighbour they came from",
    ),
    Field("aloft", "i2", 2 * RANGES * SPACES, "planes in the air", by="fighter or bomber, moves left and space"),
    Field("planes_aloft", "i2", 0, "planes in the air in all"),
    Field("new_carriers", "i1", ZONES, "carriers placed in this turn", by="zone"),
    Field("joint_buying", "i1", 0, "1 while all powers buy at the start of a round"),
    Field("joint_deck", "i2", P * DECK_ROWS, "units bought at the start of the round", by="power and kind"),
    Field("joint_cost", "i2", P, "their price", by="seat"),
    Field("canal_granted", "i1", CANAL_LIMIT, "1 for canals that the power on turn was allowed to pass", by="canal"),
    Field("canal_asked", "i1", 0, "lands of canals whose holders were asked"),
    Field("combat_over", "i1", 0, "1 from the landing step on"),
    Field("ferry_from", "i2", 0, "land from which bombers flew last with units, or NOWHERE"),
    Field("ferry_to", "i2", 0, "where they flew"),
    Field("ferry_room", "i2", 0, "places for infantry left aboard"),
    Field("offered", "i1", 0, "1 once the power on turn has offered a treaty"),
    Field("small_infantry", "i1", P, "infantry of the small alliance still to be placed", by="seat"),
    Field("small_placed", "i1", LANDS, "of them, those that were placed", by="land"),
    Field("partner", "i1", 0, "power to which it was offered, or NOBODY"),
    Field("bonus", "i1", P, "credits of a treaty left to take in units", by="seat"),
)
ORDER = (
    Field("target", "i2", 0, "space that is attacked, or NOWHERE"),
    Field("origin", "i2", 0, "space named last in the order, or NOWHERE"),
    Field("kind", "i1", 0, "kind named last, or NO_KIND"),
    Field("amount", "i2", 0, "how many of it"),
    Field("mode", "i1", 0, "ASSAULT, or RUSH, of the order, or 0"),
    Field("zone", "i2", 0, "zone through which is rushed, or NOWHERE"),
    Field("force", "i2", LAND_ROWS * LANDS, "attackers from land", by="row and origin"),
    Field("blitz_force", "i2", LANDS, "of `force`, tanks that came through an empty land", by="origin"),
    Field("fleet", "i2", SEA_ROWS * ZONES, "attackers from zones", by="row and origin"),
    Field("landers", "i2", CARGO_ROWS * ZONES, "attackers from ships", by="row and zone"),
    Field("landing_ships", "i2", ZONES, "transports that land them", by="zone"),
    Field("engaged", "i2", KINDS, "attackers of each kind, transports that land them too", by="kind"),
    Field("voyage", "i2", SEA_ROWS, "ships of the voyage in progress", by="row"),
    Field("voyage_cargo", "i2", CARGO_ROWS, "cargo named for it", by="row"),
)
SEARCH = (  # empty between actions
    Field("flyers", "i1", 0, "fighters that need a carrier"),
    Field("flyer_ball", "i2", MAX_FLYERS, "what they reach, as an index of `BALL`", by="fighter"),
    Field("flyer_carrier", "i1", MAX_FLYERS, "the carrier on which each lands", by="fighter"),
    Field("flyer_choices", "i1", MAX_FLYERS, "carriers that could take it", by="fighter"),
    Field("flyer_order", "i1", MAX_FLYERS, "which looks for a place first, second and so on", by="order"),
    Field("fleets_listed", "i1", 0, "fleets: carriers that share free places"),
    Field("fleet_places", "i2", MAX_LISTED_CARRIERS, "free places of each", by="fleet"),
    Field("carriers", "i1", 0, "carriers"),
    Field("carrier_zones", "i4", MAX_LISTED_CARRIERS * FLEET_WORDS, "where they can be", by="carrier and word"),
    Field("carrier_fleet", "i1", MAX_LISTED_CARRIERS, "the fleet of each", by="carrier"),
    Field("carrier_load", "i1", MAX_LISTED_CARRIERS, "fighters that land on it", by="carrier"),
    Field("carrier_flyer", "i1", MAX_LISTED_CARRIERS, "the first of them", by="carrier"),
)
BATTLE = (
    Field("battle_round", "i2", 0, "rounds of dice begun"),
    Field("paratroopers", "i2", LANDS, "of `force`, infantry that bombers drop", by="origin"),
    Field("guns", "i2", 0, "artillery that fires from where it stands"),
    Field("gun_dice", "i2", 0, "dice of that artillery to roll"),
    Field("guided_dice", "i2", 2, "dice of planes whose hits the attacker places", by="fighter or bomber"),
    Field("guided_hits", "i2", 2, "hits of such dice that are not placed yet", by="fighter or bomber"),
    Field("coastal_dice", "i2", 0, "dice of artillery at a landing fleet to roll"),
    Field("air_dice", "i2", 0, "dice of air defence to roll"),
    Field("strikes", "i1", 0, "1 while the general of the attack has still to act in this round"),
    Field("rising_dice", "i2", 0, "dice of fighters that rise against a raid to roll"),
    Field("shot_down", "i2", 2, "planes for which such a die has hit", by="fighter or bomber"),
    Field("due_planes", "i2", 0, "planes that air defence has hit and the attacker must still name"),
    Field("due_coastal", "i2", 0, "ships that artillery has hit and the attacker must still name"),
    Field("garrison", "i1", 2, "infantry and fighters of a neutral that is attacked", by="infantry or fighters"),
    Field("decider", "i1", 0, "power that decides for all defenders, or NOBODY"),
    Field("shots", "i2", 0, "battleships that still fire at a land"),
    Field("dice", "i2", COLUMNS, "attack dice to roll; column 0 has submarines", by="value"),
    Field("homing_dice", "i2", 0, "of them, dice of submarines with homing torpedoes"),
    Field("foe_dice", "i2", COLUMNS, "defence dice to roll; column 0 has submarines", by="value"),
    Field("hits", "i2", 0, "hits of the dice that are rolled now"),
    Field("sub_hits", "i2", 0, "of submarines"),
    Field("due_attacker", "i2", 0, "losses that the attacker must still name"),
    Field("due_attacker_ships", "i2", 0, "losses of the attacker that must be ships"),
    Field("due_defender", "i2", 0, "losses that the defender must still name"),
    Field("due_defender_ships", "i2", 0, "losses of the defender that must be ships"),
    Field("stage", "i1", 0, "how far the round of dice is"),
    Field("dived", "i2", P, "submarines that dive", by="seat"),
    Field("out_subs", "i2", P, "submarines that take no part any more", by="seat"),
    Field("resume", "i1", 0, "node that follows losses"),
    Field("sink_seat", "i1", 0, "power whose hold is too full, or NOBODY"),
    Field("sink_zone", "i2", 0, "zone of that hold, or NOWHERE"),
    Field("raid_dice", "i2", 0, "dice of bombers that raid to roll"),
    Field("missiles", "i2", 0, "missiles in flight"),
    Field("missile_dice", "i2", 0, "dice of missiles to roll"),
    Field("rush_dice", "i2", COLUMNS, "dice to roll against a rush", by="value"),
)
CONSTANT = (
    Field("seats", "i1", 0, "powers", constant=True),
    Field("players", "i1", 0, "players", constant=True),
    Field("turn_order", "i1", P, "powers in the order of their turns", constant=True, by="place"),
    Field("place_in_order", "i1", P, "place of each power in that order", constant=True, by="seat"),
    Field("treaties", "i1", 0, "1 if powers can make treaties", constant=True),
    *state_option_fields(Config),
)


@cache
def schema_of(coast_links: int) -> StateSchema:
    """Return the schema of states with room for `coast_links` pairs of a land and a zone at its coast."""
    turn = tuple(replace(UNLOADED, length=coast_links) if field is UNLOADED else field for field in TURN)
    return StateSchema("superpowers", (*CORE, *SETUP, *BOARD, *turn, *ORDER, *SEARCH, *BATTLE, *CONSTANT))


SCHEMA = schema_of(MIN_COAST_LINKS)
