"""Amounts of armies in eight buckets, and armies that are added to those that have gone (ledger 5.2)."""

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
    """Every bucket whose amount no other bucket has; the least and the most are always among them."""
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
    """How many armies follow or move: `least` and more; where amounts are exact those have gone already."""
    if s.amounts != EXACT:
        mark_amounts(s, mask, least, s.armies[s.origin] - MIN_GARRISON)
        return
    first = len(s.armies) + AMOUNT_VERB
    mark_amounts(s, mask, 0, s.armies[s.origin] - MIN_GARRISON)
    mask[first] = 0
    mask[len(s.armies) + PASS_VERB] = 1


def send(s, amount):
    """Armies go from the origin to the target."""
    s.armies[s.origin] -= amount
    s.armies[s.target] += amount


def begin_moving(s, least):
    """Where amounts are exact, the least of them go before anybody is asked how many follow."""
    if s.amounts == EXACT:
        send(s, least)


def keeps_moving(s, a, least):
    """Send what an action names; whether more may be added to it."""
    if s.amounts != EXACT:
        send(s, named_amount(s, a, least, s.armies[s.origin] - MIN_GARRISON))
        return False
    if a == len(s.armies) + PASS_VERB:
        return False
    send(s, named_amount(s, a, 0, s.armies[s.origin] - MIN_GARRISON))
    return s.armies[s.origin] > MIN_GARRISON


def amount_in(bucket, least, most):
    """How many armies a bucket means in this range."""
    if bucket == MOST:
        return most
    if bucket == HALF:
        return (least + most + 1) // 2
    return least + BUCKET_STEPS[bucket]


def named_amount(s, a, least, most):
    """How many armies an action names in this range."""
    return amount_in(a - len(s.armies) - AMOUNT_VERB, least, most)
