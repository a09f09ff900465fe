"""PettingZoo and Gymnasium rewards: hand-computed potentials in each step, for each player, and the outcome."""

import numpy as np
import pytest

from tests.envs.referee import any_legal, number, sit
from tests.games.world_dominance import computed_rewards
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.variants import all_tables
from wd_env.spec.rewards import RewardShaping

WEIGHTS = {"shaping_soldiers": 0.25, "shaping_set_progress": -0.5}  # binary fractions, so that sums are exact
SHAPING = RewardShaping((0.25, -0.5))
TABLES = [pytest.param(row.options(players), id=f"{row.title} of {players}") for row, players in all_tables()]


def standing_at(table):
    return computed_rewards.standing(computed_rewards.seen_of(table.state), table.config)


def due(before, table, shaping=SHAPING):
    """Return the expected reward of each player in this step."""
    return computed_rewards.reward(
        before, computed_rewards.seen_of(table.state), table.is_terminal, table.config, shaping
    )


@pytest.mark.thinned(2)
@pytest.mark.parametrize("options", TABLES)
def test_every_step_pays_each_player_weight_times_change_of_what_is_counted_by_hand(options):
    env, rng = raw_env(**options, max_turns=60, **WEIGHTS), np.random.default_rng(5)
    paid = np.zeros(options["num_players"])
    for seed in range(3):
        env.reset(seed=seed)
        while not env.table.is_terminal:
            before, earned = standing_at(env.table), dict(env._cumulative_rewards)
            agent = env.agent_selection
            env.step(any_legal(env.observe(agent)["action_mask"], rng))
            expected = due(before, env.table)
            assert list(env.rewards) == env.possible_agents
            assert list(env.rewards.values()) == pytest.approx(expected, abs=1e-6)
            earned[agent] = 0.0
            owed = [earned[one] + env.rewards[one] for one in env.possible_agents]
            assert [env._cumulative_rewards[one] for one in env.possible_agents] == owed
            paid += np.abs(expected)
    assert paid.all(), "expected a reward for every player"


@pytest.mark.thinned(3)
@pytest.mark.parametrize("options", TABLES)
def test_a_step_of_gymnasium_pays_the_agent_for_all_moves_up_to_its_next_one(options):
    players = options["num_players"]
    for seat in range(players):
        env, rng = SingleAgentEnv(seat=seat, **options, max_turns=40, **WEIGHTS), np.random.default_rng(seat)
        env.reset(seed=seat)
        over, paid = False, 0.0
        while not over:
            before = standing_at(env.table)
            _, reward, terminated, truncated, _ = env.step(any_legal(env.action_masks(), rng))
            over = terminated or truncated
            assert reward == pytest.approx(due(before, env.table)[seat], abs=1e-6)
            paid += abs(reward)
        assert paid


def strike(players, actor, victim):
    """Return a game in which the actor is on Decimate, and the action that names the victim, who has four soldiers."""
    soldiers = [10 + seat for seat in range(players)]
    soldiers[victim] = 4
    game = position(players, turn=actor, soldiers=soldiers, reinforcements_used=[victim], lands="decimate")
    return game, f"name +{(victim - actor) % players}"


PAIRS = [(n, a, v) for n in (2, 3, 4, 5) for a in range(n) for v in range(n) if a != v]


@pytest.mark.parametrize(("players", "actor", "victim"), PAIRS)
def test_soldiers_lost_are_paid_by_whoever_loses_them_and_nobody_else(players, actor, victim):
    game, answer = strike(players, actor, victim)
    env = sit(game, shaping_soldiers=0.5)
    env.step(number(answer, env.table))
    lost = 4 - env.table.board.soldiers[victim]
    assert lost in (1, 2, 3)
    assert list(env.rewards.values()) == [-0.5 * lost if seat == victim else 0.0 for seat in range(players)]


@pytest.mark.parametrize(("players", "winner", "loser"), PAIRS)
def test_the_winner_has_one_and_the_others_pay_it_in_equal_shares_whoever_they_are(players, winner, loser):
    """Let the last opponent go out; at the end each potential is 0."""
    soldiers = [10 if seat == winner else 1 if seat == loser else 0 for seat in range(players)]
    out = [seat for seat in range(players) if seat not in (winner, loser)]
    game = position(players, turn=winner, soldiers=soldiers, out=out, lands="decimate")
    *others, last = [seat for seat in range(players) if seat != winner]
    share = round(-(2**24) / (players - 1)) / 2**24
    outcome = [share if seat in others else 1.0 for seat in range(players)]
    outcome[last] = -1.0 - share * len(others)  # so that the sum is exactly 0
    for weights in ({}, {"shaping_soldiers": 0.5}):
        env = sit(game, **weights)
        env.step(number(f"name +{(loser - winner) % players}", env.table))
        stood = [(at_hand + RESERVES) if at_hand else 0 for at_hand in soldiers]
        given_back = [0.5 * standing if weights else 0.0 for standing in stood]
        assert env.terminations == dict.fromkeys(env.possible_agents, True)
        assert list(env.rewards.values()) == [one - other for one, other in zip(outcome, given_back, strict=True)]


@pytest.mark.parametrize("winner", [0, 1])
def test_in_the_ally_game_players_are_paid_and_the_armies_of_their_own_pieces_count(winner):
    loser = 1 - winner
    soldiers = [0] * 4
    soldiers[2 * winner], soldiers[2 * loser], soldiers[2 * loser + 1] = 10, 1, 3
    words = {"allies": [2 * loser + 1], "reinforcements_used": [0, 2], "turn": 2 * winner, "lands": "decimate"}
    game = position(players=2, variant="ally", soldiers=soldiers, **words)
    env = raw_env(num_players=2, variant="ally", shaping_soldiers=0.5, shaping_set_progress=0.25)
    env.reset(seed=1, options={"state": game})
    env.step(number("name +2", env.table))
    assert env.table.winner == winner
    outcome = {winner: 1.0 - 0.5 * 10, loser: -1.0 - 0.5 * 1}
    assert list(env.rewards.values()) == [outcome[player] for player in range(2)]


def test_losses_and_gains_of_an_ally_change_no_potential():
    game = position(players=2, variant="ally", soldiers=[9, 9, 9, 9], allies=[1, 3], turn=1, lands="lose")
    env = raw_env(num_players=2, variant="ally", shaping_soldiers=0.5)
    env.reset(seed=1, options={"state": game})
    assert env.table.board.soldiers[1] < 9
    before = standing_at(env.table)
    assert before[0] == [14, 14]


@pytest.mark.parametrize(("players", "actor"), [(n, a) for n in (2, 3, 4, 5) for a in range(n)])
def test_cards_gained_are_paid_to_whoever_gains_them(players, actor):
    game = position(players, turn=actor, cards={actor: ["Argentina", "Peru"]}, lands="gain")
    game.play("continent dice South America")
    env = sit(game, shaping_set_progress=0.5)
    env.step(number("take", env.table))
    assert len(env.table.board.cards(actor)) == 3
    assert list(env.rewards.values()) == [0.5 if seat == actor else 0.0 for seat in range(players)]


def test_shaping_is_off_unless_it_is_asked_for():
    assert world_dominance_v0.env().unwrapped.shaping.is_off
