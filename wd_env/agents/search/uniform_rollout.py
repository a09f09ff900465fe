"""The rollout policy of a game without a hand-written one: uniformly random legal actions."""

from wd_env.agents.search.rollouts import count_legal, nth_legal

FILLS_GAPS = True


def rollout_action(work, obs, mask, start, style):
    """Return a legal action, uniformly random if `start` is drawn from a wide range."""
    return nth_legal(mask, start % count_legal(mask))
