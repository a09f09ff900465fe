"""Every valid configuration can be played: an invalid one raises when it is created, and no decision is ever empty."""

import copy
import random
from dataclasses import replace
from itertools import product
from typing import Annotated

import numpy as np
import pytest

from tests import toy_game
from tests.games.domination.map_texts import generated, write
from tests.games.samples import all_samples, samples_of
from tests.silent_game import SILENT
from tests.toy_game import PLEDGE
from wd_env.errors import ConfigError, StateError
from wd_env.games.domination.config import GAME_TYPES, Config
from wd_env.games.domination.table import Domination
from wd_env.options import Interval, options
from wd_env.spec.observation_layout import ObservationLayout
from wd_env.spec.rule_options import GameConfig, state_option_fields
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.legal_choices import is_stuck
from wd_env.table.saved_table import table_from_json

EVERY = [*all_samples(), samples_of("pledge")]
ANSWERS = 250


def play(table, rng):
    """Play random actions; each checks that there is one."""
    for _ in range(ANSWERS):
        if table.is_terminal:
            return
        table.play(rng.choice(table.legal_texts()))


@pytest.fixture(scope="module")
def small_maps(tmp_path_factory):
    """Return maps of 5 to 9 countries in a row, by number of countries."""
    folders = {count: tmp_path_factory.mktemp(f"map{count}") for count in range(5, 10)}
    return {count: str(write(folder, generated(count, count - 1, 1), None)) for count, folder in folders.items()}


@pytest.mark.parametrize("countries", range(5, 10))
def test_a_map_is_for_as_many_seats_as_it_has_countries(small_maps, countries):
    rng, played = random.Random(countries), set()
    kinds = product(range(2, 7), GAME_TYPES[:2], ("none", "countries", "all"))
    for seats, game_type, auto_place in kinds:
        options = {"map": small_maps[countries], "game_type": game_type, "auto_place": auto_place, "max_rounds": 5}
        refused = Config.config_error(num_players=seats, **options)
        if refused is None:
            played.add(seats)
            play(Domination(Config(num_players=seats, **options), seed=seats), rng)
        else:
            assert "num_players: expected" in str(refused)
    assert max(played) <= countries


def test_five_countries_are_for_five_seats(small_maps):
    Config(map=small_maps[5], num_players=5)
    with pytest.raises(ConfigError, match="num_players: expected at most 5, the countries of the map, got 6"):
        Config(map=small_maps[5], num_players=6)


@pytest.mark.parametrize("samples", EVERY, ids=lambda samples: samples.row.name)
def test_every_random_agreement_can_be_played(samples):
    rng = random.Random(4)
    for house in range(12):
        kind = rng.choice(samples.kinds)
        play(samples.new_table(kind, samples.draw_options(kind, rng, house), house), rng)


# A decision without an action, in a game with an error in its rules


def begun(silent, players=3):
    """Return a table at which seat 0 has thrown once and has no legal action."""
    table = Table(SILENT, SILENT.config_class(num_players=players), chance=EXPLICIT)
    for text in ("card 1", "card 2", "card 3", *["pledge odd"] * 3, *["throw", "die 2"] * silent):
        table.play(text)
    return table


def test_a_table_refuses_to_go_on_without_an_answer():
    table = begun(silent=True)
    for look in (table.mask, table.legal_texts, lambda: table.view(0), lambda: table.play("hold")):
        with pytest.raises(StateError, match="roll of seat 0 has no legal action"):
            look()
    assert is_stuck(table._backends.active)
    with pytest.raises(StateError, match="the state's current node roll has no legal action"):
        table_from_json(table.to_json(), SILENT)


def test_a_compiled_table_refuses_it_too():
    pytest.importorskip("numba")
    from wd_env.table.compiled_backend import CompiledBackend

    solo = CompiledBackend(SILENT)
    solo.load(begun(silent=False).state, [1, 2, 0])
    with pytest.raises(StateError, match="roll of seat 0 has no legal action"):
        solo.step(toy_game.THROW)
    whole = CompiledBackend(PLEDGE)
    whole.load(begun(silent=False).state, [1, 2, 0])
    assert not whole.step(toy_game.ODD), "expected a rejected action without an error"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_names_the_first_row_that_cannot_go_on(threads):
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    batch = Batch(SILENT, 200, 3, [2, 3], threads=threads)
    while (batch.masks[:, toy_game.ODD] == 1).any():
        rows = np.flatnonzero(batch.masks[:, toy_game.ODD])
        batch.step(np.full(len(rows), toy_game.ODD), rows)
    answers = np.full(200, toy_game.HOLD)
    answers[[150, 70, 199]] = toy_game.THROW
    with pytest.raises(StateError, match="roll of seat 0 in row 70 has no legal action"):
        batch.step(answers)
    with pytest.raises(StateError, match="in row 70 has no legal action"):
        batch.random_actions()
    with pytest.raises(StateError, match="in row 199 has no legal action"):
        batch.random_actions(np.array([0, 199, 70]))
    with pytest.raises(StateError, match="has no legal action"):
        batch.play(1)
    assert batch.random_actions(np.array([0, 1])).tolist() <= [3, 3]
    with pytest.raises(StateError, match="has no legal action"):
        Batch(SILENT, 4, 3).play(100)


@pytest.mark.parametrize("high", [2**31, -1])
def test_an_option_that_no_field_can_hold_is_refused(high):
    @options
    class Wide(GameConfig):
        size: Annotated[int, Interval(ge=min(high, 0), le=max(high, 5))] = 0

    with pytest.raises(ConfigError, match="option size: expected a range"):
        state_option_fields(Wide)


@pytest.mark.parametrize(("low", "high"), [(0, 330), (-129, 0), (5, 4)])
def test_a_piece_that_int8_cannot_hold_is_refused(low, high):
    pieces = tuple(replace(p, low=low, high=high) if p.name == "points" else p for p in PLEDGE.layout.features)
    with pytest.raises(
        ConfigError, match=rf"feature 'points': expected numbers from -128 to 127, as in int8, got {low} to {high}"
    ):
        replace(PLEDGE, layout=ObservationLayout(pieces))


def test_descriptions_of_small_maps_travel(small_maps):
    table = Domination(Config(map=small_maps[5], num_players=3), seed=2)
    assert copy.deepcopy(table.game) is table.game
    assert np.isfinite(table.rewards()).all()
