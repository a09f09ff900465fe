"""Options are checked at construction, named in errors, and passed to the rules."""

import json
import random
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest

from tests.games.world_dominance.random_options import each_value, random_options
from wd_env.agents.files.bot_file import load_bot, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.config import MAX_TURNS, Config
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.options import options_of
from wd_env.spec.rule_options import option_code, state_options
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record, table_from_json


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wd_009_two_to_five_sit_at_the_table(players):
    table = WorldDominance(Config(num_players=players), chance=EXPLICIT)
    assert table.board.in_play == list(range(players))
    assert table.board.garrison + sum(table.board.soldiers) == 100


WRONG = [
    *[("num_players", value) for value in (1, 6, 0, -2, 2.0, "3", None, True, [3])],
    *[("variant", value) for value in ("ten", "", None, 5)],
    *[("max_turns", value) for value in (0, -1, 1.5, "9", True, MAX_TURNS + 1)],
    *[("last_player", value) for value in ("play_off", None, 1)],
    *[("percent_known", value) for value in (-1, 101, 50.0, None, True)],
    *[("percent_unknown", value) for value in (-1, 101, "10")],
    *[("death_penalty", value) for value in (1, 0, None, "yes")],
    *[("death_penalty_two_players", value) for value in (1, None)],
    *[("knowledge_model", value) for value in ("constant_p", None, 0)],
    *[(name, value) for name in ("percent_right", "percent_spelled") for value in (-1, 101, 0.5, None)],
    *[(name, 1) for name in ("spelling_demand", "manual_declarations", "allow_incorrect_runs", "allow_ice_breakout")],
    *[("omit_brutal_cards", value) for value in (1, "no")],
    *[("board", value) for value in (None, 3, ["ring24"])],
    *[(name, 3) for name in ("continent_cards", "manoeuvre_deck", "purgadies", "themes")],
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_that_is_not_allowed_is_refused_by_name(name, value):
    with pytest.raises(ConfigError, match=rf"^{name}: expected"):
        Config.of(**{name: value})


def test_contradictory_options_are_rejected_with_the_reason():
    with pytest.raises(ConfigError, match="death_penalty_two_players: expected False without death_penalty"):
        Config(death_penalty=False, death_penalty_two_players=True)


def test_an_option_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(ConfigError, match="unknown option 'players'; expected num_players"):
        Config.of(players=3)


def test_a_config_is_frozen_equal_and_goes_through_a_dictionary():
    config = Config(num_players=3, max_turns=7, omit_brutal_cards=True)
    assert Config.of(**config.as_dict()) == config
    assert set(config.as_dict()) == {field.name for field in fields(Config)}
    with pytest.raises(FrozenInstanceError):
        config.num_players = 4


@pytest.mark.parametrize(("name", "value"), [row for row in each_value() if row[0] in state_options(Config)])
def test_the_rules_find_every_value_of_every_option_in_the_state(name, value):
    config = Config.of(**random_options(random.Random(7), **{name: value}))
    assert getattr(new_state(config), name) == option_code(state_options(Config)[name], value)


def test_every_field_declares_what_it_may_be():
    assert list(options_of(Config)) == [field.name for field in fields(Config)]


@pytest.mark.parametrize("number", range(20))
def test_options_are_stored_in_records_and_state_files(number):
    rng = random.Random(number)
    table = WorldDominance(Config.of(**random_options(rng, max_turns=9)), seed=number)
    while not table.is_terminal:
        table.play(rng.choice(table.legal_texts()))
        again = table_from_json(json.loads(json.dumps(table.to_json())), GAME)
        assert again.config == table.config
        assert again.record().rules_digest == table.record().rules_digest
    replayed = replay_record(GameRecord.loads(table.record().dumps()), GAME)
    assert (replayed.config, replayed.state) == (table.config, table.state)


@pytest.mark.parametrize("number", range(5))
def test_options_are_stored_in_a_bot_file(number, tmp_path):
    pytest.importorskip("safetensors")
    config = Config.of(**random_options(random.Random(number)))
    meta = BotFileHeader.for_game(GAME, Architecture((4,), 1), current_provenance({}, config.as_dict(), {}, 1, 0))
    save_bot(tmp_path, {key: np.zeros(shape, np.float32) for key, shape in meta.shapes.items()}, meta)
    _, found = load_bot(tmp_path, GAME)
    assert Config.of(**found.provenance.rules) == config


def test_a_record_under_other_rules_is_refused():
    record = WorldDominance(Config(run_wraps=True), seed=1).record()
    other = replace(record, config=Config().as_dict())
    with pytest.raises(StateError, match="made under rules"):
        replay_record(other, GAME)


def test_wd_098_the_two_brutal_cards_can_be_left_out():
    kept, omitted = (WorldDominance(Config(omit_brutal_cards=omit)).board.manoeuvre_pack[0] for omit in (False, True))
    assert len(kept) == 27
    assert len(omitted) == 25
    assert set(omitted) < set(kept)


@pytest.mark.parametrize("turns", [1, 2, 17])
def test_wd_010_a_game_is_cut_after_the_turns_agreed_on(turns):
    table = WorldDominance(Config(num_players=5, max_turns=turns), seed=4)
    while not table.is_terminal:
        table.play(table.legal_texts()[0])
    assert table.is_truncated
    assert table.winner is None
    assert table.state.turn_number == turns
