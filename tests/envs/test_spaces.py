"""The spaces follow from the lists of the game: every feature in its range, every action one index."""

import numpy as np
import pytest
from gymnasium import spaces

from wd_env.envs.spaces import ObservationFormat, action_discrete, masked_observation, observation_box
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance


def test_the_box_has_the_range_of_each_piece():
    box = observation_box(GAME)
    assert box.dtype == np.int8
    assert box.shape == (GAME.layout.size,)
    for piece in GAME.layout.features:
        part = GAME.layout.slice(piece.name)
        assert set(box.low[part]) == {piece.low}
        assert set(box.high[part]) == {piece.high}


def test_a_number_out_of_its_pieces_range_is_outside():
    box = observation_box(GAME)
    for piece in GAME.layout.features:
        seen = np.array(box.low)
        at = GAME.layout.slice(piece.name).start
        seen[at] = piece.high
        assert box.contains(seen)
        if piece.high < np.iinfo(np.int8).max:
            seen[at] = piece.high + 1
            assert not box.contains(seen)


def test_there_is_one_number_for_each_action():
    assert action_discrete(GAME) == spaces.Discrete(len(GAME.actions))


def test_masks_serve_the_action_space_as_they_are():
    space = masked_observation(GAME)
    assert sorted(space) == ["action_mask", "observation"]
    table = WorldDominance(Config(num_players=3), seed=1)
    mask = np.array(table.mask(), np.int8)
    assert space["action_mask"].contains(mask)
    actions = action_discrete(GAME)
    actions.seed(1)
    assert all(mask[actions.sample(mask)] for _ in range(50))


@pytest.mark.parametrize("odd", [2, -1])
def test_a_mask_is_zeros_and_ones(odd):
    mask = np.zeros(len(GAME.actions), np.int8)
    mask[3] = odd
    assert not masked_observation(GAME)["action_mask"].contains(mask)


@pytest.mark.parametrize("flat", [1, None, "yes"])
def test_a_value_of_flat_that_is_not_a_bool_is_rejected(flat):
    with pytest.raises(ConfigError, match=r"flat: expected True or False, got"):
        ObservationFormat(GAME, flat=flat)


@pytest.mark.parametrize("observations", ["scaledd", 1, None, ["raw"]])
def test_an_unknown_form_of_observations_is_refused(observations):
    with pytest.raises(ConfigError, match=r"observations: expected raw or scaled, got"):
        ObservationFormat(GAME, observations)


def test_scaled_numbers_are_divided_by_the_bound_of_their_feature():
    form = ObservationFormat(GAME, "scaled")
    box = observation_box(GAME)
    for piece in GAME.layout.features:
        part = GAME.layout.slice(piece.name)
        bound = max(abs(piece.low), abs(piece.high), 1)
        assert np.allclose(form.box.low[part], piece.low / bound)
        assert np.allclose(form.box.high[part], piece.high / bound)
    assert form.box.dtype == np.float32
    assert np.abs(form.convert(box.high)).max() == 1
