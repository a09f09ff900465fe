"""A batch behaves as documented: errors change nothing, rows are independent, rewards add up."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.envs.expected_rewards import ExpectedRewards
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.kernels import game_loop
from wd_env.spec.rewards import RewardShaping

MIXED = (2, 3, 4, 5)


def batch_of(tables=4, seed=1, players=MIXED, shaping=None, **options):
    return Batch(GAME, tables, seed, players, options={"max_turns": 60, **options}, shaping=shaping)


def bytes_of(batch):
    return b"".join(array.tobytes() for array in (*batch.save().values(), batch.masks))


def advance(batch, steps):
    """Play random actions, and restart games that end."""
    for _ in range(steps):
        batch.reset(np.flatnonzero(batch.done))
        batch.step(batch.random_actions())


def until_done(batch):
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions()[rows], rows)
        yield rows


def test_shapes_and_types_are_as_told():
    batch = batch_of(6)
    assert (batch.n, batch.n_actions, batch.obs_size, batch.seats) == (6, len(GAME.actions), GAME.layout.size, 5)
    assert (batch.masks.shape, batch.masks.dtype) == ((6, batch.n_actions), np.int8)
    assert (batch.obs.shape, batch.obs.dtype) == ((6, batch.obs_size), np.int8)
    assert (batch.seat.shape, batch.seat.dtype) == ((6,), np.int64)
    assert (batch.rewards.shape, batch.rewards.dtype) == ((6, 5), np.float32)
    assert batch.done.dtype == batch.truncated.dtype == np.bool_
    assert batch.num_players.tolist() == [2, 3, 4, 5, 2, 3]
    assert batch.random_actions().dtype == np.int64


@pytest.mark.parametrize("tables", [0, -1])
def test_a_batch_has_a_table(tables):
    with pytest.raises(ConfigError, match="num_games: expected 1 to"):
        batch_of(tables)


def test_chance_that_has_to_be_reported_is_refused():
    with pytest.raises(ConfigError, match="expected sampled chance in a batch, got bluff_answer, antarctica_answer"):
        batch_of(knowledge_model="quiz")


def test_unknown_options_and_numbers_of_players_are_refused():
    with pytest.raises(ConfigError, match="mystery"):
        batch_of(mystery=1)
    for players in ((1,), (6,), (4, 0), ()):
        with pytest.raises(ConfigError, match=r"expected|allowed"):
            batch_of(players=players)
    batch = batch_of()
    before = bytes_of(batch)
    for players in (1, 6):
        with pytest.raises(ConfigError, match="num_players: expected 2 to 5"):
            batch.reset(np.array([0]), np.array([players]))
    assert bytes_of(batch) == before


def test_a_number_of_players_among_the_options_that_is_not_that_of_the_games_is_refused():
    message = "num_players among the options: expected 2, as for the games, got 3"
    with pytest.raises(ConfigError, match=message):
        Batch(GAME, 2, 1, [2], {"num_players": 3})
    assert Batch(GAME, 2, 1, [2], {"num_players": 2}).num_players.tolist() == [2, 2]


def test_every_number_that_is_not_offered_is_refused_and_nothing_changes():
    batch = batch_of()
    advance(batch, 40)
    batch.reset(np.flatnonzero(batch.done))
    good = batch.random_actions()
    before = bytes_of(batch)
    for row in range(batch.n):
        wrong = [*np.flatnonzero(batch.masks[row] == 0), -1, batch.n_actions, 2**62, -(2**63)]
        for action in wrong:
            actions = good.copy()
            actions[row] = action
            with pytest.raises(IllegalAction, match=f"row {row}"):
                batch.step(actions)
    assert bytes_of(batch) == before
    batch.step(good)
    assert bytes_of(batch) != before


@pytest.mark.parametrize(
    "actions", [np.zeros(3), np.full(4, 0.5), np.zeros(4, bool), np.zeros((4, 1), int), [None] * 4]
)
def test_actions_that_are_not_integers_are_rejected(actions):
    batch = batch_of()
    before = bytes_of(batch)
    with pytest.raises(IllegalAction):
        batch.step(actions)
    assert bytes_of(batch) == before


@pytest.mark.parametrize("rows", [[0, 0], [4], [-1], [0.0, 1.0], [True, False, True, False], [[0]]])
def test_unknown_or_repeated_rows_are_rejected(rows):
    batch = batch_of()
    before = bytes_of(batch)
    with pytest.raises(ConfigError, match="rows"):
        batch.step(np.zeros(len(rows), np.int64), np.array(rows))
    with pytest.raises(ConfigError, match="rows"):
        batch.reset(np.array(rows))
    assert bytes_of(batch) == before


def test_some_rows_can_be_stepped_and_the_others_stay():
    batch = batch_of()
    states = batch._states.copy()
    rows = np.array([3, 1])
    batch.step(batch.random_actions()[rows], rows)
    changed = [row for row in range(4) if batch._states[row] != states[row]]
    assert changed == [1, 3]


def test_a_game_that_is_done_waits_for_restart():
    batch = batch_of(max_turns=3)
    for _ in until_done(batch):
        pass
    assert batch.truncated.all()
    assert not batch.masks.any()
    assert not batch.random_actions().any()
    before = bytes_of(batch)
    with pytest.raises(IllegalAction, match="over"):
        batch.step(np.zeros(4, np.int64))
    assert bytes_of(batch) == before
    batch.reset(np.array([2]))
    assert batch.done.tolist() == [True, True, False, True]
    assert batch.masks[2].any()


def test_restart_brings_other_chance_and_may_change_the_number_of_players():
    batch = batch_of(1, players=(5,))
    first = batch.masks.copy(), batch._streams.copy()
    batch.reset(np.array([0]))
    assert not np.array_equal(first[1], batch._streams)
    batch.reset(np.array([0]), np.array([3]))
    assert batch.num_players.tolist() == [3]
    assert batch.field("seats").tolist() == [3]
    assert batch.field("in_play").tolist() == [[1, 1, 1, 0, 0]]


def test_resetting_no_rows_changes_nothing():
    batch = batch_of()
    before = bytes_of(batch)
    batch.reset(np.array([], np.int64))
    batch.reset(np.array([], np.int64), seeds=[])
    batch.step(np.array([], np.int64), np.array([], np.int64))
    assert bytes_of(batch) == before


def test_the_winner_gets_one_and_the_others_pay_for_it_together():
    def paid(players, winner, over=1):
        state = new_state(Config(num_players=players))
        state.won = [int(player == winner) for player in range(5)]
        rewards = [9.0] * 5
        game_loop.write_rewards(state, over, GAME.returns_table, rewards)
        return rewards

    assert paid(2, 0) == [1, -1, 0, 0, 0]
    assert paid(3, 2) == [-0.5, -0.5, 1, 0, 0]
    assert paid(5, 4) == [-0.25, -0.25, -0.25, -0.25, 1]
    assert paid(4, None) == paid(4, None, over=0) == [0] * 5


def test_rewards_come_at_the_end_only_and_follow_the_winner():
    batch = batch_of(24, max_turns=400)
    wins = 0
    for rows in until_done(batch):
        going_on = rows[~batch.done[rows]]
        assert not batch.rewards[going_on].any()
        for row in rows[batch.done[rows]]:
            players = batch.num_players[row]
            expected = np.zeros(5, np.float32)
            if batch.won[row].any():
                wins += 1
                expected[:players] = -1 / (players - 1)
                expected[batch.won[row] == 1] = 1
            assert np.allclose(batch.rewards[row], expected)
            assert batch.won[row].any() != batch.truncated[row]
    assert wins > 12


def test_a_stalemate_and_a_cut_bring_nothing():
    batch = batch_of(8, players=(2,), last_player="stalemate", max_turns=300)
    stalemates = 0
    for rows in until_done(batch):
        for row in rows[batch.done[rows]]:
            if not batch.won[row].any():
                stalemates += not batch.truncated[row]
                assert not batch.rewards[row].any()
    assert stalemates > 0


@pytest.mark.parametrize(
    "shaping", [RewardShaping((0.25, 0.0)), RewardShaping((0.0, 0.5)), RewardShaping((0.125, 0.25))]
)
def test_shaped_rewards_sum_to_the_outcome_minus_the_potential_at_the_start(shaping):
    """Use weights that are binary fractions, so that the sums are exact."""
    plain, shaped = batch_of(12), batch_of(12, shaping=shaping)
    ExpectedRewards(shaped, max_turns=60)  # compares each step with rewards computed by hand
    start = shaped._potentials.reshape(12, 2, 5).copy()
    assert np.array_equal(start[:, 0], shaped.field("army") + RESERVES * shaped.field("reinforcements"))
    sums, ends = np.zeros((12, 5)), np.zeros((12, 5))
    while not plain.done.all():
        rows = np.flatnonzero(~plain.done)
        actions = plain.random_actions()[rows]
        assert np.array_equal(actions, shaped.random_actions()[rows])
        plain.step(actions, rows)
        shaped.step(actions, rows)
        ends[rows] += plain.rewards[rows]
        sums[rows] += shaped.rewards[rows] - plain.rewards[rows]
    assert np.array_equal(plain._states, shaped._states)
    weights = np.array(shaping.weights)[None, :, None]
    assert np.allclose(sums, -(weights * start).sum(axis=1), atol=1e-4)


def test_shaped_rewards_leave_absent_seats_alone_after_a_restart_with_fewer_players():
    batch = batch_of(1, players=(5,), shaping=RewardShaping((1.0, 0.0)))
    advance(batch, 20)
    batch.reset(np.array([0]), np.array([2]))
    for _ in until_done(batch):
        assert not batch.rewards[0, 2:].any()


def test_any_present_seat_can_be_observed_and_no_other():
    batch = batch_of()
    advance(batch, 15)
    batch.reset(np.flatnonzero(batch.done))
    rows = np.arange(4)
    assert np.array_equal(batch.observe_seats(rows, batch.seat), batch.obs)
    twice = batch.observe_seats(np.array([3, 3]), np.array([0, 4]))
    assert not np.array_equal(twice[0], twice[1])
    before = bytes_of(batch)
    for row, seat in ((0, 2), (1, 3), (0, -1), (3, 5), (3, 2**40)):
        with pytest.raises(WrongSeat):
            batch.observe_seats(np.array([row]), np.array([seat]))
    for row in (4, -1):
        with pytest.raises(ConfigError):
            batch.observe_seats(np.array([row]), np.array([0]))
    assert bytes_of(batch) == before


def test_used_counts_every_node_that_was_opened():
    batch = batch_of(players=(3,))
    assert batch.nodes_opened.shape == (len(GAME.nodes),)
    before = batch.nodes_opened.copy()
    decision = batch._states["node"].astype(int)
    assert sum(before) > 4
    batch.step(batch.random_actions())
    opened = batch.nodes_opened - before
    assert opened.sum() >= 4
    assert all(batch.nodes_opened[question] > 0 for question in decision)
    chance_nodes = [code for code, question in enumerate(GAME.nodes) if question.kind == "chance"]
    advance(batch, 200)
    assert sum(batch.nodes_opened[chance_nodes]) > 100


def test_public_fields_are_copies_and_private_or_unknown_ones_are_refused():
    batch = batch_of()
    army = batch.field("army")
    army[:] = 99
    assert batch.field("army").max() == 10
    for name in ("knows", "theme", "nothing"):
        with pytest.raises(KeyError):
            batch.field(name)


def trace(batch, steps=60):
    views = []
    for _ in range(steps):
        batch.reset(np.flatnonzero(batch.done))
        batch.step(batch.random_actions())
        views.append((batch.obs.copy(), batch._states.copy()))
    return views


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    one, same, other = trace(batch_of(seed=5)), trace(batch_of(seed=5)), trace(batch_of(seed=6))
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one[-1][1], other[-1][1])


def test_a_row_plays_the_same_however_many_rows_there_are():
    few, many = trace(batch_of(3, players=(4,))), trace(batch_of(40, players=(4,)))
    for small, large in zip(few, many, strict=True):
        assert np.array_equal(small[0], large[0][:3])
        assert np.array_equal(small[1], large[1][:3])


def test_rows_of_one_batch_play_different_games():
    batch = batch_of(64, players=(4,))
    advance(batch, 30)
    assert len({state.tobytes() for state in batch._states}) == 64


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "7"])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ConfigError, match="seed"):
        batch_of(seed=seed)


def test_one_number_of_players_is_that_of_every_row():
    one, listed = (Batch(GAME, 4, 1, num_players=players) for players in (2, [2]))
    assert one.num_players.tolist() == [2] * 4
    assert bytes_of(one) == bytes_of(listed)
    for wrong in (True, "2", 1, 6):
        with pytest.raises(ConfigError, match="num_players"):
            Batch(GAME, 4, 1, num_players=wrong)
