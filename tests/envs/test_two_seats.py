"""A player with two seats: in the game while one of them is, moves for each, and is rewarded once."""

from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test

from tests.games.pledge.samples import PAIRS_ROW
from tests.toy_game import PAIRS, PairedConfig
from wd_env.agents.agent_registry import make_bot
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.errors import ConfigError
from wd_env.registry import GAMES
from wd_env.session.players import seat_names
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.play_out import play_out
from wd_env.table.saved_table import replay_record

CUT = {"max_throws": 40}


@pytest.fixture(autouse=True)
def with_the_game(monkeypatch):
    monkeypatch.setitem(GAMES, PAIRS_ROW.name, PAIRS_ROW)


def dealt(players=2, **options):
    """Return a table after the cards and pledges; seat 0 is to throw."""
    table = Table(PAIRS, PairedConfig(num_players=players, limit=6, **options), chance=EXPLICIT)
    for text in ("card 1", "card 2", "card 3", "card 4", *["pledge odd"] * 4):
        table.play(text)
    return table


def test_each_seat_of_a_player_has_a_name_of_its_own():
    table = dealt()
    assert seat_names(table, ("Anna", "Ben")).names == ("Anna", "Ben", "Anna's ally", "Ben's ally")
    table.state.owner[3] = 0
    names = seat_names(table, ("Anna", "Ben"))
    assert names.names == ("Anna", "Ben", "Anna's ally 1", "Anna's ally 2")
    assert [names.find(name, 4) for name in names.names] == [0, 1, 2, 3]


def out(table):
    """Throw for the seat to move until it exceeds its limit."""
    for text in ("throw", "die 6", "throw", "die 6"):
        table.play(text)


def test_a_player_is_in_the_game_while_a_seat_is():
    table = dealt()
    out(table)
    assert table.state.in_play == [0, 1, 1, 1]
    assert table.in_game() == [True, True]
    table.play("hold")
    assert (table.seat, table.player) == (2, 0)
    out(table)
    assert table.in_game() == [False, True]
    assert table.in_game() == [False, True]


def test_a_player_without_a_second_seat_is_out_with_the_first():
    table = dealt(players=3)
    table.play("hold")
    out(table)
    assert table.in_game() == [True, False, True]
    table.play("hold")
    assert (table.seat, table.player) == (3, 0)


def test_the_second_seat_wins_for_its_player():
    table = dealt(max_throws=40)
    out(table)
    table.play("hold")
    table.play("throw", "die 5")
    for _ in range(2):
        table.play("hold")
    assert (table.is_terminal, table.winners, table.rewards()) == (True, (0,), [1.0, -1.0])


def test_only_the_seats_of_a_player_see_what_it_knows():
    table = dealt()
    views = [table.view(seat).resample(np.random.default_rng(seed)) for seed in range(20) for seat in (0, 2)]
    assert all((state.card[0], state.card[2]) == (1, 3) for state in views)
    assert {state.card[1] for state in views} == {2, 4}
    assert [line.visible_to for line in table.lines[:4]] == [0, 1, 0, 1]


@pytest.mark.parametrize("players", [2, 3])
def test_pettingzoo_finds_nothing_amiss(players):
    api_test(make_aec_env(PAIRS_ROW, num_players=players, **CUT), num_cycles=300)


@pytest.mark.parametrize("players", [2, 3])
def test_infos_tell_who_is_in_the_game(players):
    env = make_raw_aec_env(PAIRS_ROW, num_players=players, limit=6, **CUT)
    env.reset(seed=2)
    two_out = 0
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        s = env.table.state
        for player, name in enumerate(env.possible_agents):
            seats = [seat for seat in range(4) if s.owner[seat] == player]
            assert env.infos[name]["in_play"] == any(s.in_play[seat] for seat in seats)
            two_out += [s.in_play[seat] for seat in seats] == [0, 1]
        assert info["in_play"]
        env.step(2 if s.node else 0)  # throw as long as possible
    assert two_out


@pytest.mark.parametrize("seat", [0, 1])
def test_gymnasium_plays_for_one_player_with_all_its_seats(seat):
    env = SingleAgentEnv(num_players=2, seat=seat, game=PAIRS_ROW, **CUT)
    asked = set()
    for seed in range(5):
        env.reset(seed=seed)
        over = False
        while not over:
            assert env.table.player == seat
            asked.add(env.table.seat)
            action = env.action_space.sample(env.action_masks().astype(np.int8))
            _, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        assert reward == env.table.rewards()[seat]
    assert asked == {seat, seat + 2}


def test_records_replay():
    table = Table(PAIRS, PairedConfig(num_players=3, **CUT), seed=3)
    play_out(table, [make_bot("random", PAIRS, np.random.default_rng(n)) for n in range(3)])
    again = replay_record(GameRecord.loads(table.record().dumps()), PAIRS)
    assert again.state == table.state
    assert PAIRS.schema.from_json(PAIRS.schema.to_json(table.state)) == table.state


def test_a_description_with_fewer_seats_than_players_is_refused():
    with pytest.raises(ConfigError, match="2 to 3 players at 2 seats"):
        replace(PAIRS, seats=2)
    with pytest.raises(ConfigError, match="2 to 3 players at 11 seats"):
        replace(PAIRS, seats=11)


# Batches, compiled


def test_a_batch_plays_as_single_tables_do_and_pays_by_player():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    batch = Batch(PAIRS, 40, list(range(40)), num_players=(2, 3), options=CUT)
    tables = [Table(PAIRS, PairedConfig(num_players=2 + row % 2, **CUT), seed=row) for row in range(40)]
    rng, paid = np.random.default_rng(5), 0
    assert batch.rewards.shape == (40, 3)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        for row in rows:
            table = tables[row]
            assert (batch.seat[row], batch.player[row]) == (table.seat, table.player)
            assert batch.masks[row].tolist() == table.mask()
            assert batch.obs[row].tolist() == table.observe(table.seat)
        answers = np.array([rng.choice(np.flatnonzero(batch.masks[row])) for row in rows])
        batch.step(answers, rows)
        for row, answer in zip(rows, answers.tolist(), strict=True):
            tables[row].play(answer)
            assert batch.rewards[row].tolist()[: tables[row].players] == tables[row].rewards()
            paid += bool(batch.rewards[row].any())
    assert paid > 10
    states = batch.resampled_states(np.arange(40))
    assert (states["owner"] == batch.field("owner")).all()


def test_vectors_matches_and_training_play_it(tmp_path):
    pytest.importorskip("numba")
    sb3 = pytest.importorskip("sb3_contrib")
    from wd_env.agents.files.sb3_import import save_policy
    from wd_env.batch.batch import Batch
    from wd_env.envs.selfplay_env import SelfPlayEnv
    from wd_env.envs.vector.lineup import LEARNER
    from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
    from wd_env.evaluation.matches.match import play_match

    games = SelfPlayEnv(Batch(PAIRS, 8, 1, num_players=(2, 3), options={"limit": 6, **CUT}))
    games.reset()
    partly = 0
    for _ in range(60):
        shown = games.infos["in_play"]
        s_owner, s_in = games.batch.field("owner"), games.batch.field("in_play")
        for row in range(8):
            for player in range(games.batch.num_players[row]):
                own = s_in[row][s_owner[row] == player]
                assert shown[row, player] == own.any()
                partly += own.any() and not own.all()
        games.step(games.batch.random_actions())
    assert partly

    def lineup(players):
        seats = np.zeros((len(players), PAIRS.max_players), np.int64)
        seats[:, 0] = LEARNER
        return seats

    bots = [make_bot("random", PAIRS, np.random.default_rng(1))]
    vector = MultiSeatVecEnv(Batch(PAIRS, 4, 1, num_players=(2, 3), options=CUT), bots, lineup)
    model = sb3.MaskablePPO("MlpPolicy", vector, n_steps=8, batch_size=16, n_epochs=1, device="cpu").learn(32)
    path = save_policy(model, tmp_path / "x.wdbot", PAIRS)
    result = play_match(PAIRS, [str(path), "random", "random"], 12, 1, CUT)
    assert result.games >= 12
    assert isinstance(SingleAgentEnv(num_players=2, game=PAIRS_ROW, **CUT), gymnasium.Env)
