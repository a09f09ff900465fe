"""The rollout policy of a game that has no habits of its own: any legal action, in the subset of the rules."""

FILLS_GAPS = True


def best_answer(obs, mask, start, style):
    """One of the legal actions; as likely each where `start` is drawn from a wide range."""
    count = 0
    for a in range(len(mask)):
        count += mask[a]
    left = start % count
    for a in range(len(mask)):
        if mask[a] == 1:
            if left == 0:
                return a
            left -= 1
    return 0
