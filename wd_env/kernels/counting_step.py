"""The rule `step` of a watched game: it does what the game's own does, and tallies the question (see `watched`)."""

INSTEAD = ("step",)  # of the game's


def step(s, a):
    """Answer the open question as ever, and count it."""
    s.answered[s.question] += 1
    untallied_step(s, a)  # noqa: F821  the game's own
