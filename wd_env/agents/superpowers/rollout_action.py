"""The rule with which a search plays as a hand-written bot; `action_scores` of the board defines `best_action`."""

PERCENTAGES = 100  # range of the number that decides how careful a choice is


def rollout_action(work, obs, mask, start, style):
    """Return the action of the bot of this style; `start` is a random number of at least 20 bits."""
    return best_action(work, obs, mask, start, start // len(mask) % PERCENTAGES, style)  # noqa: F821
