"""Which spaces may be attacked and taken, and who defends them."""

from tests.games.superpowers.order_position import LANDS, ZONES, Position

GRACE_ROUNDS, LIMITED_ROUND = 5, 6


def may_attack(position: Position, space: str) -> bool:
    """Return whether a space may be a target at all (SP-038, SP-060, SP-068, R12)."""
    if space in position.attacked:
        return False
    powers = position.powers_in(space)
    if space in ZONES:
        return bool(powers - position.friends) and not powers & position.allies and position.round > GRACE_ROUNDS
    owner = position.owner.get(space)
    if owner in position.friends or powers & position.allies:
        return False
    return owner is None or position.round > GRACE_ROUNDS


def may_take(position: Position, land: str) -> bool:
    """Return whether the limited round allows a land to be taken (SP-062, SP-063, R16, R46)."""
    owner, home = position.owner.get(land), LANDS[land]["home"]
    if owner is None or position.round != LIMITED_ROUND or home == position.turn:
        return True
    frees = home in position.friends and home not in position.out
    return (frees or not position.took) and owner not in position.lost


def is_defended(position: Position, space: str) -> bool:
    """Return whether units defend a space; those of neutral lands always do, missiles never (SP-056, SP-070, Q36)."""
    if space in LANDS and space not in position.owner:
        return True
    stacks = position.units.get(space, {})
    return any(stacks[power].total() > stacks[power]["N"] for power in stacks.keys() - position.friends)
