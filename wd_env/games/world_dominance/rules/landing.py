"""Landing on a space: closed, occupied or engaged; and trespassing (WD-037, WD-247, WD-257 to WD-261)."""

from wd_env.games.world_dominance.definitions.actions import NAME
from wd_env.games.world_dominance.definitions.decision_codes import (
    CONSCRIPT_THROW,
    CONTINENT,
    DECIMATE,
    GAIN_DICE,
    ICE_HOUSE,
    LAST_SOLDIER,
    LOSE_THROW,
    MOVEMENT_THROW,
    PARADIES,
    SETTLE,
)
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
from wd_env.games.world_dominance.definitions.rule_constants import CROSSED, IN_FULL
from wd_env.games.world_dominance.rules.antarctica import enter_exchange
from wd_env.games.world_dominance.rules.army import pay_player
from wd_env.games.world_dominance.rules.continent_dice import enter_concede
from wd_env.games.world_dominance.rules.flow import clear_matter, is_awake
from wd_env.games.world_dominance.rules.holdings import is_closed
from wd_env.games.world_dominance.rules.manoeuvres import draw_manoeuvre
from wd_env.games.world_dominance.rules.purgatory import enter_purgatory
from wd_env.games.world_dominance.rules.shelters import enter_khyber_pass
from wd_env.games.world_dominance.rules.zone import enter_zone
from wd_env.kernels.frames import next_node, open_node, seat_at_offset


def do_landing(s, _):
    """Ignore a closed space, trespass on an occupied one, and engage any other."""
    clear_matter(s)
    place = s.place[s.seat]
    if is_closed(s, s.space_region[place]):
        return
    occupants = count_occupants(s, s.seat)
    if occupants > 0 and (s.note & CROSSED == 0 or s.jetstream_trespass == 1):
        trespass(s, occupants)
    else:
        engage(s, s.space_kind[place])


def engage(s, kind):
    """Carry out the instructions of a space of this kind."""
    if kind == CONTINENT_SPACE:
        open_node(s, CONTINENT, s.seat, s.note & CROSSED)
    elif kind == MANOEUVRE_SPACE:
        draw_manoeuvre(s)
    elif kind == CONSCRIPT_SPACE:
        next_node(s, CONSCRIPT_THROW)
    elif kind == LOSE_SPACE:
        next_node(s, LOSE_THROW)
    elif kind == DECIMATE_SPACE:
        next_node(s, DECIMATE)
    elif kind == GAIN_SPACE:
        next_node(s, GAIN_DICE)
    elif kind == CONCEDE_SPACE:
        enter_concede(s)
    elif kind == RSZ_SPACE:
        enter_zone(s)
    elif kind == KHYBER_SPACE:
        enter_khyber_pass(s)
    elif kind == ICE_HOUSE_SPACE:
        next_node(s, ICE_HOUSE)
    elif kind == PURGATORY_SPACE:
        enter_purgatory(s)
    elif kind == PARADIES_SPACE:
        next_node(s, PARADIES)
    elif kind == ANTARCTICA_SPACE:
        enter_exchange(s)


def is_occupant(s, other, seat):
    """Return whether the seat is an opponent on the same space and not interned (WD-154, RULINGS 3)."""
    return other != seat and is_awake(s, other) and s.place[other] == s.place[seat]


def count_occupants(s, seat):
    """Return the number of opponents who are owed a soldier for trespassing."""
    count = 0
    for other in range(s.seats):
        if is_occupant(s, other, seat):
            count += 1
    return count


def trespass(s, occupants):
    """Pay one soldier to each occupant instead of engaging the space (WD-257 to WD-259)."""
    if s.army[s.seat] < occupants:
        next_node(s, LAST_SOLDIER)
        return
    for other in range(s.seats):
        if is_occupant(s, other, s.seat):
            pay_player(s, s.seat, other, 1)
    open_node(s, SETTLE, s.seat, IN_FULL)


def can_last_soldier(s, mask):
    """Mark unpaid occupants if there are too few soldiers (WD-260); the note has a bit per paid seat."""
    for places in range(1, s.seats):
        other = seat_at_offset(s, places)
        if is_occupant(s, other, s.seat) and (s.note >> other) & 1 == 0:
            mask[NAME + places] = 1


def do_last_soldier(s, a):
    """Pay one soldier to the named occupant; without any left, the trespasser goes out."""
    other = seat_at_offset(s, a - NAME)
    pay_player(s, s.seat, other, 1)
    if s.army[s.seat] > 0:
        open_node(s, LAST_SOLDIER, s.seat, s.note | (1 << other))
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)


def do_placement(s, _):
    """Trespass and wait, or throw at once: a revived piece does not engage Conscript (WD-192 to WD-194)."""
    clear_matter(s)
    occupants = count_occupants(s, s.seat)
    if occupants > 0 and not is_closed(s, s.space_region[s.place[s.seat]]):
        trespass(s, occupants)
    else:
        next_node(s, MOVEMENT_THROW)
