"""Compiled actions of a packed policy: one for each row of a batch, sampled or the most probable one."""

from wd_env.agents.search.policy_kernel import EULER, LOGITS, argmax_legal, write_logits


def make_choose_actions(cache_key):
    """Make the function that is compiled; the tag distinguishes versions of its source."""

    def choose_actions(obs, masks, values, shape, scratch_units, uniforms, actions):
        """Write `actions` int64[k] for observations int8[k, O] and masks int8[k, A], with one of `uniforms` each."""
        cache_key  # noqa: B018
        for row in range(len(obs)):
            write_logits(obs[row], masks[row], values, shape, scratch_units)
            actions[row] = sample_legal(masks[row], scratch_units[LOGITS], uniforms[row])

    return choose_actions


def sample_legal(mask, logits, draw):
    """The legal action at this part, 0 to below 1, of the probabilities in order; the most probable one if below 0.

    It is -1 if a logit is not finite.
    """
    max_logit = max_legal_logit(mask, logits)
    total = 0.0
    for a in range(len(mask)):
        if mask[a] == 1:
            logits[a] = EULER ** (logits[a] - max_logit)
            total += logits[a]
    if not total < 1e30:  # noqa: PLR2004 - also of what is not a number
        return -1
    if draw < 0:
        return argmax_legal(mask, logits)
    chosen, passed = -1, 0.0
    for a in range(len(mask)):
        if mask[a] == 1:
            passed += logits[a]
            if chosen < 0 or passed - logits[a] <= draw * total:
                chosen = a
    return chosen


def max_legal_logit(mask, logits):
    """The greatest logit of a legal action."""
    max_logit = -1e30
    for a in range(len(mask)):
        if mask[a] == 1 and logits[a] > max_logit:
            max_logit = logits[a]
    return max_logit
