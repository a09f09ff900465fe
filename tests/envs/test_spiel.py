"""Our games in OpenSpiel: its own tests, searches and environments play them; `make test-spiel`."""

import pickle  # noqa: TID251 - OpenSpiel serialises by it
import random

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts

from wd_env.envs.openspiel import openspiel_games
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import get_game
from wd_env.table.saved_table import replay_record

NAME = openspiel_games.short_name(get_game())
SHORT = {"max_turns": 20}


def loaded(players=3, **more):
    return pyspiel.load_game(NAME, {"players": players, **SHORT, **more})


def played(game, seed):
    """Play a random game by the game's own probabilities, checking every state."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            assert min(odds) > 0
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            assert state.legal_actions() == [n for n, legal in enumerate(state.table.mask()) if legal]
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_pay_what_the_table_pays(players):
    for seed in range(2):
        state = played(loaded(players, max_turns=60), seed)
        table = replay_record(state.table.record(), GAME)
        assert state.returns() == table.rewards()
        assert sum(state.returns()) == pytest.approx(0)
        assert state.num_players() == players


@pytest.mark.parametrize("serialise", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_openspiels_own_random_test(players, serialise):
    pyspiel.random_sim_test(loaded(players), num_sims=1, serialize=serialise, verbose=False)


def test_a_state_and_its_game_come_back_from_their_text():
    state = played(loaded(), 3)
    game, found = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game())
    assert str(found) == str(state)
    assert found.returns() == state.returns()


def test_a_clone_is_independent():
    state = loaded().new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.chance_outcomes()[0][0])
    assert len(state.table.lines) == 0
    assert len(twin.table.lines) == 1
    assert pickle.loads(pickle.dumps(twin.picklable)).table.lines == twin.table.lines  # noqa: S301 - our own


@pytest.mark.parametrize("players", [2, 4])
def test_a_search_plays_a_whole_game(players):
    game, rng = loaded(players, max_turns=6), np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(players)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert len(state.returns()) == players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_environment_for_learning_plays_a_whole_game(players):
    env = rl_environment.Environment(loaded(players), chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    step, rng = env.reset(), random.Random(2)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == GAME.layout.size
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert len(step.rewards) == players


def test_an_observation_is_the_one_of_the_own_seat():
    state = played(loaded(), 5)
    for player in range(3):
        wanted = state.table.observe(state.table.seat_of(player))
        assert state.observation_tensor(player) == pytest.approx(wanted)


def test_private_information_is_in_no_other_players_string():
    state = played(loaded(max_turns=60), 7)
    seen = [set(state.information_state_string(player).splitlines()) for player in range(3)]
    hidden = [line for line in state.table.lines if line.visible_to is not None]
    for line in hidden:
        owners = [player for player in range(3) if state.table.home_seat(player) == line.visible_to]
        assert all((str(line) in seen[player]) == (player in owners) for player in range(3))


@pytest.mark.parametrize(("option", "named"), [({"max_turns": -5}, "max_turns"), ({"variant": "chess"}, "variant")])
def test_options_rejected_by_the_configuration_raise_its_error(option, named):
    with pytest.raises(ConfigError, match=named) as refused:
        openspiel_games.SpielGame(get_game(), option)
    with pytest.raises(ConfigError) as ours:
        get_game().config(**option)
    assert str(refused.value) == str(ours.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("domination", {"auto_place": "all", "max_rounds": 2}),
        ("superpowers", {"setup": "deal", "max_rounds": 1, "auto_place": True}),
    ],
)
def test_another_game_of_the_catalogue_plays_too(name, options):
    game = pyspiel.load_game(f"python_{name}", {"players": 3, **options})
    state = played(game, 1)
    table = replay_record(state.table.record(), get_game(name).game)
    assert state.returns() == table.rewards()
    is_zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == (name == "domination")
    assert not is_zero_sum or sum(state.returns()) == pytest.approx(0)
