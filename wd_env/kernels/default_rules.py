"""Default rules for games that do not define them.

A rule of the same name among the modules of a game replaces the default.
"""

FILLS_GAPS = True


def judged_externally(s, node):
    """Return False: every chance outcome is sampled or explicit, none is reported externally."""
    return False


def potential(s, counts):
    """Write nothing: the game declares no shaping terms."""


def turn_index(s):
    """Return 0: the game counts no turns."""
    return 0


def final_rewards(s, rewards):
    """Write nothing: `rewards.returns_table` gives the final rewards."""


def penalizes_violations(s):
    """Return False: an illegal action is an error."""
    return False


def can_be_penalized(s, seat):
    """Return False: no seat can be penalised."""
    return False


def apply_violation(s, seat, mask):
    """Do nothing; it is never called, because an illegal action is an error."""


def resample(s, seat, stream):
    """Do nothing: the game has no hidden information."""
