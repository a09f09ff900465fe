"""Self-play in arrays: every row equals the PettingZoo environment, and each player gets its own reward."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.envs.aec_rows import Rows, games_of
from tests.envs.refusals import bytes_of, check_actions_are_rejected, check_only_legal_actions_are_accepted
from tests.envs.side_by_side import any_legal
from wd_env import world_dominance_v0
from wd_env.envs.selfplay_env import SelfPlayEnv
from wd_env.envs.spaces import action_discrete, masked_observation
from wd_env.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.games.world_dominance.game import GAME
from wd_env.training.ppo.seat_gae import seat_advantages


def run(games, steps, seed=1):
    """Reset, play random actions, and yield what the players to move receive before each."""
    rng = np.random.default_rng(seed)
    games.reset(seed=seed)
    for _ in range(steps):
        results = games.last()
        yield results
        games.step(any_legal(results[0]["action_mask"], rng))


def test_shapes_and_types_are_as_told():
    games = games_of((2, 3), max_turns=8)
    assert isinstance(games, SelfPlayEnv)
    assert games.possible_agents == [f"player_{player}" for player in range(5)]
    assert games.observation_space("player_1") is games.observation_space("player_0")
    assert games.observation_space("player_1") == masked_observation(GAME)
    assert games.action_space("player_1") is games.action_space("player_0")
    assert games.action_space("player_0") == action_discrete(GAME)
    ended = 0
    for seen, reward, termination, truncation, info in run(games, 60):
        ended += games.done.sum()
        assert [array.shape for array in (reward, termination, truncation, info["in_play"])] == [(8,)] * 4
        assert (seen["observation"].shape, seen["observation"].dtype) == ((8, GAME.layout.size), np.int8)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((8, len(GAME.actions)), np.int8)
        assert seen["action_mask"].any(axis=1).all()
        assert reward.dtype == games.rewards.dtype == games.cumulative_rewards.dtype == np.float32
        assert games.rewards.shape == games.terminations.shape == games.truncations.shape == (8, 5)
        assert games.agents.sum(axis=1).tolist() == [2, 3] * 4
        assert (games.agent_selection.shape, games.agent_selection.dtype) == ((8,), np.int64)
        assert games.final_observations.shape == (games.done.sum(), 5, GAME.layout.size)
    assert ended > 8


# Each row is the PettingZoo environment

TABLES: list[tuple[Any, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    ((2, 3, 4, 5), {"variant": "ten_card"}),
    (2, {"variant": "ally"}),
    (3, {"shaping_soldiers": 0.125}),  # binary fractions, so that sums are exact
    (3, {"illegal_action": "misdemeanour"}),
]


@pytest.mark.thinned(5)
@pytest.mark.parametrize("include_forced", [True, False], ids=["asks forced answers", "gives them"])
@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_each_row_is_the_pettingzoo_environment_bit_for_bit(players, options, include_forced):
    """Play games one after another in four rows, with two seeds."""
    games = games_of(players, games=4, max_turns=40, include_forced=include_forced, **options)
    ended = 0
    for seed in (players if isinstance(players, int) else 9, 2**63):
        rows = Rows(games, seed, max_turns=40, **options)
        rng = np.random.default_rng(seed)
        for _ in range(120 if include_forced else 70):
            rows.check()
            ended += rows.step(any_legal(games.batch.masks, rng))
    assert ended > 4


def test_each_player_can_be_seen_and_only_who_is_asked_has_answers():
    games = games_of((2, 4), games=2)
    rows = Rows(games, 5)
    rng = np.random.default_rng(5)
    for _ in range(60):
        for one, other in ((0, 1), (1, 3), (1, 2)):
            seen = games.observe(np.array([one, other]))
            for number, player in enumerate((one, other)):
                single = rows.rows[number].env.observe(f"player_{player}")
                assert seen["observation"][number].tolist() == single["observation"].tolist()
                assert seen["action_mask"][number].tolist() == single["action_mask"].tolist()
        rows.step(any_legal(games.batch.masks, rng))


def test_the_views_of_all_are_the_state_of_the_pettingzoo_environment():
    games = games_of((2, 4), games=4)
    rows = Rows(games, 5)
    rng = np.random.default_rng(5)
    for _ in range(30):
        views, there = games.bootstrap_observations()
        assert np.array_equal(there, games.agents)
        for number, row in enumerate(rows.rows):
            assert views[number, there[number]].ravel().tolist() == row.env.state().tolist()
        rows.step(any_legal(games.batch.masks, rng))


# Credit


def test_every_answer_is_paid_once_what_it_earned_whoever_ends_the_game():
    """Check that the last action of each player gets the outcome, at the player's next decision."""
    games = games_of((2, 3, 4), games=9, max_turns=120)
    games.reset(seed=2)
    rng = np.random.default_rng(2)
    owed, values, late = {}, [], 0
    for _ in range(900):
        seen, reward, termination, truncation, _ = games.last()
        asked = games.agent_selection
        for row, player in enumerate(asked.tolist()):
            expected = owed.pop((row, player), (0.0, False, False))
            assert (reward[row], termination[row], truncation[row]) == expected
            if any(expected[1:]):
                values.append(expected[0])
        games.step(any_legal(seen["action_mask"], rng))
        for row in np.flatnonzero(games.done):
            players = games.batch.num_players[row]
            assert (games.terminations[row, :players] ^ games.truncations[row, :players]).all()
            for player in range(players):
                owed[row, player] = (games.rewards[row, player], not games.truncated[row], games.truncated[row])
            late += players - 1
    assert len(values) > 60
    assert late > 60
    assert min(values) == -1
    assert max(values) == 1
    assert np.isclose(sum(values) + sum(reward for reward, *_ in owed.values()), 0, atol=1e-4)


GAMMA, GAE_LAMBDA = 0.9, 0.8


def worth(views):
    """Return a value of a view; almost all views have different ones."""
    return np.sin(views.astype(np.float32) @ np.arange(views.shape[-1], dtype=np.float32)).astype(np.float32)


class Diary:
    """The decisions of one player in one row, from what `last()` returns to that player alone."""

    def __init__(self):
        self.lines = []  # step, value, then reward and value of what follows, and whether the game continued
        self.final = 0.0

    def record(self, reward, ended, cut, following):
        if self.lines:
            goes_on = not (ended or cut)
            self.lines[-1][2:] = reward, following if goes_on else self.final * cut, goes_on

    def advantages(self):
        """Yield the advantage of each step, backwards."""
        ahead = 0.0
        for step, value, reward, following, goes_on in reversed(self.lines):
            ahead = reward + GAMMA * following - value + GAMMA * GAE_LAMBDA * ahead * goes_on
            yield step, ahead


@pytest.mark.parametrize("include_forced", [True, False])
def test_credit_by_each_players_own_rewards_is_that_of_both_learners(include_forced):
    games = games_of((2, 3, 4, 5), max_turns=30, shaping_soldiers=0.125, include_forced=include_forced)
    games.reset(seed=3)
    rng, steps = np.random.default_rng(3), []
    diaries = {(row, player): Diary() for row, player in zip(*np.nonzero(games.agents), strict=True)}
    for step in range(250):
        seen, *results, _ = games.last()
        asked, values = games.agent_selection, worth(seen["observation"])
        for row, player in enumerate(asked):
            diary = diaries[row, player]
            diary.record(*(part[row] for part in results), values[row])
            diary.lines.append([step, values[row], 0.0, 0.0, True])
        games.step(any_legal(seen["action_mask"], rng))
        last = np.zeros_like(games.rewards)
        last[games.done] = worth(games.final_observations)
        last[~games.truncated] = 0
        for row, player in zip(*np.nonzero(games.agents & games.done[:, None]), strict=True):
            diaries[row, player].final = last[row, player]
        steps.append((games.rewards, asked, values, games.done, last))
    tail = worth(games.bootstrap_observations()[0])
    accounts = games.cumulative_rewards, games.terminations, games.truncations
    found = np.zeros((250, games.batch.n), np.float32)
    for (row, player), diary in diaries.items():
        diary.record(*(account[row, player] for account in accounts), tail[row, player])
        for step, advantage in diary.advantages():
            found[step, row] = advantage
    columns = [np.stack(column) for column in zip(*steps, strict=True)]
    assert games.pop_stats().truncated > 8
    assert np.allclose(found, seat_advantages(*columns, tail, GAMMA, GAE_LAMBDA), atol=1e-4)


def test_a_player_who_is_out_is_not_terminated_and_gets_the_outcome_at_the_end():
    games = games_of(4, games=16)
    out = 0
    for _ in run(games, 700):
        dormant = games.agents & ~games.infos["in_play"]
        rows, players = np.nonzero(dormant)
        assert not (games.agent_selection[rows] == players).any()
        fresh = dormant & games._has_acted
        assert not (games.terminations | games.truncations)[fresh].any()
        out += fresh.sum()
    assert out > 50


def test_only_real_choices_are_asked_where_forced_answers_are_given():
    games = games_of(4, include_forced=False)
    for seen, *_ in run(games, 100):
        assert (seen["action_mask"].sum(axis=1) > 1).all()


# Saved games


def test_saved_games_continue_unchanged():
    games, other = (games_of(3, max_turns=30) for _ in range(2))
    for _ in run(games, 150):
        pass
    saved = {name: array.copy() for name, array in games.save().items()}
    other.reset(seed=4)
    other.load(saved)
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = any_legal(games.batch.masks, rng)
        games.step(actions)
        other.step(actions)
        assert bytes_of(games) == bytes_of(other)


def test_loading_returns_what_the_asked_players_see():
    games, other = (games_of(3, max_turns=30) for _ in range(2))
    for _ in run(games, 20):
        pass
    other.reset(seed=4)
    assert np.array_equal(other.load(games.save()), games.batch.obs)
    assert other.lengths.tolist() == games.lengths.tolist()
    assert games.lengths.max() > 0


def test_only_the_player_who_is_to_act_is_offered_anything():
    games = games_of(3, max_turns=30)
    for _ in run(games, 12):
        for player in range(3):
            agents = np.full(games.batch.n, player)
            masks = games.observe(agents)["action_mask"]
            is_asked = games.batch.player == player
            assert np.array_equal(masks[is_asked], games.batch.masks[is_asked])
            assert not masks[~is_asked].any()


@pytest.mark.parametrize(
    "name", ["cumulative_rewards", "terminations", "truncations", "_has_acted", "states", "num_players"]
)
def test_impossible_saved_games_are_rejected_and_nothing_changes(name):
    games = games_of(3, max_turns=30)
    for _ in run(games, 50):
        pass
    before, good = bytes_of(games), games_of(3, max_turns=30).save()
    for arrays in ({**good, name: good[name][1:]}, {key: array for key, array in good.items() if key != name}):
        with pytest.raises(StateError, match=f"saved {name}: expected"):
            games.load(arrays)
        assert bytes_of(games) == before


@pytest.mark.parametrize("agents", [[0], [[0]], 0, ["player_0"] * 4, None, [0.5] * 4])
def test_agents_that_are_not_a_list_of_numbers_are_rejected(agents):
    games = world_dominance_v0.batch_env(4)
    games.reset(seed=1)
    with pytest.raises(ConfigError, match=r"agents|players"):
        games.observe(agents)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_games": "4"}, "num_games: expected .*, got '4'"),
        ({"num_games": 4, "num_players": "four"}, "num_players: expected an integer or a list of integers, got 'four'"),
        ({"num_games": 4, "num_players": 2.5}, r"num_players: expected an integer or a list of integers, got 2\.5"),
        (
            {"num_games": 4, "num_players": [[2]]},
            r"num_players: expected an integer or a list of integers, got \[\[2\]\]",
        ),
        ({"num_games": 4, "threads": "2"}, "threads: expected .*, got '2'"),
        ({"num_games": 4, "variant": 5}, "variant: expected .*got 5"),
        ({"num_games": 4, "shaping_soldiers": "much"}, "shaping_soldiers: expected a finite number, got 'much'"),
    ],
)
def test_invalid_games_are_rejected_at_construction(arguments, message):
    with pytest.raises(ConfigError, match=message):
        world_dominance_v0.batch_env(**arguments)


def test_returned_arrays_do_not_change_afterwards():
    games = games_of(3, max_turns=8)
    for _ in run(games, 60):
        pass
    given = [*games.last()[:4], games.rewards, games.cumulative_rewards, games.terminations, games.truncations,
             games.agent_selection, games.done, games.final_observations]  # fmt: skip
    kept = [repr(one) for one in given]
    rng = np.random.default_rng(1)
    for _ in range(60):
        games.step(any_legal(games.batch.masks, rng))
    assert [repr(one) for one in given] == kept


def test_a_reset_of_some_games_leaves_the_others_and_their_accounts():
    games = games_of(3, shaping_soldiers=1.0)
    for _ in run(games, 60):
        pass
    mask = np.arange(8) % 2 == 0
    before = [array.copy() for array in (games.cumulative_rewards, games.terminations, games.batch.obs)]
    games.reset(seed=5, options={"reset_mask": mask})
    after = (games.cumulative_rewards, games.terminations, games.batch.obs)
    assert all(np.array_equal(one[~mask], other[~mask]) for one, other in zip(before, after, strict=True))
    assert any(array[mask].any() for array in before[:2])
    assert not any(array[mask].any() for array in after[:2])


# Invalid arguments


def test_an_answer_that_is_not_offered_is_refused_by_row_and_nothing_changes():
    games = games_of(3, games=4)
    for _ in run(games, 30):
        pass
    check_only_legal_actions_are_accepted(games, games.batch.masks.astype(bool))


@pytest.mark.parametrize(
    ("actions", "names"),
    [
        ([0] * 3, r"expected shape \(4,\), got \(3,\)"),
        ([[0]] * 4, r"actions: expected shape \(4,\), got \(4, 1\)"),
        ([0.0] * 4, "actions: expected integers, got float64"),
        ([True] * 4, "actions: expected integers, got bool"),
        ([None] * 4, "actions: expected integers, got object"),
    ],
)
def test_answers_of_a_wrong_shape_or_type_are_refused(actions, names):
    games = games_of(3, games=4)
    games.reset(seed=1)
    check_actions_are_rejected(games, actions, names)


def test_no_action_is_accepted_before_the_first_reset():
    with pytest.raises(IllegalAction, match=r"reset\(\) needs to be called before step"):
        games_of(3, games=2).step([0, 0])


@pytest.mark.parametrize("seed", [-1, 2**64 - 1, 1.5, True, "7", [1, 2], [1, 2, 3, "4"]])
def test_an_invalid_seed_is_rejected_and_nothing_changes(seed):
    games = games_of(3, games=4)
    for _ in run(games, 20):
        pass
    before = bytes_of(games)
    with pytest.raises(ConfigError, match="expected") as refusal:
        games.reset(seed=seed)
    assert "\n" not in str(refusal.value)
    assert bytes_of(games) == before


@pytest.mark.parametrize("players", [[2, 0], [0, 4], [-1, 0], [0, 5]])
def test_a_player_who_is_not_at_the_table_is_not_seen(players):
    games = games_of((2, 4), games=2)
    games.reset(seed=1)
    with pytest.raises(WrongSeat, match=r"expected 0 to [13] in row \d"):
        games.observe(np.array(players))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"num_games": 0}, ["num_games", "1 to 65536", "got 0"]),
        ({"num_games": 65_537}, ["num_games", "got 65537"]),
        ({"num_players": 6}, ["got 6", "2 to 5"]),
        ({"num_players": (2, "3")}, ["'3'"]),
        ({"threads": 257}, ["threads", "1 to 256", "got 257"]),
        ({"variant": "twelve_card"}, ["'twelve_card'"]),
        ({"shaping_cards": 1.0}, ["shaping_cards", "shaping_soldiers"]),
        ({"no_such_option": 1}, ["'no_such_option'"]),
    ],
    ids=str,
)
def test_an_invalid_option_is_named_in_one_line(options, names):
    with pytest.raises(ConfigError) as refusal:
        world_dominance_v0.batch_env(**{"num_games": 2, **options})
    assert "\n" not in str(refusal.value)
    assert all(name in str(refusal.value) for name in names)
