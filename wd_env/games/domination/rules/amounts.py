"""Amounts of armies in eight buckets, and exact amounts added in steps (ledger 5.2)."""

from wd_env.games.domination.definitions.rule_constants import (
    AMOUNT_VERB,
    BUCKET_STEPS,
    EXACT,
    HALF,
    MIN_GARRISON,
    MOST,
    PASS_VERB,
)


def mark_amounts(s, mask, least, most):
    """Mark the minimum, the maximum, and each bucket whose amount differs from those of other marked buckets."""
    first = len(s.armies) + AMOUNT_VERB
    half = amount_in(HALF, least, most)
    is_new = half != least and half != most
    for bucket in range(HALF):
        amount = amount_in(bucket, least, most)
        if bucket == 0 or amount < most:
            mask[first + bucket] = 1
            if amount == half:
                is_new = False
    if is_new:
        mask[first + HALF] = 1
    mask[first + MOST] = 1


def mark_moving(s, mask, least):
    """Mark how many armies can follow or move, at least `least`; exact amounts add to those that have moved."""
    if s.amounts != EXACT:
        mark_amounts(s, mask, least, s.armies[s.origin] - MIN_GARRISON)
        return
    first = len(s.armies) + AMOUNT_VERB
    mark_amounts(s, mask, 0, s.armies[s.origin] - MIN_GARRISON)
    mask[first] = 0
    mask[len(s.armies) + PASS_VERB] = 1


def send(s, amount):
    """Move armies from the origin to the target."""
    s.armies[s.origin] -= amount
    s.armies[s.target] += amount


def begin_moving(s, least):
    """With exact amounts, move the minimum before the player decides how many follow."""
    if s.amounts == EXACT:
        send(s, least)


def keeps_moving(s, a, least):
    """Move the amount of an action, and return whether more may be added."""
    if s.amounts != EXACT:
        send(s, named_amount(s, a, least, s.armies[s.origin] - MIN_GARRISON))
        return False
    if a == len(s.armies) + PASS_VERB:
        return False
    send(s, named_amount(s, a, 0, s.armies[s.origin] - MIN_GARRISON))
    return s.armies[s.origin] > MIN_GARRISON


def amount_in(bucket, least, most):
    """Return the number of armies of a bucket in this range."""
    if bucket == MOST:
        return most
    if bucket == HALF:
        return (least + most + 1) // 2
    return least + BUCKET_STEPS[bucket]


def named_amount(s, a, least, most):
    """Return the number of armies of an action in this range."""
    return amount_in(a - len(s.armies) - AMOUNT_VERB, least, most)
