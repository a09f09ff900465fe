"""Set-up: nations, first ships, infantry, and the power that begins (SP-001 to SP-015)."""

from wd_env.games.superpowers.definitions.actions import FIRST_POWER_ACTION, FIRST_SPACE
from wd_env.games.superpowers.definitions.board_constants import CAPITAL, DEFAULT_PORT, HOME, NEAR_SEA
from wd_env.games.superpowers.definitions.decision_codes import (
    BEGIN_TURN,
    DEAL_NATION,
    FIRST_POWER,
    NATION,
    NEXT_START,
    PORT,
    START_INFANTRY,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    AIR_DEFENCE_ROW,
    ALLIED,
    CAPITAL_INFANTRY,
    DEALT,
    EXTRA_INFANTRY,
    FEWEST_POWERS,
    FIGHTER_ROW,
    GENERAL_ROW,
    INFANTRY_ROW,
    LANDS,
    NEUTRAL,
    NOBODY,
    PLAYERS_WITH_ALLIES,
    POWERS,
    RULER_ROW,
    START_PRODUCTION,
    START_TANKS,
    SUBMARINE_ROW,
    TANK_ROW,
    TRANSPORT_ROW,
    WORDS,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.joint_purchase import begin_buying
from wd_env.games.superpowers.rules.sets import first_space, is_single, mark_spaces
from wd_env.games.superpowers.rules.stock import add_on_land


def powers_wanted(s):
    """Return the number of powers; some players have two in games of two or three (SP-002, SP-003)."""
    return max(FEWEST_POWERS, s.players)


def first_pickers(s):
    """Return the number of players who can pick first; of three, player 0 does, who has two powers (SP-003, R18)."""
    return 1 if s.players == PLAYERS_WITH_ALLIES else s.players


def weigh_players(s, weights):
    """Give each player who can pick first equal weight to roll highest (SP-006)."""
    for player in range(first_pickers(s)):
        weights[player] = 1


def do_pick_first(s, player):
    """Record the player who picks first (SP-006)."""
    s.first_player = player
    ask_nation(s)


def ask_nation(s):
    """Open the next pick, clockwise from the first player and back for second powers (R18)."""
    s.seat = picker(s)
    s.node = DEAL_NATION if s.setup == DEALT else NATION


def picker(s):
    """Return the player whose pick it is."""
    turn = s.picks if s.picks < s.players else 2 * s.players - 1 - s.picks
    if s.players == PLAYERS_WITH_ALLIES and s.picks == PLAYERS_WITH_ALLIES:
        turn = 0  # the first player has the fourth power (SP-003)
    player = s.first_player + turn
    return player - s.players if player >= s.players else player


def can_nation(s, mask):
    """Mark the powers that are free (SP-007)."""
    for power in range(POWERS):
        if s.nation_of[power] == NOBODY:
            mask[FIRST_POWER_ACTION + power] = 1


def do_nation(s, a):
    take_nation(s, a - FIRST_POWER_ACTION)


def weigh_nations(s, weights):
    """Give each free power equal weight."""
    for power in range(POWERS):
        if s.nation_of[power] == NOBODY:
            weights[power] = 1


def do_deal_nation(s, power):
    take_nation(s, power)


def take_nation(s, power):
    """Give the power to the picker; after the last pick, set up the board."""
    s.nation_of[power] = picker(s)
    s.picks += 1
    if s.picks < powers_wanted(s):
        ask_nation(s)
    else:
        set_up_board(s)


def set_up_board(s):
    """Set up all powers; seats are powers from now on (SP-001, SP-008 to SP-014)."""
    for power in range(POWERS):
        player = s.nation_of[power]
        s.in_play[power] = 1 if player != NOBODY else 0
        s.owner[power] = player if player != NOBODY else 0
        if player != NOBODY:
            set_up_power(s, power)
    for place in range(POWERS - 1, 0 - 1, 0 - 1):
        power = s.turn_order[place]
        if s.in_play[power] == 1:
            s.home_seat[s.owner[power]] = power
    for land in range(LANDS):
        if HOME[land] != NEUTRAL and s.in_play[HOME[land]] == 1:
            s.holder[land] = HOME[land]
    for power in range(POWERS):
        for other in range(POWERS):
            if are_partners(s, power, other):
                s.relation[power * POWERS + other] = ALLIED
    s.node = NEXT_START


def are_partners(s, power, other):
    """Return whether two powers belong to one player or one team (SP-003, Q54)."""
    if power == other:
        return True
    if s.in_play[power] == 0 or s.in_play[other] == 0:
        return False
    return s.team[s.owner[power]] == s.team[s.owner[other]]


def set_up_power(s, power):
    """Put the power's units on its capital and give it production (SP-010, SP-011, SP-013)."""
    land = CAPITAL[power]
    s.capital[power] = land
    s.production[power] = START_PRODUCTION
    s.complexes[land] = 1
    add_on_land(s, power, INFANTRY_ROW, land, CAPITAL_INFANTRY)
    add_on_land(s, power, TANK_ROW, land, START_TANKS)
    add_on_land(s, power, FIGHTER_ROW, land, 1)
    add_on_land(s, power, GENERAL_ROW, land, 1)
    add_on_land(s, power, RULER_ROW, land, 1)
    if s.ruleset == ADVANCED:
        add_on_land(s, power, AIR_DEFENCE_ROW, land, 1)
    s.extra_infantry[power] = EXTRA_INFANTRY
    at = land * WORDS
    if s.setup == DEALT:
        place_first_ships(s, power, DEFAULT_PORT[power])
        add_on_land(s, power, INFANTRY_ROW, land, EXTRA_INFANTRY)
        s.extra_infantry[power] = 0
    elif is_single(NEAR_SEA[at], NEAR_SEA[at + 1], NEAR_SEA[at + 2]):
        place_first_ships(s, power, first_space(NEAR_SEA[at], NEAR_SEA[at + 1], NEAR_SEA[at + 2]))


def place_first_ships(s, power, space):
    """Put a transport and a submarine into one zone (SP-012, R29)."""
    add_at_sea(s, power, TRANSPORT_ROW, space - LANDS, 1)
    add_at_sea(s, power, SUBMARINE_ROW, space - LANDS, 1)
    s.port_chosen[power] = 1


def do_next_start(s, _):
    """Open the next placing of ships or infantry, then the power that begins (SP-012, SP-014, SP-015)."""
    for place in range(POWERS):
        power = s.turn_order[place]
        if s.in_play[power] == 1 and (s.port_chosen[power] == 0 or s.extra_infantry[power] > 0):
            s.seat = power
            s.turn = power
            s.node = PORT if s.port_chosen[power] == 0 else START_INFANTRY
            return
    s.node = FIRST_POWER


def can_port(s, mask):
    """Mark the zones at the capital (SP-012)."""
    at = CAPITAL[s.seat] * WORDS
    mark_spaces(mask, NEAR_SEA[at], NEAR_SEA[at + 1], NEAR_SEA[at + 2])


def do_port(s, a):
    place_first_ships(s, s.seat, a - FIRST_SPACE)
    s.node = NEXT_START


def can_start_infantry(s, mask):
    """Mark the lands of the own empire (SP-014)."""
    for land in range(LANDS):
        if HOME[land] == s.seat:
            mask[FIRST_SPACE + land] = 1


def do_start_infantry(s, a):
    add_on_land(s, s.seat, INFANTRY_ROW, a - FIRST_SPACE, 1)
    s.extra_infantry[s.seat] -= 1
    s.node = NEXT_START


def weigh_first(s, weights):
    """Give each power in play equal weight to begin (SP-015)."""
    for power in range(POWERS):
        weights[power] = s.in_play[power]


def do_first_power(s, power):
    """Begin the first round with this power; the others follow clockwise (SP-015)."""
    s.first = power
    s.turn = power
    s.seat = power
    s.round = 1
    s.node = BEGIN_TURN
    if s.joint_purchase:
        begin_buying(s, power)
