"""The rule `step` of a watched game: it does what the game's own does, and tallies the question (see `watched`)."""

OVERRIDES = ("step",)  # of the game's


def step(s, a):
    """Answer the open question as ever, and count it."""
    s.node_counts[s.node] += 1
    uncounted_step(s, a)  # noqa: F821  the game's own
