"""Secrets that a seat may not know do not change its view: they are resampled and the views compared.

`dealing` describes what is hidden and how it is resampled.
"""

import random

import numpy as np
import pytest

from tests.games.world_dominance.hidden_parts import (
    holds_secret_theme,
    resample_hidden,
    resampled_lines,
    resampled_record,
)
from tests.games.world_dominance.policies import POLICIES, new_table, turns_of, uniform
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import NOBODY
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.games.world_dominance.text.table_text import describe
from wd_env.games.world_dominance.variants import all_tables
from wd_env.kernels import game_loop
from wd_env.session.narration import Narrator, format_lines
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import replay_record

DEALS = 1_500
TEXT_DEALS = 750
DEALS_OF_ONE = 4  # resampled states of one position
ROWS, MOMENTS = 64, 12  # positions of one variant and number of players

SECRET_FIELDS = {"knows", "theme", "theme_place"}


def shown(table, me):
    view = table.view(me)
    return view.obs, view.mask, table.node.name, table.seat, table.is_terminal


def knowing_table(players, seed):
    """Return a game in which titles are soon read to all players, so that there are secrets."""
    return new_table(players, seed, max_turns=100, chance=EXPLICIT)


def answer_with_much_secrecy(table, rng):
    """Play an action or outcome that leads to the zone and to a bluff, or a random one."""
    if table.node.name == "movement_throw" and rng.random() < 0.5:
        table.play(leads_to_the_zone(table, rng))
    else:
        table.play(uniform(table.legal_texts(), rng))


def leads_to_the_zone(table, rng):
    for outcome in table.legal_texts():
        copy = table.copy()
        copy.play(outcome)
        if copy.node.name in ("theme_draw", "test_whom"):
            return outcome
    return uniform(table.legal_texts(), rng)


def tables():
    """Yield the options of every variant and number of players, endlessly."""
    while True:
        yield from (row.options(players) for row, players in all_tables())


def test_no_view_and_no_mask_changes_in_thousands_of_deals():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    deals = secret_themes = shown_to_others = 0
    for number, options in enumerate(tables()):
        if deals >= DEALS:
            break
        rng, players = random.Random(number), options.pop("num_players")
        played, dealt = (Batch(GAME, ROWS, number, [players], options) for _ in range(2))
        for _ in range(MOMENTS):
            play_on(played)
            seats = played._states["seats"][0]
            me = np.array([rng.randrange(seats) for _ in range(ROWS)])
            before, others = looked(played, me), looked(played, (me + 1) % seats)
            for _ in range(DEALS_OF_ONE):
                dealt.load(played.save())
                deals += sum(deal_into(dealt, row, me[row], rng) for row in range(ROWS))
                after = looked(dealt, me)
                assert all(np.array_equal(old, new) for old, new in zip(before, after, strict=True)), options
                secret_themes += int((dealt._states["theme"] != played._states["theme"]).sum())
                shown_to_others += int((looked(dealt, (me + 1) % seats)[0] != others[0]).any(axis=1).sum())
    assert secret_themes > DEALS // 40
    assert shown_to_others > DEALS // 10, "expected seats that may know to see the secret"


def play_on(batch):
    """Play some random actions."""
    for _ in range(17):
        batch.step(batch.random_actions())
        batch.reset(np.flatnonzero(batch.done))


def deal_into(batch, row, me, rng):
    """Resample the secrets of one game, and return whether there were any."""
    s = batch._states.view(np.recarray)[row]
    was = s.tobytes()
    resample_hidden(s, me, rng)
    return s.tobytes() != was


def looked(batch, seats):
    """Return what these seats see: views, the mask of the seat to move, and the public state."""
    views = np.zeros((batch.n, batch.obs_size), np.int8)
    batch._call(game_loop.OBSERVE, batch._all, seats, replaced={"obs": views})
    batch._call(game_loop.REFRESH, batch._all, batch._all)
    masks = np.where((batch.seat == seats)[:, None], batch.masks, 0)
    fields = [f.name for f in GAME.schema.fields if not f.private]
    return views, masks, *(batch.field(name) for name in fields)


def test_no_text_scene_info_or_log_line_changes_in_thousands_of_deals():
    deals = secret_themes = shown_to_others = 0
    for number, options in enumerate(tables()):
        if deals >= TEXT_DEALS:
            break
        rng = random.Random(number)
        env = raw_env(max_turns=60, **options)
        env.reset(seed=number)
        table = WorldDominance(Config.of(max_turns=60, **options), chance=EXPLICIT)
        while not table.is_terminal:
            answer_with_much_secrecy(table, rng)
            me = rng.randrange(table.state.seats)
            before = all_shown(env, table, me)
            for _ in range(DEALS_OF_ONE):
                other = table.copy()
                resample_hidden(other.state, me, rng)
                other.lines = resampled_lines(table, me, rng)
                assert all_shown(env, other, me) == before
                deals += 1
                secret_themes += other.state.theme != table.state.theme
            neighbour = (me + 1) % table.state.seats
            shown_to_others += describe(other, neighbour) != describe(table, neighbour)
    assert secret_themes > TEXT_DEALS // 150
    assert shown_to_others > TEXT_DEALS // 50, "expected seats that may know to read the secret"


def all_shown(env, table, me):
    """Return everything that a seat can see, by every interface."""
    env.table = table
    env._update_infos()
    player = table.state.owner[me]
    seen = env.observe(env.possible_agents[player])
    return (
        {name: array.tobytes() for name, array in seen.items()},
        env.infos,
        describe(table, me),
        scene_of(table, me),
        table.record().for_seat(table.home_seat(player)).dumps(),
        [action_help(table, option) for option in table.legal_texts()] if table.player == player else [],
    )


@pytest.mark.parametrize("players", [2, 5])
def test_another_history_of_secrets_gives_the_same_views_and_the_same_record_for_the_seat(players):
    changed = 0
    rng = random.Random(f"history {players}")
    table = knowing_table(players, players)
    while not table.is_terminal:
        answer_with_much_secrecy(table, rng)
        asks = holds_secret_theme(table.state, NOBODY)
        if rng.random() < (0.15 if asks else 0.005):
            me = rng.randrange(players)
            record = resampled_record(table, me, rng)
            other = replay_record(record, GAME)
            assert shown(other, me) == shown(table, me)
            assert other.record().for_seat(me).dumps() == table.record().for_seat(me).dumps()
            assert public_bytes(other.state) == public_bytes(table.state)
            assert log_of(record, me) == log_of(table.record(), me)
            changed += other.record() != table.record()
    assert changed > 0


def log_of(record, me):
    """Return the lines of `wd play`, `wd replay --seat` and `wd table` for a player, and those for a spectator."""
    story = Narrator(replay_record(record, GAME))
    story.update(record.lines)
    return [*format_lines(story.visible_lines(me)), *format_lines(story.visible_lines(None))]


def public_bytes(s):
    record = s.to_record()
    return {f.name: record[f.name].tobytes() for f in GAME.schema.fields if f.name not in SECRET_FIELDS}


def test_the_fields_that_hold_secrets_are_marked_private():
    assert {field.name for field in GAME.schema.fields if field.private} == SECRET_FIELDS


def test_a_batch_gives_no_private_field():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    batch = Batch(GAME, 1, 1)
    for name in SECRET_FIELDS:
        with pytest.raises(KeyError):
            batch.field(name)


def test_chance_of_one_seat_is_left_out_of_the_others_records():
    table = position(players=3, lands="rsz")
    table.play("theme T05")
    assert [str(line) for line in table.record().for_seat(0).lines] == ["*0 theme T05"]
    assert table.record().for_seat(1).lines == ()
    table.play("name +1", "does not know")
    assert [str(line) for line in table.record().for_seat(1).lines] == ["0 name +1", "*1 does not know"]
    assert [str(line) for line in table.record().for_seat(2).lines] == ["0 name +1"]


def test_the_asker_sees_the_theme_and_the_others_only_when_it_is_read_out():
    table = position(players=3, lands="rsz")
    table.play("theme T05")
    assert [table.view(seat).feature("theme").count(1) for seat in range(3)] == [1, 0, 0]
    assert [sum(table.view(seat).feature("theme_unseen")) for seat in range(3)] == [26, 27, 27]
    table.play("name +1", "knows")
    assert [table.view(seat).feature("theme").index(1) for seat in range(3)] == [4, 4, 4]
    assert [sum(table.view(seat).feature("theme_unseen")) for seat in range(3)] == [26, 26, 26]
    assert [table.view(seat).feature("knows_title") for seat in range(3)] == [0, 1, 0]


def test_only_the_seat_itself_sees_what_it_knows():
    table = position(players=3, knows={1: ["T05", "SAB"]})
    assert [sum(table.view(seat).feature("own_titles_known")) for seat in range(3)] == [0, 2, 0]


def test_a_seat_that_is_not_asked_is_shown_no_options():
    table = position(players=3)
    assert table.view(0).legal_actions
    assert not table.view(1).legal_actions


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_copy_knows_nothing_of_the_chance_to_come(policy):
    """Play copies made at one moment with the same outcomes: they are equal, whatever generator the table has."""
    rng = random.Random(1)
    for table in turns_of(new_table(3, 11, max_turns=20), policy, rng):
        copy = table.copy()
        assert copy.chance == EXPLICIT
        assert copy._backends.active.stream[2] == 0
        assert copy._backends.active.stream[:2] != table._backends.active.stream[:2]
