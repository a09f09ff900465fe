"""Ranks: the winner, those who are still in play, then who is out, the last removed first (DOM-201)."""


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


def pay_ranks(s, rewards):
    """From 1 for the first rank in equal steps down to -1 for the last; seats of one rank share theirs."""
    for seat in range(s.seats):
        above = rank_of(s, seat)
        alike = 0
        for other in range(s.seats):
            alike += 1 if standing_of(s, other) == standing_of(s, seat) else 0
        rewards[s.owner[seat]] = 1.0 - (2 * above + alike - 1) / (s.seats - 1)
