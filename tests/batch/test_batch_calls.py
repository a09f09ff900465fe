"""Variants of calls of a batch: many seeds, mixed options, restarts, arrays of the caller, several threads."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.toy_game import PAIRS
from wd_env.batch.batch import MAX_GAMES, Batch
from wd_env.batch.batch_arguments import MAX_THREADS
from wd_env.batch.kernel_arrays import OUTPUTS
from wd_env.batch.kernel_runner import GAMES_PER_THREAD
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table

OPTIONS = (
    {"max_turns": 30},
    {"variant": "ten_card", "max_turns": 40},
    {"variant": "two_set", "manual_stacking": True, "max_turns": 50},
    {"illegal_action": "eject", "last_player": "last_survivor_wins", "max_turns": 60},
)
PLAYERS = (2, 3, 4, 5, 3)
LARGE = 5 * GAMES_PER_THREAD


def batch_of(tables=20, seed=1, **more):
    return Batch(GAME, tables, seed, PLAYERS, OPTIONS, **more)


def everything(batch):
    return b"".join(array.tobytes() for array in (*batch.save().values(), batch.masks))


def first_offered(batch):
    return batch.masks.argmax(axis=1)


class First:
    """A bot that takes the first legal action."""

    def choose_batch(self, game, obs, masks):
        return masks.argmax(axis=1)


# Seeds


@pytest.mark.parametrize("row", range(0, 20, 3))
def test_with_a_seed_a_game_each_row_plays_as_a_single_table_and_so_do_its_next_episodes(row):
    seeds = [2**63 + 7 * number for number in range(20)]
    batch = batch_of(seed=seeds, autoreset=True)
    rng = np.random.default_rng(row)
    for episode in range(3):
        config = Config.of(**OPTIONS[row % 4], num_players=PLAYERS[row % 5])
        table = WorldDominance(config, seed=seeds[row], episode=episode)
        while not table.is_terminal:
            assert table.mask() == batch.masks[row].tolist()
            assert table.observe(table.seat) == batch.obs[row].tolist()
            assert (table.seat, table.player) == (batch.seat[row], batch.player[row])
            actions = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
            table.play(int(actions[row]))
            batch.step(actions)
        assert batch.done[row]
        assert batch.truncated[row] == table.is_truncated


def test_each_row_plays_the_game_of_an_environment_with_its_seed():
    for row, seed in enumerate((5, 6, 7)):
        env = raw_env(max_turns=40)
        env.reset(seed=seed)
        batch = Batch(GAME, 3, [5, 6, 7], options={"max_turns": 40}, autoreset=True)
        for _ in range(2):
            while env.agents and not any(env.truncations.values()) and not any(env.terminations.values()):
                seen = env.observe(env.agent_selection)
                assert np.array_equal(seen["observation"], batch.obs[row])
                assert np.array_equal(seen["action_mask"], batch.masks[row])
                action = first_offered(batch)
                env.step(int(action[row]))
                batch.step(action)
            assert [env.rewards[agent] for agent in env.possible_agents] == batch.rewards[row, :4].tolist()
            env.reset()  # it starts the next episode


def test_rows_can_get_new_seeds():
    batch = batch_of()
    batch.play(9)
    batch.reset(np.array([3, 4]), seeds=[11, 12])
    fresh = Batch(GAME, 20, [*range(3), 11, 12, *range(5, 20)], PLAYERS, OPTIONS)
    for row in (3, 4):
        assert batch._states[row] == fresh._states[row]
        assert np.array_equal(batch.obs[row], fresh.obs[row])


@pytest.mark.parametrize("seed", [[1, 2], [1, -1, 3], ["1", 2, 3], [1.0, 2, 3], "123", None])
def test_invalid_or_too_few_seeds_are_rejected(seed):
    if seed is None:
        batch = batch_of()
        before = everything(batch)
        with pytest.raises(ConfigError, match="seeds: expected one for each of 2 rows, got 1"):
            batch.reset(np.array([0, 1]), seeds=[5])
        with pytest.raises(ConfigError, match="seed"):
            batch.reset(np.array([0, 1]), seeds=[5, -1])
        assert everything(batch) == before
    else:
        with pytest.raises(ConfigError, match="seed"):
            batch_of(3, seed=seed)


# Random actions


def test_random_actions_do_not_change_the_chance_of_the_games():
    batch = batch_of(autoreset=True)
    rows = np.array([7, 2, 11])
    streams = np.zeros((batch.n, 3), np.int64)
    streams[rows] = batch.opponent_streams(rows)
    before = everything(batch)
    answers = np.array([batch.random_actions(rows, streams) for _ in range(40)])
    assert everything(batch) == before
    assert all(batch.masks[rows, drawn].all() for drawn in answers)
    assert (np.array([len(set(column)) for column in answers.T]) > 1).all()
    assert streams[rows, 2].tolist() == [40] * 3
    assert not streams[[0, 1, 3]].any()


def test_random_actions_differ_by_game_and_never_use_the_chance_of_the_game():
    batch = batch_of(seed=list(range(20)))
    rows = np.arange(20)
    first = batch.opponent_streams(rows)
    batch.reset(rows)
    second = batch.opponent_streams(rows)
    own = batch.save()["streams"]
    assert len({tuple(key) for key in np.concatenate([first, second, own])[:, :2].tolist()}) == 60
    assert (first[:, 2] == 0).all()


@pytest.mark.parametrize("rows", [[0, 0], [20], [-1], [0.5]])
def test_random_actions_of_unknown_rows_are_rejected(rows):
    with pytest.raises(ConfigError, match="rows"):
        batch_of().random_actions(np.array(rows))


# Views of players


@pytest.mark.parametrize(("row", "player"), [(0, 2), (1, 3), (0, -1), (3, 5)])
def test_a_player_who_is_not_at_the_table_sees_nothing(row, player):
    with pytest.raises(WrongSeat, match=rf"player: expected 0 to [124] in row {row}, got {player}"):
        batch_of().observe_players(np.array([row]), np.array([player]))


# Mixed options


def test_rows_cycle_through_players_and_options():
    batch = batch_of()
    assert batch.num_players.tolist() == list(PLAYERS) * 4
    assert batch.field("set_cards").tolist() == [5, 10, 10, 5] * 5
    assert batch.field("max_turns").tolist() == [30, 40, 50, 60] * 5
    batch.play(400)
    batch.reset(np.arange(20))
    assert batch.field("max_turns").tolist() == [30, 40, 50, 60] * 5


def test_only_rows_with_the_option_punish_an_illegal_action():
    batch = batch_of()
    good = first_offered(batch)
    before = everything(batch)
    for row in range(20):
        actions = good.copy()
        actions[row] = np.flatnonzero(batch.masks[row] == 0)[0]
        if row % 4 != 3:
            with pytest.raises(IllegalAction, match=f"in row {row} is illegal"):
                batch.step(actions)
            assert everything(batch) == before
    actions = good.copy()
    actions[3::4] = [np.flatnonzero(batch.masks[row] == 0)[0] for row in range(3, 20, 4)]
    batch.step(actions)
    assert everything(batch) != before


def test_no_options_at_all_are_refused():
    with pytest.raises(ConfigError, match="options: expected"):
        Batch(GAME, 2, 1, options=[])
    with pytest.raises(ConfigError, match="mystery"):
        Batch(GAME, 2, 1, options=[{}, {"mystery": 1}])


@pytest.mark.parametrize("tables", [0, -1, MAX_GAMES + 1])
def test_numbers_of_games_are_bounded(tables):
    with pytest.raises(ConfigError, match=f"num_games: expected 1 to 65536, got {tables}"):
        Batch(GAME, tables, 1)


# Restarts


@pytest.mark.parametrize("shaping", [None, RewardShaping((0.25, 0.5))])
def test_autoreset_plays_the_games_of_explicit_resets(shaping):
    by_hand, at_once = batch_of(shaping=shaping), batch_of(shaping=shaping, autoreset=True)
    ends = 0
    for _ in range(300):
        actions = by_hand.random_actions()
        assert np.array_equal(actions, at_once.random_actions())
        by_hand.step(actions)
        at_once.step(actions)
        for name in ("rewards", "done", "truncated"):
            assert np.array_equal(getattr(by_hand, name), getattr(at_once, name))
        ended = np.flatnonzero(by_hand.done)
        ends += len(ended)
        by_hand.reset(ended)
        for name in ("_states", "_streams", "obs", "masks", "seat", "player", "_potentials"):
            assert np.array_equal(getattr(by_hand, name), getattr(at_once, name))
    assert ends > 40


def test_a_game_that_waits_is_left_alone_by_play():
    batch = batch_of()
    batch.play(2000)
    assert batch.done.all()
    before = everything(batch)
    batch.play(5)
    batch.play(5, First())
    assert everything(batch) == before


# Playing


@pytest.mark.parametrize("restarts", [False, True])
def test_play_takes_the_actions_of_random_actions(restarts):
    inside, outside = batch_of(autoreset=restarts), batch_of(autoreset=restarts)
    inside.play(200)
    for _ in range(200):
        rows = np.flatnonzero(~outside._terminal)
        outside.step(outside.random_actions()[rows], rows)
    assert everything(inside) == everything(outside)


@pytest.mark.parametrize("restarts", [False, True])
def test_play_takes_the_actions_that_a_bot_selects(restarts):
    inside, outside = batch_of(autoreset=restarts), batch_of(autoreset=restarts)
    inside.play(120, First())
    for _ in range(120):
        rows = np.flatnonzero(~outside._terminal)
        outside.step(first_offered(outside)[rows], rows)
    assert everything(inside) == everything(outside)


def test_games_without_views_are_the_same_games_and_can_still_be_looked_at():
    blind, seeing = batch_of(autoreset=True, observations=False), batch_of(autoreset=True)
    for _ in range(60):
        actions = seeing.random_actions()
        assert np.array_equal(actions, blind.random_actions())
        blind.step(actions)
        seeing.step(actions)
        assert np.array_equal(blind._bytes, seeing._bytes)
        assert np.array_equal(blind.masks, seeing.masks)
    assert blind.obs.shape == (0, blind.obs_size)
    assert np.array_equal(blind.observe_seats(np.arange(20), blind.seat), seeing.obs)
    before = everything(blind)
    with pytest.raises(ConfigError, match="bot: expected None"):
        blind.play(1, First())
    assert everything(blind) == before


def test_a_player_observes_from_its_seat_to_move_or_else_from_its_home_seat():
    """Play with two players who have two of four seats each."""
    seeds, rows, players = list(range(8)), np.repeat(np.arange(8)[::-1], 2), np.tile([1, 0], 8)
    batch = Batch(PAIRS, 8, seeds, 2)
    tables = [Table(PAIRS, PAIRS.config_class(num_players=2), seed=seed) for seed in seeds]
    for _ in range(60):
        expected = [tables[row].observe(tables[row].seat_of(player)) for row, player in zip(rows, players, strict=True)]
        assert batch.observe_players(rows, players).tolist() == expected
        for row in np.flatnonzero(~batch.done):
            action = int(batch.masks[row].argmax())
            batch.step(np.array([action]), np.array([row]))
            tables[row].play(action)
    assert batch.done.all()


def test_what_a_seat_cannot_know_is_resampled_in_each_row():
    batch, rows = Batch(PAIRS, 40, 1, 2), np.arange(39, 0, -2)
    batch.play(5)
    states, full, seats = batch.resampled_states(rows), batch.full_states(rows), batch.seat[rows]
    own = np.arange(len(rows)), seats
    assert np.array_equal(states["card"][own], full["card"][own])
    assert not np.array_equal(states["card"], full["card"])
    for name in ("points", "node", "seat", "thrown"):
        assert np.array_equal(states[name], full[name])
    assert np.array_equal(batch.full_states(rows), full)


# Arrays of the caller


def test_arrays_of_the_caller_are_written_to():
    mine, plain = batch_of(autoreset=True), batch_of(autoreset=True)
    arrays = {name: np.zeros_like(getattr(mine, name)) for name in OUTPUTS}
    mine.write_to(**arrays)
    for _ in range(100):
        for name, array in arrays.items():
            assert getattr(mine, name) is array
            assert np.array_equal(array, getattr(plain, name))
        actions = plain.random_actions()
        assert np.array_equal(actions, mine.random_actions())
        mine.step(actions)
        plain.step(actions)


def test_a_slice_of_a_rollout_can_be_written_to_step_by_step():
    batch, plain = batch_of(autoreset=True), batch_of(autoreset=True)
    views = np.zeros((10, 20, batch.obs_size), np.int8)
    for step in range(10):
        batch.write_to(obs=views[step])
        batch.play(1)
        plain.play(1)
        assert np.array_equal(views[step], plain.obs)
    assert not np.array_equal(views[0], views[1])


@pytest.mark.parametrize(
    ("name", "array", "reason"),
    [
        ("obs", np.zeros((20, 5), np.int8), r"obs: expected int8\(20, 1592\), got int8\(20, 5\)"),
        ("obs", np.zeros((20, GAME.layout.size), np.float32), "obs: expected .*, got float32"),
        ("masks", np.zeros((20, len(GAME.actions)), np.int8, order="F"), "masks: expected a writable array in C order"),
        ("masks", np.zeros((40, len(GAME.actions)), np.int8)[::2], "masks: expected a writable array in C order"),
        ("rewards", [0.0] * 20, "rewards: expected .*, got list"),
        ("done", np.zeros(20, np.int8), "done: expected .*, got int8"),
        ("players", np.zeros(20, np.int64), "unknown array 'players'; expected masks, obs, seat"),
    ],
)
def test_arrays_that_cannot_be_written_to_are_refused(name, array, reason):
    batch = batch_of()
    before = {known: getattr(batch, known) for known in OUTPUTS}
    good = np.zeros_like(batch.seat)
    with pytest.raises(ConfigError, match=reason):
        batch.write_to(**{"seat": good, name: array})
    assert all(getattr(batch, known) is array for known, array in before.items())


def test_arrays_that_lie_in_the_same_memory_are_refused():
    """Reject overlapping arrays, because the compiler relies on separate memory."""
    batch = batch_of()
    seat, before = batch.seat, everything(batch)
    with pytest.raises(ConfigError, match="seat: expected memory that no other array uses, got that of player"):
        batch.write_to(seat=batch.player)
    both = np.zeros(30, np.int64)
    with pytest.raises(ConfigError, match="seat: expected memory that no other array uses, got that of player"):
        batch.write_to(seat=both[:20], player=both[10:])
    assert batch.seat is seat
    assert everything(batch) == before


@pytest.mark.parametrize("rounds", [-1, 1.5, True, "3"])
def test_an_invalid_number_of_steps_is_rejected(rounds):
    with pytest.raises(ConfigError, match=f"num_steps: expected 0 or more, got {rounds!r}"):
        batch_of().play(rounds)
    batch = batch_of()
    before = everything(batch)
    batch.play(0)
    assert everything(batch) == before


def test_a_read_only_array_is_refused():
    array = np.zeros(20, np.bool_)
    array.flags.writeable = False
    with pytest.raises(ConfigError, match="writable array"):
        batch_of().write_to(done=array)


def test_writing_into_the_masks_makes_no_action_legal():
    batch = batch_of()
    actions = first_offered(batch)
    actions[0] = np.flatnonzero(batch.masks[0] == 0)[0]
    batch.masks[:] = 1
    states = batch._bytes.copy()
    with pytest.raises(IllegalAction, match="in row 0 is illegal"):
        batch.step(actions)
    assert np.array_equal(batch._bytes, states)


# Threads


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_the_games_are_the_same_whatever_the_number_of_threads(threads):
    alone, shared = (Batch(GAME, LARGE, 3, PLAYERS, OPTIONS, threads=number) for number in (1, threads))
    assert shared._run.threads == threads
    for _ in range(40):
        assert np.array_equal(alone.random_actions(), shared.random_actions())
        actions = first_offered(alone)
        alone.step(actions)
        shared.step(actions)
        ended = np.flatnonzero(alone.done)
        alone.reset(ended)
        shared.reset(ended)
    alone.play(30)
    shared.play(30)
    for name in ("_bytes", "_streams", "obs", "masks", "rewards", "done", "nodes_opened"):
        assert np.array_equal(getattr(alone, name), getattr(shared, name)), name
    rows = np.repeat(np.arange(LARGE), 2)
    seats = np.tile([0, 1], LARGE)
    assert np.array_equal(alone.observe_seats(rows, seats), shared.observe_seats(rows, seats))


def test_an_illegal_action_changes_nothing_in_any_thread():
    batch = Batch(GAME, LARGE, 3, PLAYERS, OPTIONS, threads=2)
    before = everything(batch)
    actions = first_offered(batch)
    actions[-2] = np.flatnonzero(batch.masks[-2] == 0)[0]
    with pytest.raises(IllegalAction, match=f"in row {LARGE - 2} is illegal"):
        batch.step(actions)
    assert everything(batch) == before


@pytest.mark.parametrize("threads", [0, -1, MAX_THREADS + 1])
def test_numbers_of_threads_are_bounded(threads):
    with pytest.raises(ConfigError, match=f"threads: expected 1 to 256, got {threads}"):
        Batch(GAME, 2, 1, threads=threads)
