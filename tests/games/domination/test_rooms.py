"""Rooms: maps of any size in the spaces of a larger one, and in one batch (option `room`)."""

import random

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.domination.map_texts import SMALL, SMALL_DECK, generated, write
from tests.games.domination.samples import CAPACITY
from wd_env import domination_v0
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import VERBS
from wd_env.games.domination.game import game_of
from wd_env.games.domination.table import Domination

LAYOUT = game_of(Config(capacity=CAPACITY)).layout


@pytest.fixture
def maps(tmp_path):
    """Return the options of three maps."""
    small = str(write(tmp_path, SMALL, SMALL_DECK))
    (tmp_path / "made.map").write_text(generated(30, 60, 5), "utf-8")
    return {"classic": {}, "small": {"map": small}, "made": {"map": str(tmp_path / "made.map"), "cards": "generated"}}


def test_all_maps_have_the_same_spaces(maps):
    games = {id(game_of(Config(num_players=2, capacity=CAPACITY, **options))) for options in maps.values()}
    assert len(games) == 1
    for options in maps.values():
        env = domination_v0.env(num_players=2, capacity=CAPACITY, **options)
        assert env.action_space("player_0").n == CAPACITY + VERBS
        assert env.observation_space("player_0")["observation"].shape == (LAYOUT.size,)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("which", ["classic", "small", "made"])
@pytest.mark.parametrize(
    "options",
    [{}, {"game_type": "capital", "trade_mode": "exact"}, {"auto_place": "countries", "recycle": False}],
    ids=str,
)
def test_a_game_in_a_room_is_the_game_of_its_map(maps, which, options):
    rules = {"num_players": 2, "max_rounds": 6, **maps[which], **options}
    alone, roomy = Domination(Config(**rules), seed=3), Domination(Config(capacity=CAPACITY, **rules), seed=3)
    rng = random.Random(7)
    while not alone.is_terminal:
        assert roomy.legal_texts() == alone.legal_texts()
        _check_views(alone, roomy)
        answer = rng.choice(alone.legal_texts())
        alone.play(answer)
        roomy.play(answer)
        roomy.game.check_state(roomy.state)
    assert roomy.is_terminal
    assert roomy.lines == alone.lines
    assert (roomy.board.armies, roomy.board.hands, roomy.board.deck, roomy.board.discard) == (
        alone.board.armies,
        alone.board.hands,
        alone.board.deck,
        alone.board.discard,
    )
    assert np.array_equal(roomy.board.edge_index, alone.board.edge_index)


def _check_views(alone, roomy):
    """Check that each feature is the same, and 0 at indices that the map does not need."""
    for seat in range(2):
        near, far = alone.observe(seat), roomy.observe(seat)
        for piece in LAYOUT.features:
            small = np.reshape(near[alone.game.layout.slice(piece.name)], alone.game.layout.by_name[piece.name].shape)
            large = np.reshape(far[LAYOUT.slice(piece.name)], piece.shape)
            within = tuple(slice(0, side) for side in small.shape)
            assert np.array_equal(large[within], small), piece.name
            assert np.abs(large).sum() == np.abs(small).sum(), piece.name


@pytest.mark.long
def test_one_batch_mixes_maps_and_plays_their_single_games(maps):
    rules = [{"capacity": CAPACITY, "auto_place": "all", "max_rounds": 3, **options} for options in maps.values()]
    game = game_of(Config(capacity=CAPACITY))
    batch = Batch(game, 9, list(range(9)), [2], rules)
    tables = [Domination(Config(num_players=2, **rules[row % 3]), seed=row) for row in range(9)]
    rng = np.random.default_rng(1)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        for row in rows:
            assert bytes(tables[row].mask()) == batch.masks[row].tobytes()
            assert bytes(tables[row].observe(tables[row].seat)) == batch.obs[row].tobytes()
        answers = (batch.masks[rows] * rng.random((len(rows), batch.n_actions))).argmax(axis=1)
        batch.step(answers, rows)
        for row, answer in zip(rows, answers, strict=True):
            tables[row].play(int(answer))
    assert all(table.is_terminal for table in tables)


def test_a_mission_of_an_empty_place_is_never_drawn():
    table = Domination(Config(num_players=2, capacity=CAPACITY, game_type="mission"), chance="explicit")
    table.play("seat 0")
    assert len(table.chance_weights()) == 8 + 2


@pytest.mark.parametrize(
    ("capacity", "words"),
    [
        (41, "expected at most 41 countries with capacity 41, got 42"),
        (1, "capacity: expected an integer from 2 to 256 or None, got 1"),
    ],
)
def test_a_map_that_does_not_fit_is_refused_by_one_line(capacity, words):
    with pytest.raises(ConfigError, match=words):
        Domination(Config(capacity=capacity))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Cavalry 2\n", "Cavalry 1\n", "expected at most 1 cards of one country with capacity 10, got 2"),
        ("[cards]\n", "[cards]\n" + "wildcard\n" * 9, "expected at most 8 wildcards with capacity 10, got"),
    ],
)
def test_a_deck_that_does_not_fit_is_refused_by_one_line(tmp_path, old, new, words):
    path = str(write(tmp_path, SMALL, SMALL_DECK.replace(old, new)))
    with pytest.raises(ConfigError, match=words):
        Domination(Config(num_players=2, map=path, capacity=10))


@pytest.mark.parametrize("name", ["hard", "passive"])
def test_bots_that_know_one_map_are_refused_in_a_room(name):
    with pytest.raises(ConfigError, match=f"capacity: expected None for this bot, got {CAPACITY}"):
        make_bot(name, game_of(Config(capacity=CAPACITY)), np.random.default_rng(1))
