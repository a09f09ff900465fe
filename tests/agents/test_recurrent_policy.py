"""Recurrent bots: a hidden state for each player of each game, the same in batches, at tables and from a record."""

import copy

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.recurrent_bots import SHAPE, bot_of, save
from tests.agents.search.test_net_policy import some_network
from tests.toy_game import PAIRS
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.compiled_policy_agent import make_policy
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.agents.networks.recurrent_policy_agent import RecurrentPolicyAgent
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.view import View
from wd_env.table.game_table import Table
from wd_env.table.play_out import play_out
from wd_env.table.saved_table import at_line, replay_record, table_from_json

PLAYERS, SEEDS = 3, (5, 6, 7, 8)
SHORT = {"max_turns": 40, "last_player": "last_survivor_wins"}


def batch_of(seeds=SEEDS, **more):
    return Batch(GAME, len(seeds), list(seeds), PLAYERS, SHORT, **more)


def games_of(batch, bot, steps=10**9):
    """Play the games of a batch to their ends; return the actions of each row."""
    actions = [[] for _ in range(batch.n)]
    while steps and len(rows := np.flatnonzero(~batch.done)):
        chosen = batch.select_actions(bot, rows)
        batch.step(chosen, rows)
        for row, action in zip(rows, chosen, strict=True):
            actions[row].append(int(action))
        steps -= 1
    return actions


def table_of(seed, bot, lines=None):
    """Return a table after a game by this bot in every seat, or after `lines` decisions."""
    table = WorldDominance(Config(num_players=PLAYERS, **SHORT), seed=seed)
    if lines is None:
        play_out(table, [bot] * PLAYERS)
    while lines:
        table.play(bot.choose(table.view(table.seat)), seat=table.seat)
        lines -= 1
    return table


def actions_of(table):
    return [GAME.actions.index(line.text) for line in table.lines if line.seat is not None]


def choice(table, bot):
    return bot.analyse(table.view(table.seat))


@pytest.fixture(scope="module")
def played():
    """Return the actions of four games in a batch."""
    return games_of(batch_of(), bot_of())


def test_games_in_a_batch_are_those_of_single_tables(played):
    assert [actions_of(table_of(seed, bot_of())) for seed in SEEDS[:2]] == played[:2]
    assert len(set(map(tuple, played))) == len(SEEDS)


def test_the_action_depends_on_what_was_remembered(played):
    """Check that a bot without memory plays differently; otherwise the other tests here would prove nothing."""

    class Forgetful(RecurrentPolicyAgent):
        def choose_recurrent(self, game, obs, masks, hidden):
            return super().choose_recurrent(game, obs, masks, np.zeros_like(hidden))

    assert games_of(batch_of(), bot_of(kind=Forgetful)) != played


def test_games_do_not_affect_each_other(played):
    assert games_of(batch_of(SEEDS[2:3]), bot_of()) == played[2:3]


def test_a_new_game_starts_with_a_zero_state(played):
    batch, bot = batch_of(), bot_of()
    games_of(batch, bot, steps=20)
    batch.reset(np.array([1]), seeds=[SEEDS[1]])  # the same game once more, in a row that has remembered another one
    assert not batch.hidden_states.values[1].any()
    assert batch.hidden_states.values[0].any()
    assert games_of(batch, bot)[1] == played[1]


def test_a_game_that_restarts_by_itself_starts_with_a_zero_state():
    batch, bot = batch_of(autoreset=True), bot_of()
    while not batch.done.any():
        batch.play(1, bot)
        assert batch.hidden_states.values[~batch.done].any(axis=(1, 2)).all() or batch.done.any()
    assert not batch.hidden_states.values[batch.done].any()
    assert batch.hidden_states.values[~batch.done].any(axis=(1, 2)).all()


def test_random_play_in_between_does_not_hide_the_end_of_a_game():
    batch, bot = batch_of(autoreset=True), bot_of()
    batch.play(5, bot)
    ended = np.zeros(batch.n, bool)
    for _ in range(200):
        batch.play(64)
        ended |= batch.done
        if ended.all():
            break
    batch.play(10_000 if not ended.all() else 500)
    assert not batch.hidden_states.values.any()


def test_a_decision_without_a_choice_leaves_the_hidden_state():
    batch, bot = batch_of(), bot_of()
    games_of(batch, bot, steps=10)
    hidden = np.full((batch.n, bot.hidden_size), 0.5, np.float32)
    masks = np.zeros_like(batch.masks)
    masks[:, 3] = 1
    masks[1] = batch.masks[1]
    masks[1, :] = 1
    bot.choose_recurrent(GAME, batch.obs, masks, hidden)
    assert (hidden[[0, 2, 3]] == 0.5).all()
    assert (hidden[1] != 0.5).all()


def test_players_have_states_of_their_own():
    batch, bot = batch_of(), bot_of()
    games_of(batch, bot, steps=40)
    states = batch.hidden_states.values[0, :PLAYERS]
    assert len({tuple(state) for state in states.tolist()}) == PLAYERS


def test_another_bot_that_takes_over_a_player_starts_with_a_zero_state():
    batch, first, second = batch_of(), bot_of(), bot_of(seed=2)
    games_of(batch, first, steps=20)
    fresh = batch_of()
    fresh.load(batch_of().save() | {name: a for name, a in batch.save().items() if not name.startswith("hidden")})
    rows = np.arange(batch.n)
    assert (batch.select_actions(second, rows) == fresh.select_actions(second, rows)).all()
    own = rows, batch.player
    assert (batch.hidden_states.values[own] == fresh.hidden_states.values[own]).all()


def test_a_batch_that_is_saved_or_copied_goes_on_alike(played):
    batch, bot = batch_of(), bot_of()
    begun = games_of(batch, bot, steps=30)
    other = batch_of()
    other.load(batch.save())
    for again in (other, copy.deepcopy(batch)):
        rest = games_of(again, copy.deepcopy(bot))
        assert [first + later for first, later in zip(begun, rest, strict=True)] == played


def test_hidden_states_that_no_network_has_are_refused():
    batch, bot = batch_of(), bot_of()
    games_of(batch, bot, steps=5)
    for bad in (1.5, np.nan):
        saved = batch.save()
        saved["hidden_states"][0, 0, 0] = bad
        with pytest.raises(StateError, match="saved hidden_states: expected"):
            batch.load(saved)


def test_the_state_follows_from_the_record_after_an_undo_a_copy_and_a_replay():
    bot = bot_of()
    table = table_of(SEEDS[0], bot, lines=40)
    expected = choice(table, bot)
    tables = [
        table.copy(),
        copy.deepcopy(table),
        replay_record(table.record()),
        at_line(table, len(table.lines)),
    ]
    for other in tables:
        assert choice(other, bot_of()) == expected
    end = len(table.lines)
    table.play(expected.action, seat=table.seat)
    choice(table, bot)
    assert choice(at_line(table, end), bot) == expected


def test_after_an_undo_a_table_remembers_only_its_record():
    bot = bot_of()
    table = table_of(SEEDS[0], bot, lines=40)
    choice(table, bot)
    longest, earlier = len(table.lines), at_line(table, 20)
    table.state, table.lines = earlier.state.copy(), list(earlier.lines)
    while len(table.lines) <= longest:
        table.play(table.legal_actions()[-1], seat=table.seat)
    assert choice(table, bot) == choice(replay_record(table.record()), bot)


def test_a_saved_position_starts_with_a_zero_state():
    bot = bot_of()
    table = table_of(SEEDS[0], bot, lines=40)
    seat, saved = table.seat, table_from_json(table.to_json())
    assert saved.view(seat).past_decisions()[0].shape == (0, GAME.layout.size)
    assert choice(saved, bot).probabilities != choice(table, bot).probabilities


def test_an_analysis_is_of_the_same_decision_and_changes_nothing():
    bot = bot_of()
    table = table_of(SEEDS[1], bot, lines=30)
    first = choice(table, bot)
    assert first == choice(table, bot)
    assert first.action == max(first.probabilities, key=first.probabilities.get)
    assert first.value is not None


def test_a_changed_state_that_the_record_does_not_lead_to_is_refused():
    bot = bot_of()
    table = table_of(SEEDS[1], bot, lines=30)
    table.lines = table.lines[5:]
    with pytest.raises(StateError, match="the record does not lead to the state of the table"):
        bot.choose(table.view(table.seat))


def test_a_bot_file_keeps_the_recurrent_layer(tmp_path):
    path = save(tmp_path / "bot.wdbot")
    bot = make_bot(f"greedy:{path}", GAME, 1)
    assert type(bot) is RecurrentPolicyAgent
    assert bot.hidden_size == SHAPE.recurrent_units
    assert load_bot(path, GAME)[1].architecture == SHAPE
    assert type(make_policy(np.random.default_rng(1), bot.network, GAME)) is RecurrentPolicyAgent
    assert isinstance(bot, PolicyAgent)


def stateless_calls(path):
    from wd_env.agents.files.onnx_export import export_bot

    view = table_of(1, bot_of(), lines=3).view(0)
    bot, states = make_bot(str(path), GAME, 1), batch_of()
    yield "recurrent: expected a table", lambda: bot.choose_batch(GAME, states.obs, states.masks)
    yield "expected a view of a table", lambda: bot.choose(View(GAME, view.obs, view.mask))
    yield "expected a view of a table", lambda: bot.analyse(View(GAME, view.obs, view.mask))
    yield "expected the hidden states", lambda: bot.network.best(states.obs, states.masks)
    yield "a feed-forward network", lambda: export_bot(path, path.parent / "bot.onnx", GAME)
    yield "noisy: .*the earlier decisions|the earlier decisions", lambda: make_bot(f"noisy:bot={path}", GAME, 1)
    yield (
        "prior: .*which is recurrent",
        lambda: states.select_actions(make_bot(f"search:samples=1,prior={path}", GAME, 1), np.arange(2)),
    )
    yield (
        "one that is recurrent",
        lambda: states.select_actions(make_bot(f"search:samples=1,policy={path}", GAME, 1), np.arange(2)),
    )


def test_callers_that_keep_no_hidden_state_are_rejected_in_one_line(tmp_path):
    pytest.importorskip("onnx")
    for message, call in stateless_calls(save(tmp_path / "bot.wdbot")):
        with pytest.raises((ConfigError, StateError), match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
    assert not (tmp_path / "bot.onnx").exists()


def test_a_recurrent_layer_needs_a_layer_before_it_and_a_valid_size():
    for wrong in ({"recurrent_units": -1}, {"recurrent_units": 10**6}, {"shared": 0, "recurrent_units": 4}):
        with pytest.raises(ConfigError, match=r"recurrent_units|before the recurrent layer"):
            Architecture((8,), **{"shared": 1} | wrong)


def test_opponents_of_an_environment_remember_too(played):
    """Play next to a learner with the same actions: the games equal those of the batch."""
    batch, bot = batch_of(), bot_of()
    lineup = np.array([LEARNER, 0, 0, 0, 0])
    games = MultiSeatEnv(batch, [bot], lambda players: np.tile(lineup, (len(players), 1)))
    assert batch.hidden_states.size == bot.hidden_size
    games.start_games(seeds=SEEDS)
    alone, actions = batch_of(), []
    for _ in range(30):
        actors = games.actors()
        rows = np.flatnonzero(actors == LEARNER)
        expected = alone.select_actions(bot, np.arange(batch.n))
        games.play_actions(actors, rows, expected[rows])
        alone.step(expected)
        actions.append(expected)
        assert (alone.obs == batch.obs).all()
    assert [[int(step[row]) for step in actions] for row in range(batch.n)] == [row[:30] for row in played]


def test_every_agent_has_the_calls_of_a_recurrent_one():
    class First(Agent):
        def choose(self, view):
            return view.legal_indices[0]

    batch = batch_of()
    bot = First(np.random.default_rng(1))
    assert bot.hidden_size == 0
    batch.play(3, bot)
    assert batch.hidden_states.size == 0
    chosen = bot.choose_recurrent(GAME, batch.obs, batch.masks, np.zeros((batch.n, 0), np.float32))
    assert (chosen == batch.masks.argmax(axis=1)).all()


def test_opponents_of_a_single_environment_remember_on_compiled_rules_too():
    env = SingleAgentEnv(PLAYERS, 0, [bot_of(), bot_of()], **SHORT)
    env.reset(seed=3)
    for _ in range(40):
        _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        if terminated or truncated:
            break
    record, choices = env.table.record(), 0
    table = replay_record(record, stop=0)
    for line in record.lines:
        if table.current_player in (1, 2) and sum(table.mask()) > 1:
            assert GAME.actions.text(choice(table, bot_of()).action) == line.text
            choices += 1
        table.play_line(line)
    assert choices > 20


def test_a_player_of_several_seats_has_one_memory():
    """Play two players with four seats in total: what a player saw in its first seat it remembers in its second."""
    network = some_network(Architecture((6,), 1, "tanh", recurrent_units=4), game=PAIRS, seed=3)
    network.weights["action.weight"][:, -4:] *= 10
    bot = RecurrentPolicyAgent(np.random.default_rng(1), network, greedy=True)
    batch = Batch(PAIRS, 6, list(range(6)), 2)
    played = games_of(batch, bot)
    tables = [Table(PAIRS, PAIRS.config_class(num_players=2), seed=seed) for seed in range(6)]
    for table in tables:
        play_out(table, [bot, bot])
    assert [
        [PAIRS.actions.index(line.text) for line in table.lines if line.seat is not None] for table in tables
    ] == played
    seats = [line.seat for line in tables[0].lines if line.seat is not None]
    assert len(tables[0].view(0).past_decisions()[0]) == sum(seat in (0, 2) for seat in seats)
