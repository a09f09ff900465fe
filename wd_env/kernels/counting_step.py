"""The rule `step` of an instrumented game: it does what the game's own does, and counts the node."""

OVERRIDES = ("step",)  # of the game


def step(s, a):
    """Play an action at the current node, and count the node."""
    s.node_counts[s.node] += 1
    uncounted_step(s, a)  # noqa: F821  the game's own
