"""Resampling of what a seat cannot know: its observation never changes, and every possible state occurs."""

import random
from collections import Counter

import numpy as np
import pytest

from tests.games.world_dominance.hidden_parts import holds_secret_theme, resample_hidden
from tests.games.world_dominance.test_secrets import answer_with_much_secrecy, knowing_table
from wd_env.errors import StateError
from wd_env.games.world_dominance.cards.pack_order import unseen_cards
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.view import View

PRIVATE = {"knows", "theme", "theme_place"}


def test_the_rule_deals_what_the_tests_call_hidden():
    assert {field.name for field in GAME.schema.fields if field.private} == PRIVATE


@pytest.mark.thinned(3)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_that_the_seat_sees_changes_and_the_state_stays_sound(players):
    changed = 0
    table, rng = knowing_table(players, players), random.Random(players)
    while not table.is_terminal:
        answer_with_much_secrecy(table, rng)
        for seat in range(table.state.seats):
            seen, state = table.observe(seat), table.state.copy()
            GAME.resample(state, seat, [players, seat, 0])
            GAME.check_state(state)
            assert observed(state, seat) == seen
            owner = table.state.owner[seat]
            assert state.knows[owner] == table.state.knows[owner]
            differing = {f.name for f in GAME.schema.fields if getattr(state, f.name) != getattr(table.state, f.name)}
            assert differing <= PRIVATE
            changed += bool(differing)
    assert changed > 30


def observed(state, seat):
    """Return the observation of a seat in a state."""
    obs = [0] * GAME.layout.size
    GAME.observe(state, seat, obs)
    return obs


def test_resampling_does_not_depend_on_the_real_secrets():
    """Resample for the same seat with the same stream, whatever others really know and hold: the states are equal."""
    dealt = 0
    for seed in range(8):
        table, rng = knowing_table(3, seed), random.Random(seed)
        while not table.is_terminal:
            answer_with_much_secrecy(table, rng)
            seat = rng.randrange(table.state.seats)
            others = table.state.copy()
            resample_hidden(others, seat, rng)
            dealt += others.to_bytes() != table.state.to_bytes()
            found = []
            for state in (table.state.copy(), others):
                GAME.resample(state, seat, [seed, 7, 0])
                found.append(state.to_bytes())
            assert found[0] == found[1]
    assert dealt > 60


def secret_table():
    """Return a table at which another player holds an Intelligence Card that is not read out yet."""
    for seed in range(100):
        table, rng = knowing_table(3, seed), random.Random(seed)
        while not table.is_terminal:
            answer_with_much_secrecy(table, rng)
            for seat in range(3):
                if holds_secret_theme(table.state, seat):
                    return table, seat
    raise AssertionError("no game has a secret theme")


def test_an_unread_theme_is_as_likely_each_that_nobody_has_seen():
    table, seat = secret_table()
    could_be = {*unseen_cards(table.state.theme_place), table.state.theme}
    counts = Counter()
    for sample in range(200 * len(could_be)):
        state = table.state.copy()
        GAME.resample(state, seat, [sample, 1, 0])
        counts[state.theme] += 1
        assert sorted(state.theme_place) == sorted(table.state.theme_place)
    assert set(counts) == could_be
    assert min(counts.values()) > 120
    assert max(counts.values()) < 300


def test_knowledge_of_others_is_resampled_evenly_over_titles_read_to_them():
    table = position(players=3)
    table.state.knowledge_drawn[1] = 0b1011
    table.state.knows[1] = 0b0010
    counts = Counter()
    for sample in range(2000):
        state = table.state.copy()
        GAME.resample(state, 0, [sample, 2, 0])
        assert state.knows[1] & ~0b1011 == 0
        assert state.knows[0] == state.knows[2] == 0
        counts.update(bit for bit in range(4) if state.knows[1] >> bit & 1)
    assert set(counts) == {0, 1, 3}
    assert all(900 < count < 1100 for count in counts.values())


def test_compiled_and_interpreted_deal_the_same():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    batch = Batch(GAME, 200, 5, [2, 3, 4, 5])
    for _ in range(150):
        batch.step(batch.random_actions())
        batch.reset(np.flatnonzero(batch.done))
    states = batch.resampled_states(np.arange(batch.n))
    for row in range(batch.n):
        plain = GAME.schema.from_record(batch._states[row])
        GAME.resample(plain, int(batch.seat[row]), [0, 0, 0])
        assert plain.to_bytes() == states[row].tobytes()


def test_a_view_gives_a_possible_state_while_the_table_stands():
    table = position(players=3)
    table.state.knowledge_drawn[1] = 0b1111
    view = table.view(table.seat)
    states = {view.resample(np.random.default_rng(seed)).knows[1] for seed in range(40)}
    assert len(states) > 8
    table.play("roll")
    with pytest.raises(StateError, match="the table has changed"):
        view.resample(np.random.default_rng(1))


def test_a_view_deals_by_words_of_32_bits():
    class Highest:
        def integers(self, high, size):
            return np.full(size, high - 1)

    streams = []
    View(GAME, [0], [1], streams.append).resample(Highest())
    assert streams == [[2**32 - 1, 2**32 - 1, 0]]


def test_a_view_from_numbers_alone_has_no_state():
    view = View(GAME, [0] * GAME.layout.size, [1] * len(GAME.actions))
    with pytest.raises(StateError, match="made without a table"):
        view.resample(np.random.default_rng(1))
