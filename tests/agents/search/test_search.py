"""The searching bot: legal everywhere, reproducible by seed, independent of hidden information, and stronger."""

import random

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.test_value import network
from tests.games.world_dominance.hidden_parts import resample_hidden
from tests.games.world_dominance.test_secrets import answer_with_much_secrecy, knowing_table
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file_header import current_provenance
from wd_env.agents.networks.value_network import save_value
from wd_env.agents.search.search_agent import load_value_network
from wd_env.agents.search.search_engine import RolloutConfig, SearchEngine, SearchStats, draw_keys
from wd_env.batch.batch import Batch
from wd_env.errors import CheckpointError, ConfigError, IllegalAction, StateError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import all_tables
from wd_env.spec.view import View

QUICK = {"last_player": "last_survivor_wins", "max_turns": 400}


def bot(options="samples=4,rollout=2", seed=1):
    return make_bot(f"search:{options}", GAME, np.random.default_rng(seed))


def decisions(players=3, seed=1, tables=60):
    """Return a batch in the middle of games, and the rows with a choice."""
    batch = Batch(GAME, tables, seed, [players], QUICK)
    batch.play(60, make_bot("scripted", GAME, np.random.default_rng(seed)))
    return batch, np.flatnonzero(~batch.done & (batch.masks.sum(axis=1) > 1))


@pytest.mark.parametrize(("row", "players"), list(all_tables()))
def test_its_answers_are_legal_on_every_table(row, players):
    options = row.options(players)
    number = options.pop("num_players")
    batch = Batch(GAME, 6, 3, [number], {**options, "max_turns": 40})
    seeker = bot("samples=2,rollout=1")
    while not batch.done.all():  # an illegal action raises an error
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.select_actions(seeker, rows), rows)


def test_the_same_seed_and_samples_give_the_same_answers_however_often():
    batch, rows = decisions()
    first, again, other = (batch.select_actions(bot(seed=seed), rows) for seed in (5, 5, 6))
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


def test_a_second_ply_is_another_search_and_the_same_by_seed():
    batch, rows = decisions()
    states, own = (
        batch.resampled_states(rows),
        batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(1)), rows),
    )
    means = [
        bot(f"samples=8{ply}").evaluate_actions(GAME, states, own).means
        for ply in ("", ",second_ply=4", ",second_ply=4")
    ]
    assert np.array_equal(means[1], means[2], equal_nan=True)
    assert not np.array_equal(means[0], means[1], equal_nan=True)


def test_a_decision_is_searched_equally_alone_and_in_a_batch():
    batch, rows = decisions()
    engine = SearchEngine(GAME, None)
    states, keys = batch.resampled_states(rows), draw_keys(np.random.default_rng(5), len(rows))
    own = batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(3)), rows)
    found = []
    for part in (slice(0, len(rows)), slice(3, 8)):
        findings = SearchStats.empty(GAME, len(states[part]))
        engine.search(states[part], own[part], keys[part], findings, 20, RolloutConfig(3), 0.01)
        found.append(findings)
    assert np.array_equal(found[0].totals[3:8], found[1].totals)
    assert found[0].actions[3:8].tolist() == found[1].actions.tolist()


def test_states_are_valued_as_the_network_sees_them_and_as_it_will_see_them():
    batch, rows = decisions()
    network = load_value_network("", GAME)
    engine, keys = SearchEngine(GAME, network), draw_keys(np.random.default_rng(5), len(rows))
    players = np.arange(len(rows)) % batch.num_players[rows]
    states = batch.full_states(rows)
    now = engine.values(states, players, keys, 1, RolloutConfig(0))
    assert np.allclose(now, network.values(batch.observe_players(rows, players)), atol=1e-5)
    later = [engine.values(states, players, keys, samples, RolloutConfig(4)) for samples in (1, 1, 64)]
    assert np.array_equal(later[0], later[1])
    assert np.abs(later[2] - now).mean() < np.abs(later[0] - now).mean(), "expected less noise with more samples"
    assert np.array_equal(states, batch.full_states(rows)), "expected samples to be played in copies"


def test_only_players_at_the_table_are_valued():
    batch, rows = decisions()
    engine, keys = SearchEngine(GAME, None), draw_keys(np.random.default_rng(5), 1)
    for player in (-1, int(batch.num_players[rows[0]])):
        with pytest.raises(ConfigError, match=f"players: expected players of the state, got {player}"):
            engine.values(batch.full_states(rows[:1]), np.array([player]), keys, 1, RolloutConfig(1))


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (lambda own: own[:-1], r"prior_actions: expected \d+ actions of 0..225"),
        (lambda own: np.where(own == own[0], 226, own), "from .* to 226"),
        (lambda own: np.where(own == own[0], -1, own), "from -1 to"),
        (lambda own: own + 0.5, "prior_actions: expected integers"),
    ],
    ids=["one too few", "beyond the last", "below the first", "fractions"],
)
def test_impossible_actions_never_reach_compiled_code(own, message):
    batch, rows = decisions()
    sound = batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(3)), rows)
    with pytest.raises(ConfigError, match=message):
        bot().evaluate_actions(GAME, batch.resampled_states(rows), own(sound))


@pytest.mark.parametrize(
    "states", [lambda found: found.tolist(), lambda found: found["army"], lambda found: found[None]]
)
def test_states_that_are_no_records_are_refused(states):
    batch, rows = decisions()
    found = states(batch.resampled_states(rows[:1]))
    with pytest.raises(ConfigError, match=r"states: expected records of world_dominance, as `Batch\.resampled_states`"):
        bot().evaluate_actions(GAME, found, np.zeros(1, np.int64))


class Wild(Agent):
    """A bot that returns an illegal action."""

    def choose(self, view):
        return 10**6


def test_a_prior_that_answers_what_is_not_offered_is_named():
    batch, rows = decisions()
    seeker = bot("samples=1,prior=tests.agents.search.test_search:Wild")
    with pytest.raises(IllegalAction, match=r"bot .*Wild.*1000000"):
        batch.select_actions(seeker, rows)


@pytest.mark.parametrize("options", ["samples=16", "samples=4,second_ply=2"])
def test_resampled_secrets_change_no_action_and_no_analysis(options):
    dealt = 0
    for seed in range(3):
        table, rng = knowing_table(3, seed), random.Random(seed)
        for _ in range(120):
            if table.is_terminal:
                break
            answer_with_much_secrecy(table, rng)
            if table.current_player is None or len(table.legal_texts()) < 2:
                continue
            other = table.copy()
            state = table.state.copy()
            resample_hidden(state, table.seat, rng)
            dealt += state.to_bytes() != table.state.to_bytes()
            other.state = state
            mine, theirs = (bot(options, seed=seed).analyse_view(one.view(one.seat)) for one in (table, other))
            assert mine.action == theirs.action
            assert mine.means.tolist() == pytest.approx(theirs.means.tolist(), nan_ok=True)
    assert dealt > 15


def test_its_analysis_has_every_legal_action():
    batch, rows = decisions()
    found = bot("samples=32,rollout=4").analyse_batch(
        GAME, batch.resampled_states(rows), batch.obs[rows], batch.masks[rows]
    )
    assert len(found) == len(rows)
    for row, opinion in zip(rows, found, strict=True):
        assert opinion.actions.tolist() == np.flatnonzero(batch.masks[row]).tolist()
        assert opinion.action in opinion.actions
        assert (opinion.samples >= 16).all()
        assert ((opinion.means >= 0) & (opinion.means <= 1)).all()
        assert ((opinion.half_widths >= 0) & (opinion.half_widths < 0.4)).all()
        assert opinion.value == opinion.means[opinion.actions.tolist().index(opinion.action)]


def test_options_that_are_close_are_tried_more_often():
    batch, rows = decisions(tables=200)
    found = bot("samples=64,rollout=4").analyse_batch(
        GAME, batch.resampled_states(rows), batch.obs[rows], batch.masks[rows]
    )
    tried = np.concatenate([opinion.samples for opinion in found])
    assert tried.min() == 16
    assert tried.max() > 128


def test_samples_end_once_one_action_is_clearly_better():
    """Check that samples of a clearly better action end long before the budget does."""
    batch, rows = decisions(tables=200)
    own = batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(3)), rows)
    found = bot("samples=4096,rollout=0").evaluate_actions(GAME, batch.resampled_states(rows), own)
    tried = found.samples[np.arange(len(rows)), found.actions]
    other = found.actions != own
    assert other.sum() > 5
    assert np.median(tried[other]) < 1024
    assert (tried[other] % 16 == 0).all()


def test_without_a_clear_result_every_action_gets_all_its_samples():
    batch, rows = decisions()
    found = bot("samples=32,rollout=2,stderrs=1000").analyse_batch(
        GAME, batch.resampled_states(rows), batch.obs[rows], batch.masks[rows]
    )
    assert {int(tried) for opinion in found for tried in opinion.samples} == {32}


def test_a_single_legal_action_is_not_searched():
    batch = Batch(GAME, 40, 2, [2], QUICK)
    batch.play(50)
    rows = np.flatnonzero(~batch.done & (batch.masks.sum(axis=1) == 1))
    assert len(rows) > 3
    found = bot().analyse_batch(GAME, batch.resampled_states(rows), batch.obs[rows], batch.masks[rows])
    assert all(opinion.samples.tolist() == [0] for opinion in found)
    assert [opinion.action for opinion in found] == batch.masks[rows].argmax(axis=1).tolist()


def test_it_keeps_its_priors_action_unless_another_is_better_by_the_margin():
    batch, rows = decisions()
    stubborn = bot("samples=4,rollout=2,margin=1", seed=3)
    prior = make_bot("scripted", GAME, np.random.default_rng(3))
    assert batch.select_actions(stubborn, rows).tolist() == batch.select_actions(prior, rows).tolist()


def test_at_other_decisions_than_the_named_ones_its_prior_answers():
    batch, rows = decisions(tables=200)
    asked = np.array([View(GAME, *row).decision for row in zip(batch.obs[rows], batch.masks[rows], strict=True)])
    named = np.isin(asked, ["card_space", "continent"])
    assert named.sum() > 10 < (~named).sum()
    eager, everywhere = (
        "samples=4,rollout=2,margin=0",
        batch.select_actions(bot("samples=4,rollout=2,margin=0", seed=3), rows),
    )
    prior = batch.select_actions(make_bot("scripted", GAME, np.random.default_rng(3)), rows)
    for at, searched in (("card_space+continent", named), ("-card_space+continent", ~named)):
        found = batch.select_actions(bot(f"{eager},decisions={at}", seed=3), rows)
        assert found.tolist() == np.where(searched, everywhere, prior).tolist()
    assert (everywhere != prior)[named].any()
    assert (everywhere != prior)[~named].any()


def test_at_a_table_it_answers_by_views():
    table = WorldDominance(Config(num_players=2, **QUICK), seed=4)
    seeker = bot()
    for _ in range(30):
        table.play(seeker.choose(table.view(table.seat)), seat=table.seat)
    assert not table.is_terminal


def test_views_alone_are_not_enough():
    batch, rows = decisions()
    with pytest.raises(ConfigError, match="needs states, not only views"):
        bot().choose_batch(GAME, batch.obs[rows], batch.masks[rows])
    with pytest.raises(StateError, match="made without a table"):
        bot().choose(View(GAME, batch.obs[rows[0]], batch.masks[rows[0]]))


def test_by_time_it_thinks_as_long_as_it_may_and_answers():
    batch, rows = decisions()
    states = batch.resampled_states(rows)
    short, long = (
        sum(opinion.samples.sum() for opinion in seeker.analyse_batch(GAME, states, batch.obs[rows], batch.masks[rows]))
        for seeker in (bot("time=1ms,rollout=4,margin=0"), bot("time=2s,rollout=4,margin=0"))
    )
    assert long > short


def test_it_beats_its_prior_clearly():
    result = play_match(GAME, ["search:samples=24,prior=scripted_v1", *["scripted_v1"] * 3], 160, 11, QUICK)
    assert result.win_rates[0].low > 0.25


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("sample=4", "as name=value; did you mean samples?"),
        ("samples=4,samples=5", "unknown option 'samples=5' of search; expected samples, time"),
        ("samples", "unknown option 'samples' of search"),
        ("samples=0", "samples: expected an integer from 1 to 16384, got 0"),
        ("samples=many", "samples: expected an integer from 1 to 16384, got 'many'"),
        ("margin=nan", "margin: expected a number from 0 to 1, got 'nan'"),
        ("margin=-1", "margin: expected a number from 0 to 1, got -1"),
        ("stderrs=-1", "stderrs: expected a number from 0 to 1000, got -1.0"),
        ("time=0ms", "time: expected more than 0, got '0ms'"),
        ("time=5", "time: expected a number with a unit"),
        ("rollout=-1", "rollout: expected an integer from 0 to 10000, got -1"),
        ("second_ply=-1", "second_ply: expected an integer from 0 to 1024, got -1"),
        ("second_ply=1025", "second_ply: expected an integer from 0 to 1024, got 1025"),
        ("random_rate=2", "random_rate: expected a number from 0 to 1, got 2.0"),
        ("policy=nobody", "unknown bot 'nobody'"),
        ("value_net=/nowhere", "value_net: expected a value network file"),
        ("decisions=continent+icehouse", "did you mean ice_house?"),
        ("decisions=-", ", got ''"),
        ("decisions=-continent+-gate", ", got '-gate'"),
        ("prior=search", "prior: expected a bot that needs only views, got 'search'"),
        ("prior=nobody", "unknown bot 'nobody'"),
    ],
)
def test_invalid_options_are_rejected_with_one_line(options, message):
    with pytest.raises(ConfigError) as error:
        bot(options)
    assert message in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_network_of_another_game_is_refused(tmp_path):
    other = network(size=GAME.layout.size)
    path = save_value(tmp_path / "net.wdvalue", other, GAME, current_provenance({}, {}, {}, 1, 0))
    bot(f"value_net={path},samples=1")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match="is damaged"):
        bot(f"value_net={path}")
