"""Ranks: the winner, seats in play, then removed seats, the last removed first (DOM-201)."""

REWARD_UNITS = 1 << 24  # units of a reward of 1, the precision of a float32


def rank_of(s, seat):
    """Return the number of seats with a better rank; 0 is the best."""
    found = 0
    for other in range(s.seats):
        if standing_of(s, other) > standing_of(s, seat):
            found += 1
    return found


def standing_of(s, seat):
    """Return a value that is higher for better seats; seats in play that have not won are equal."""
    if s.won[s.owner[seat]]:
        return s.seats + 1
    if s.in_play[seat]:
        return s.seats
    return s.out_after[seat]


def write_rank_rewards(s, rewards):
    """Write rewards from 1 for the first rank to -1 for the last, in equal steps; equal ranks share theirs.

    Rewards are exact float32 values. The last seat with a rounded one gets the remainder, so that the sum is 0.
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
    """Return twice the mean number of seats above this seat, with its equals in random order."""
    alike = 0
    for other in range(s.seats):
        alike += 1 if standing_of(s, other) == standing_of(s, seat) else 0
    return 2 * rank_of(s, seat) + alike - 1
