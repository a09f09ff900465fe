"""A batch of Domination plays the games of single tables, and the environments pass their libraries' tests."""

import warnings

import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from tests.games.domination.map_texts import TWELVE, generated, write
from tests.games.equal_games import NUM_OPTION_SETS, compare
from tests.games.samples import samples_of
from wd_env import domination_v0
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import ConfigError
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import VERBS
from wd_env.games.domination.game import game_of
from wd_env.games.domination.table import Domination

KINDS = [  # a room is compiled separately
    pytest.param(kind, marks=[pytest.mark.long] if "capacity" in kind.options else [], id=str(kind))
    for kind in samples_of("domination").kinds
    if kind.players == 3
]
SHORT = {"max_rounds": 2, "auto_place": "all"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_of_game_is_the_same_in_a_batch_and_at_a_table(kind):
    found = compare("domination", kind, number=1000, games=NUM_OPTION_SETS // 2)
    assert found.differences == ()
    assert found.decisions > 100 * found.games


def test_the_environment_passes_the_tests_of_pettingzoo():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # it is a dict with the mask
        api_test(domination_v0.env(**SHORT), num_cycles=100)
    seed_test(lambda: domination_v0.env(**SHORT), num_cycles=30)


def test_actions_are_the_countries_of_the_map_and_27_verbs():
    assert SingleAgentEnv(game="domination", **SHORT).action_space.n == 42 + VERBS


def ring_map(folder, size):
    """Write a map file whose countries form a ring, and return its path."""
    path = folder / f"ring{size}.map"
    countries = "\n".join(f"{n} land{n} {1 + (n > size // 2)} {n} {n}" for n in range(1, size + 1))
    borders = "\n".join(f"{n} {n % size + 1} {(n - 2) % size + 1}" for n in range(1, size + 1))
    path.write_text(f"[continents]\nwest 2 red\neast 3 blue\n[countries]\n{countries}\n[borders]\n{borders}\n")
    return str(path)


def test_maps_of_different_sizes_in_one_batch_are_refused_by_one_line(tmp_path):
    maps = [{"map": ring_map(tmp_path, size)} for size in (6, 8)]
    game = game_of(Config(num_players=2, **maps[0]))
    with pytest.raises(ConfigError, match=r"expected the board of this batch of domination.*ring8"):
        Batch(game, 4, 1, [2], maps)


def test_border_sets_are_mixed_in_one_batch_only_by_a_capacity():
    """Reject border sets without a capacity: networks and bots read the neighbours of the batch's single border set."""
    sets = [{"borders": name} for name in ("modern83", "domination82")]
    for game, option_sets in (("domination", sets), (game_of(Config()), sets[:1])):
        with pytest.raises(ConfigError, match="expected the board of this batch of domination, got another one"):
            Batch(game, 2, 1, 2, option_sets)
    assert Batch("domination", 2, 1, 2, sets[:1]).game is game_of(Config(borders="modern83"))
    mixed = Batch("domination", 2, 1, 2, [{**one, "capacity": 42} for one in sets])
    assert [starts[42] for starts in mixed.field("border_starts")] == [166, 164]


@pytest.mark.long
def test_a_map_of_ones_own_plays_at_a_table_and_in_a_batch(tmp_path):
    path = str(write(tmp_path, generated(*TWELVE), None))
    env = domination_v0.batch_env(4, 2, map=path, max_rounds=3)
    assert env.batch.n_actions == 12 + VERBS
    table = Domination(Domination().config.of(map=path, num_players=2, max_rounds=3), seed=1)
    while not table.is_terminal:
        table.play(table.legal_texts()[0])
    assert sorted(table.board.armies) == list(range(1, 13))
