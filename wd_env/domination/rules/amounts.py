"""Amounts of armies in eight buckets (ledger 5.2)."""

from wd_env.domination.numbers import AMOUNT_VERB, BUCKET_STEPS, HALF, MOST


def offer_amounts(s, mask, least, most):
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
