"""Some of the random positions that `make fuzz-serve` tests by the thousand."""

from tests.server.dealt_positions import positions

POSITIONS, SEED = 8, 5


def test_random_positions_dealt_anew_are_the_same_to_those_who_may_not_know():
    found = positions(POSITIONS, SEED)
    assert (found["other"], found["same"]) == (0, POSITIONS)
    assert found["shown"] > POSITIONS // 2, "owners are shown their own secrets"
