"""A trained policy in rollouts: the compiled one chooses the actions of NumPy, and samples continue with them."""

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import decisions, games_on_their_way
from tests.agents.search.test_search_of_any_game import POSITIONS, SAMPLES, last_to_act, worth_of_holding
from tests.toy_game import FACES, HOLD, PLEDGE, THROW
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.search import policy_kernel
from wd_env.agents.search.packed_policy import pack_policy
from wd_env.agents.search.policy_kernel import network_action
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME

QUICK = {"last_player": "last_survivor_wins", "max_turns": 400}
PLANES = tuple(len(pointer.feature_indices) for pointer in GAME.pointers)
THINGS = tuple(pointer.num_items for pointer in GAME.pointers)
ARCHITECTURES = [
    Architecture((5,), 0, "tanh"),
    Architecture((7, 4), 1, "relu"),
    Architecture((6, 9, 5), 3, "tanh"),
    Architecture((8, 3), 1, "tanh", 2, PLANES),
    Architecture((12, 8), 1, "relu", 4, PLANES, item_counts=THINGS),
]


def some_network(architecture, game=GAME, seed=1, unread=0.0):
    """Return a network of random weights that ignores a fraction `unread` of the view."""
    generator = np.random.default_rng(seed)
    shapes = architecture.shapes(game.layout.size, len(game.actions))
    weights = {name: generator.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    if unread:
        first = (*architecture.layers("shared"), *architecture.layers("policy"))[0]
        weights[f"{first}.weight"][:, generator.random(game.layout.size) < unread] = 0
    return Network(architecture, weights, game.pointers)


def make_answers(tag):
    def answers(obs, masks, numbers, shape, room, chosen):
        tag  # noqa: B018
        for i in range(len(obs)):
            chosen[i] = network_action(obs[i], masks[i], numbers, shape, room)

    return answers


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("unread", [0.0, 0.5])
def test_compiled_it_answers_as_in_numpy(architecture, unread):
    network = some_network(architecture, unread=unread)
    obs, masks = decisions(2000)
    packed = pack_policy(network, GAME.layout.size, len(GAME.actions))
    chosen = np.zeros(len(obs), np.int64)
    compile_lazily("net_policy", (policy_kernel,), make_answers)(obs, masks, *packed, chosen)
    wanted = network.best(obs, masks)
    logits = network.logits(obs, masks)
    rows = np.flatnonzero(chosen != wanted)
    assert np.allclose(logits[rows, chosen[rows]], logits[rows, wanted[rows]], atol=1e-5), (
        "expected the same action, or another one with an equal logit"
    )
    assert len(rows) < 4
    assert len(set(wanted.tolist())) > 40


def test_interpreted_it_answers_as_in_numpy():
    network = some_network(ARCHITECTURES[-1])
    obs, masks = decisions(20)
    packed = pack_policy(network, GAME.layout.size, len(GAME.actions))
    found = [network_action(row.tolist(), mask.tolist(), *packed) for row, mask in zip(obs, masks, strict=True)]
    assert found == network.best(obs, masks).tolist()


@pytest.fixture
def holder(tmp_path):
    """Write a policy of the toy game that holds whenever it may, and return its path."""
    architecture = Architecture((1,), 0)
    shapes = architecture.shapes(PLEDGE.layout.size, len(PLEDGE.actions))
    weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    weights["action.bias"][HOLD] = 1.0
    return save_bot(
        tmp_path / "holder.wdbot",
        weights,
        BotFileHeader.for_game(PLEDGE, architecture, current_provenance({}, {}, {}, 1, 0)),
    )


@pytest.mark.parametrize(("points", "card", "pledge"), POSITIONS)
def test_samples_continue_with_its_actions(holder, points, card, pledge):
    """Compare values: after a throw the policy holds, so the throw is worth the mean of holding after each face."""
    thrown = 10 + points
    bot = SearchAgent(np.random.default_rng(1), f"samples={SAMPLES},margin=0,stderrs=1000,policy={holder}")
    opinion = bot.analyse_view(last_to_act(points, thrown, card, pledge).view(1))
    place = opinion.actions.tolist().index(THROW)
    after = [
        worth_of_holding(points + face, thrown + face, card, pledge) if points + face <= 12 else 0
        for face in range(1, FACES + 1)
    ]
    assert abs(opinion.means[place] - float(sum(after) / FACES)) <= 2 * opinion.half_widths[place] + 1e-9


def test_with_the_policy_of_the_package_it_plays_whole_games_the_same_by_seed():
    names = ["search:samples=2,rollout=3,policy=policy,prior=policy", "random"]
    first, again = (play_match(GAME, names, 8, seed=3, options=QUICK) for _ in range(2))
    assert first.win_rates == again.win_rates
    assert first.win_rates[0].win_rate > 0.5


def test_another_policy_is_another_search():
    batch = games_on_their_way(40)
    rows = np.arange(40)
    own = batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(3)), rows)
    found = {}
    for name in (
        "policy",
        "scripted",
        "policy,opponents=scripted",
        "scripted,opponents=scripted",
        "scripted,opponents=hunter",
    ):
        bot = make_bot(f"search:samples=8,policy={name}", GAME, np.random.default_rng(1))
        found[name] = np.nan_to_num(bot.evaluate_actions(GAME, batch.resampled_states(rows), own).means)
    assert found["policy"].any()
    assert np.array_equal(found.pop("scripted,opponents=scripted"), found["scripted"])
    for name, other in combinations(found, 2):
        assert not np.allclose(found[name], found[other]), f"{name} and {other}"


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        (
            GAME,
            "opponents=nobody",
            "opponents: expected scripted, ",
        ),
        (GAME, "policy=random,opponents=scripted", "opponents: expected nothing with policy 'random'"),
        (PLEDGE, "opponents=scripted", "opponents: expected nothing with policy 'random'"),
    ],
)
def test_opponents_that_cannot_play_in_rollouts_are_rejected(game, options, message):
    with pytest.raises(ConfigError, match=message):
        make_bot(f"search:{options}", game, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("architecture", "message"),
    [
        (Architecture((4,), 0, uses_mask=True), "policy of rollouts: expected one of observations"),
        (Architecture((), 0), "got one that has no hidden layer"),
    ],
)
def test_a_policy_that_cannot_play_in_rollouts_is_rejected(tmp_path, architecture, message):
    network = some_network(architecture)
    meta = BotFileHeader.for_game(GAME, architecture, current_provenance({}, {}, {}, 1, 0))
    path = save_bot(tmp_path / "bot.wdbot", network.weights, meta)
    with pytest.raises(ConfigError, match=message):
        make_bot(f"search:policy={path}", GAME, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("name", "message"),
    [("search", "policy: expected scripted, "), ("nobody", "unknown bot 'nobody'")],
)
def test_a_bot_without_its_own_network_is_rejected(name, message):
    with pytest.raises(ConfigError, match=message):
        make_bot(f"search:policy={name}", GAME, np.random.default_rng(1))
