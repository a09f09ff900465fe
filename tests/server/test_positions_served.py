"""Some of the random positions that `make fuzz-serve` tests by the thousand."""

from tests.server.dealt_positions import positions

POSITIONS, SEED = 8, 5


def test_resampled_random_positions_are_the_same_to_players_who_may_not_know_the_secret():
    found = positions(POSITIONS, SEED)
    assert (found["other"], found["same"]) == (0, POSITIONS)
    assert found["shown"] > POSITIONS // 2, "expected owners to receive their own secrets"
