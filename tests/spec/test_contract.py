"""The contract of a game: a toy game runs at tables and in batches; an invalid description is rejected."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests import toy_game
from tests.toy_game import PLEDGE
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.spec.observation_layout import ObservationLayout
from wd_env.spec.state_schema import Field, StateSchema
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record

SEEDS = range(40)


def without(name):
    return StateSchema("pledge", tuple(field for field in toy_game.SCHEMA.fields if field.name != name))


def instead(name, **changed):
    fields = (replace(field, **changed) if field.name == name else field for field in toy_game.SCHEMA.fields)
    return StateSchema("pledge", tuple(fields))


@pytest.mark.parametrize(
    "name", ["node", "seat", "players", "seats", "owner", "home_seat", "in_play", "won", "truncated"]
)
def test_a_state_without_a_field_of_the_core_is_refused_by_name(name):
    with pytest.raises(ConfigError, match=f"game pledge: field {name!r}: expected .* got no such field"):
        replace(PLEDGE, schema=without(name))


def test_fields_of_the_core_have_their_shape_and_are_public():
    with pytest.raises(ConfigError, match="field 'won': expected a list of 3, got length 4"):
        replace(PLEDGE, schema=instead("won", length=4))
    with pytest.raises(ConfigError, match="field 'seat': expected a scalar, got length 3"):
        replace(PLEDGE, schema=instead("seat", length=3))
    with pytest.raises(ConfigError, match="field 'in_play': expected a public field"):
        replace(PLEDGE, schema=instead("in_play", private=True))


def test_decisions_come_first_and_a_game_can_end():
    pledge, roll, deal, die, over = PLEDGE.nodes
    with pytest.raises(ConfigError, match="expected decisions first"):
        replace(PLEDGE, nodes=(pledge, deal, roll, die, over))
    with pytest.raises(ConfigError, match="expected decisions first"):
        replace(PLEDGE, nodes=(deal, die, over))
    with pytest.raises(ConfigError, match="nodes: expected a terminal one"):
        replace(PLEDGE, nodes=(pledge, roll, deal, die))


def test_the_observation_names_the_decision():
    with pytest.raises(ConfigError, match=r"feature 'decision': expected shape \(2,\), got no such feature"):
        replace(PLEDGE, layout=ObservationLayout(PLEDGE.layout.features[1:]))
    wide = replace(PLEDGE.layout.features[0], shape=(5,))
    with pytest.raises(ConfigError, match=r"feature 'decision': expected shape \(2,\), got shape \(5,\)"):
        replace(PLEDGE, layout=ObservationLayout((wide, *PLEDGE.layout.features[1:])))


def test_engine_and_configuration_have_what_the_core_calls():
    bare = SimpleNamespace(step=toy_game.step, legal=toy_game.legal, is_terminal=toy_game.is_terminal)
    with pytest.raises(ConfigError, match="expected an engine with the rule 'chance_weights'"):
        replace(PLEDGE, engine=bare)
    with pytest.raises(ConfigError, match="expected a configuration with the option 'num_players'"):
        replace(PLEDGE, config_class=SimpleNamespace())


def test_additional_fields_are_allowed():
    own = StateSchema("pledge", (*toy_game.SCHEMA.fields, Field("extra", "i4", 0, "")))
    assert replace(PLEDGE, schema=own).schema.size > PLEDGE.schema.size


def play_randomly(seed, players):
    """Play a whole game at a single table."""
    generator = np.random.default_rng(seed)
    table = Table(PLEDGE, toy_game.Config(num_players=players), seed=seed)
    while not table.is_terminal:
        table.play(str(generator.choice(table.legal_texts())))
    return table


def test_a_batch_plays_the_toy_game_as_single_tables_do():
    generator = np.random.default_rng(0)
    batch = Batch(PLEDGE, len(SEEDS), list(SEEDS), num_players=(2, 3))
    tables = [Table(PLEDGE, toy_game.Config(num_players=2 + row % 2), seed=seed) for row, seed in enumerate(SEEDS)]
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        for row in rows:
            table = tables[row]
            assert (batch.seat[row], batch.masks[row].tolist()) == (table.seat, table.mask())
            assert batch.obs[row].tolist() == table.observe(table.seat)
        actions = {row: int(generator.choice(np.flatnonzero(batch.masks[row]))) for row in rows}
        batch.step(np.array(list(actions.values())), rows)
        for row in rows:
            tables[row].play(actions[row])
    for row, table in enumerate(tables):
        assert batch.won[row].tolist() == table.state.won
        assert batch._states[row].tobytes() == table.state.to_bytes()


def test_several_may_win_and_share_and_all_returns_sum_to_nothing():
    shared = 0
    batch = Batch(PLEDGE, 400, 5, num_players=(3,))
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions()[rows], rows)
        ended = rows[batch.done[rows]]
        assert np.abs(batch.rewards[ended].sum(axis=1)).max(initial=0) < 1e-6
        for row in ended:
            winners = int(batch.won[row].sum())
            shared += winners == 2
            if winners:
                assert batch.rewards[row].max() == pytest.approx((3 - winners) / (2 * winners))
    assert shared > 0


def test_a_table_with_several_winners_names_them_all_and_no_single_one():
    table = Table(PLEDGE, chance=EXPLICIT)
    table.play("card 1")
    table.play("card 2")
    table.play("card 3")
    for pledge in ("even", "odd", "odd"):
        table.play(f"pledge {pledge}")
    for face in (6, 4, 2):
        table.play("throw", f"die {face}")
        table.play("hold")
    assert (table.is_terminal, table.winners, table.winner) == (True, (0,), 0)  # 6 + 2 + 3; 4 + 4; 2 + 6
    table = Table(PLEDGE, chance=EXPLICIT)
    for answer in ("card 1", "card 2", "card 3", *["pledge odd"] * 3):
        table.play(answer)
    for face in (5, 3, 6):
        table.play("throw", f"die {face}")
        if face == 6:
            table.play("throw", "die 6")
            table.play("throw", "die 1")
        else:
            table.play("hold")
    assert (table.winners, table.winner) == ((0, 1), None)
    assert not table.in_game()[2]


def test_a_pledge_is_in_no_other_players_record_and_a_record_replays_from_it():
    table = play_randomly(7, 3)
    record = table.record()
    assert [str(line)[:3] for line in record.lines if line.text.startswith("pledge")] == ["0?0", "1?1", "2?2"]
    for seat in range(3):
        pledges = [line.seat for line in record.for_seat(seat).lines if line.text.startswith("pledge")]
        assert pledges == [seat]
    again = replay_record(GameRecord.loads(record.dumps()), PLEDGE)
    assert again.state == table.state


def test_a_seat_sees_neither_card_nor_pledge_of_the_others():
    table = play_randomly(3, 3)
    other = table.copy()
    other.state.card = [table.state.card[0], *table.state.card[:0:-1]]
    other.state.pledge = [table.state.pledge[0], *(1 - pledge for pledge in table.state.pledge[1:])]
    assert other.observe(0) == table.observe(0)
    assert other.observe(1) != table.observe(1)


def test_a_toy_game_without_its_own_rules_of_offences_refuses_what_is_not_offered():
    table = Table(PLEDGE, seed=1)
    before = table.state.copy()
    with pytest.raises(ValueError, match="is illegal at pledge"):
        table.play("throw")
    assert table.state == before
