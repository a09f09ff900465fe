"""The rollout policy of a game that has no habits of its own: any legal action, in the subset of the rules."""

from wd_env.agents.search.rollouts import count_legal, nth_legal

FILLS_GAPS = True


def best_action(obs, mask, start, style):
    """One of the legal actions; as likely each where `start` is drawn from a wide range."""
    return nth_legal(mask, start % count_legal(mask))
