"""Ranks: the winner, those who are still in play, then who is out, the last removed first (DOM-201)."""

REWARD_UNITS = 1 << 24  # of a reward of 1, as exact as a float32 is


def rank_of(s, seat):
    """How many seats stand higher; 0 is the best."""
    found = 0
    for other in range(s.seats):
        if standing_of(s, other) > standing_of(s, seat):
            found += 1
    return found


def standing_of(s, seat):
    """The higher the better; seats that are in play and have not won are alike."""
    if s.won[s.owner[seat]]:
        return s.seats + 1
    if s.in_play[seat]:
        return s.seats
    return s.out_after[seat]


def write_rank_rewards(s, rewards):
    """From 1 for the first rank in equal steps down to -1 for the last; seats of one rank share theirs.

    Steps are numbers that a reward holds exactly, and the last seat with one that was rounded pays what is left, so
    that all add up to 0.
    """
    last = 0
    left = 0
    for seat in range(s.seats):
        lost = lost_ranks(s, seat) * REWARD_UNITS
        steps = lost // (s.seats - 1)
        rewards[s.owner[seat]] = 1.0 - steps / REWARD_UNITS
        if steps * (s.seats - 1) != lost:
            left += lost - steps * (s.seats - 1)
            last = seat
    rewards[s.owner[last]] -= left // (s.seats - 1) / REWARD_UNITS


def lost_ranks(s, seat):
    """Twice the mean number of seats above this one and its like."""
    alike = 0
    for other in range(s.seats):
        alike += 1 if standing_of(s, other) == standing_of(s, seat) else 0
    return 2 * rank_of(s, seat) + alike - 1
