"""What a game does without: rules in the subset that stand in where a game has none of its own.

Each fills a gap only: a rule of the same name among the modules of a game is the one that counts.
"""

FILLS_GAPS = True


def judged_externally(s, node):
    """Every chance outcome is drawn or asked for; none is reported from outside."""
    return False


def potential(s, counts):
    """Nothing is counted for shaped rewards: the game declares no terms."""


def final_rewards(s, rewards):
    """The end pays by `rewards.returns_table` alone."""


def penalizes_violations(s):
    """An illegal answer is an error."""
    return False


def can_be_penalized(s, seat):
    """Nobody is ever punished."""
    return False


def apply_violation(s, seat, mask):
    """Never reached: an illegal answer is an error."""


def resample(s, seat, stream):
    """Nothing is hidden from anybody."""
