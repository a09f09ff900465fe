"""Every registered bot plays complete games by the rules, for every number of players."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import batch_games, games_on_their_way, table_game
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bot_files, builtin_bots, make_bot
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import CheckpointError, ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.view import View

ROSTER = builtin_bots(GAME.name)
PLAYERS = (2, 3, 4, 5)
TRAINED = ("policy", "easy", "medium", "hard", "champion", "search")  # several of them share their code
CELLS = [(name, players) for name in ROSTER for players in (PLAYERS[:1] + PLAYERS[-1:] if name in TRAINED else PLAYERS)]
QUICK = {"max_turns": 400, "last_player": "last_survivor_wins"}


def bot_of(name, seed=1):
    return make_bot(name, GAME, np.random.default_rng(seed))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_it_plays_whole_games_at_a_table(name, players):
    for seed in range(1 if bot_of(name).uses_states else 2):
        table = table_game([bot_of(name, seat) for seat in range(players)], seed)
        assert table.is_terminal
        assert table.winner is not None


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_it_plays_whole_games_in_a_batch(name, players):
    bot = bot_of(name)
    batch = batch_games(bot, 4 if bot.uses_states else 24, [players], 5)  # searching bots are slow
    assert batch.done.all()
    assert (batch.won.sum(axis=1) == 1).all()


@pytest.mark.thinned(3)
@pytest.mark.parametrize("last_player", ["stalemate", "last_survivor_wins"])
@pytest.mark.parametrize("name", ROSTER)
def test_it_plays_under_other_house_rules(name, last_player):
    rules = {"last_player": last_player, "death_penalty_two_players": True, "omit_brutal_cards": True}
    bot = bot_of(name)
    assert batch_games(bot, 4 if bot.uses_states else 24, PLAYERS, 6, max_turns=400, **rules).done.all()


@pytest.mark.parametrize("name", ROSTER)
def test_the_same_generator_gives_the_same_answers(name):
    rows = np.arange(100 if bot_of(name).uses_states else 400)
    batch = games_on_their_way(len(rows))
    first, same, other = (batch.select_actions(bot_of(name, seed), rows) for seed in (1, 1, 2))
    assert first.dtype == np.int64
    assert np.array_equal(first, same)
    assert np.array_equal(first, other) == ROSTER[name].is_bundled, (
        "expected equal actions only from bundled bots, which need no generator"
    )
    assert batch.masks[rows, first].all()


@pytest.mark.parametrize("name", ROSTER)
def test_it_does_not_change_its_view(name):
    batch = games_on_their_way(50)
    before = batch.save()
    batch.select_actions(bot_of(name), np.arange(50))
    assert all(np.array_equal(array, before[part]) for part, array in batch.save().items())


@pytest.mark.parametrize("row", ROSTER.values(), ids=ROSTER)
def test_its_registry_entry_describes_it(row):
    module, name = row.import_path.split(":")
    assert issubclass(getattr(import_module(module), name), Agent)
    assert isinstance(make_bot(row.name, GAME, np.random.default_rng(1)), Agent)
    assert row.description
    assert ROSTER[row.name] is row


@pytest.mark.parametrize("name", ["", "nobody", "greedy:random", "greedy:nobody", "Random", "runs/nowhere/bot.wdbot"])
def test_an_unknown_bot_is_an_error_that_lists_the_known_ones(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((ConfigError, CheckpointError)) as refusal:
        bot_of(name)
    message = str(refusal.value)
    assert "\n" not in message
    if name:
        assert repr(name) in message
        assert "easy, medium, hard, champion" in message


@pytest.mark.parametrize("content", [b"", b"not a bot", b"\x89wd_env\n", b"PK\x03\x04zip"])
@pytest.mark.parametrize("prefix", ["", "greedy:"])
def test_a_broken_file_is_refused_in_one_line(content, prefix, tmp_path):
    path = tmp_path / "bot.wdbot"
    path.write_bytes(content)
    with pytest.raises(CheckpointError) as refusal:
        bot_of(f"{prefix}{path}")
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_without_a_bot_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match=r"bot\.wdbot"):
        bot_of(str(tmp_path))


# The bundled trained policy


FIVE_CARDS = {"variant": "five_card"}
OTHERS = [{"variant": name} for name in ("ten_card", "multi_five", "two_set")]


def test_the_policies_that_come_with_the_package_are_small():
    paths = bot_files("policy")
    assert [path.name for path in paths] == ["world_dominance.wdbot", "world_dominance.variants.wdbot"]
    assert all(path.stat().st_size < 3_000_000 for path in paths)


@pytest.mark.parametrize(("options", "place"), [(FIVE_CARDS, 0), *((options, 1) for options in OTHERS)])
def test_each_answers_by_its_likeliest_action_in_its_variants(options, place):
    batch = games_on_their_way(60, players=(2, 3), options=options)
    names = ("policy", "policy", f"greedy:{bot_files('policy')[place]}")
    answers = [batch.select_actions(bot_of(name), np.arange(60)).tolist() for name in names]
    assert answers[0] == answers[1] == answers[2]
    assert (
        answers[0] != batch.select_actions(bot_of(f"greedy:{bot_files('policy')[1 - place]}"), np.arange(60)).tolist()
    )


def test_one_call_may_mix_variants_and_each_row_is_answered_by_its_own():
    batch = games_on_their_way(60, players=(2, 3), options=[FIVE_CARDS, OTHERS[0]])
    rows = np.arange(60)
    answers = batch.select_actions(bot_of("policy"), rows)
    for place, path in enumerate(bot_files("policy")):
        mine = rows[place::2]
        np.testing.assert_array_equal(answers[mine], batch.select_actions(bot_of(f"greedy:{path}"), mine))
    table = WorldDominance(Config(num_players=3, variant="ten_card"), seed=3)
    view = table.view(table.seat)
    further = bot_of(f"greedy:{bot_files('policy')[1]}").analyse(view)
    assert bot_of("policy").analyse(view).probabilities == further.probabilities


def test_without_its_file_the_policy_is_refused_by_name(monkeypatch):
    monkeypatch.setattr("wd_env.agents.agent_registry.bundled_policies", lambda game: ())
    with pytest.raises(ConfigError, match="bot policy is missing: this package has no policy of world_dominance"):
        bot_of("policy")


def test_the_policy_beats_the_baseline():
    """Play a thousand games of two: 60% with a standard deviation of 1.5 points."""
    result = play_match(GAME, ["policy", "scripted_v1"], 1024, 7, QUICK)
    assert result.win_rates[0].win_rate > 0.53


# Levels


@pytest.mark.parametrize(
    ("level", "plays"),
    [
        ("easy", "noisy:rate=0.5"),
        ("medium", "noisy:rate=0.25"),
        ("hard", "noisy:rate=0.05"),
        ("champion", "search:samples=128,margin=0.012,prior=policy"),
    ],
)
def test_a_level_is_a_bot_with_options_under_a_name_of_its_own(level, plays):
    batch = games_on_their_way(60)
    answers = [batch.select_actions(bot_of(name), np.arange(60)).tolist() for name in (level, plays)]
    assert answers[0] == answers[1]
    assert bot_of(level).name == level
    assert bot_files(level) == (bot_files("policy") if level == "champion" else ())


@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium")])
def test_a_level_beats_the_one_before_it(stronger, weaker):
    """Play half a thousand games of two: 61% with a standard deviation of 2.5 points."""
    result = play_match(GAME, [stronger, weaker], 512, 7, QUICK)
    assert result.win_rates[0].win_rate > 0.52


# random


@pytest.mark.parametrize("form", ["choose", "choose_batch"])
def test_random_takes_every_option_equally_often(form):
    """Sample 12,000 actions of six: 2,000 each with a standard deviation of 41; 250 is more than six of them."""
    mask = np.zeros(len(GAME.actions), np.int8)
    legal = [0, 3, 50, 51, 120, len(mask) - 1]
    mask[legal] = 1
    obs = np.zeros(GAME.layout.size, np.int8)
    bot = RandomAgent(np.random.default_rng(1))
    if form == "choose":
        view = View(GAME, obs, mask)
        chosen = np.array([bot.choose(view) for _ in range(12_000)])
    else:
        chosen = bot.choose_batch(GAME, np.tile(obs, (12_000, 1)), np.tile(mask, (12_000, 1)))
    counts = np.bincount(chosen, minlength=len(mask))
    assert counts.sum() == counts[legal].sum() == 12_000
    assert np.abs(counts[legal] - 2000).max() < 250
    # consecutive actions are independent: each of 36 pairs 333 times, standard deviation 18
    pairs = np.zeros((len(mask), len(mask)), int)
    np.add.at(pairs, (chosen[:-1], chosen[1:]), 1)
    assert np.abs(pairs[np.ix_(legal, legal)] - 333).max() < 110


def test_the_file_of_a_bot_is_its_weights_or_its_source(tmp_path):
    file = tmp_path / "bot.wdbot"
    file.touch()
    assert bot_files(str(tmp_path)) == bot_files(str(file)) == bot_files(f"greedy:{file}") == (file,)
    (source,) = bot_files("wd_env.agents.random_agent:RandomAgent")
    assert source.samefile(Path(import_module("wd_env.agents.random_agent").__file__))
    for name in ("random", "scripted", "nobody", "greedy:nobody", "wd_env.agents.agent_registry:BUILTIN_BOTS"):
        assert bot_files(name) == ()
    assert bot_files(f"search:samples=3,value_net={file}") == (file,)
    assert bot_files("search:samples=3") == ()
    mine = tmp_path / "mine.wdbot"
    mine.touch()
    assert bot_files(f"search:value_net={file},prior={mine},policy={mine}") == (file, mine)
    assert bot_files(f"search:policy={mine},prior=greedy:{file}") == (file, mine)
    assert bot_files("search:prior=policy,policy=scripted") == bot_files("policy")
    with pytest.raises(ConfigError, match="'nowhere:Bot' cannot be loaded"):
        bot_files("nowhere:Bot")


@pytest.mark.parametrize("name", ["hard:x=1", "hard:", "random:Random", "policy:x"])
def test_options_of_a_bot_that_has_none_are_refused(name):
    """Check bots without options, whose names must not be taken for a class of a module outside the sandbox."""
    base, _, options = name.partition(":")
    message = f"bot {base}: expected no options, which only search, noisy have, got {options!r}"
    for call in (make_bot, bot_files):
        with pytest.raises(ConfigError) as caught:
            call(name, "superpowers")
        assert str(caught.value) == message
