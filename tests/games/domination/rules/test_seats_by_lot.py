"""Players who get random seats: `shuffle_seats` (A-01, DOM-015, DOM-016)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from wd_env import domination_v0
from wd_env.errors import StateError
from wd_env.games.domination.check_state import check_state
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.decision_codes import ATTACKING
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT

SHORT = {"auto_place": "all", "max_rounds": 2, "shuffle_seats": True}


def seated(*seats, **options):
    """Return a table at which the players have these seats."""
    table = Domination(Config(num_players=len(seats), shuffle_seats=True, **options), chance=EXPLICIT)
    for seat in seats:
        table.play(f"seat {seat}")
    return table


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_dom_016_each_player_answers_from_the_seat_that_was_drawn(order):
    table = seated(*order)
    check_state(table.state)
    assert table.node.name == "first_seat"
    assert [table.home_seat(player) for player in range(3)] == list(order)
    table.play("seat 2")
    asked = []
    for number in range(6):
        asked.append(table.player)
        table.play(f"country {number + 1}", seat=table.seat)
    assert asked == [order.index(seat) for seat in (2, 0, 1, 2, 0, 1)]


def test_dom_015_every_order_is_as_likely():
    shares = Counter()
    waiting = [((), Fraction(1))]
    while waiting:
        seats, share = waiting.pop()
        if len(seats) == 3:
            shares[seats] += share
            continue
        table = Domination(Config(num_players=3, shuffle_seats=True), chance=EXPLICIT)
        for seat in seats:
            table.play(f"seat {seat}")
        assert table.node.name == "take_seat"
        weights = table.chance_weights()
        share /= sum(weights.values())
        waiting += [((*seats, int(text.split()[1])), share * weight) for text, weight in weights.items()]
    assert shares == dict.fromkeys(permutations(range(3)), Fraction(1, 6))


@pytest.mark.parametrize("players", [2, 6])
def test_a_seat_is_given_once(players):
    table = Domination(Config(num_players=players, shuffle_seats=True), chance=EXPLICIT)
    table.play("seat 1")
    assert "seat 1" not in table.chance_weights()
    assert len(table.chance_weights()) == players - 1


@pytest.mark.parametrize(("reward", "paid"), [("win", [-0.5, 1.0, -0.5]), ("rank", [-1.0, 1.0, 0.0])])
def test_who_has_won_and_what_is_paid_is_told_by_player(reward, paid):
    table = seated(2, 0, 1, reward=reward)
    s = table.state
    table.play("seat 0")
    s.stock = [0] * 6
    last = len(s.holder) - 1
    s.holder, s.country_counts = [0] * last + [1], [last, 1, 0, 0, 0, 0]
    s.in_play, s.removed_by[2] = [1, 1, 0, 0, 0, 0], 0
    s.armies = [9] * last + [1]
    s.node, s.turn, s.seat = ATTACKING, 0, 0
    table.game.engine.run_automatic(s)
    for text in ("country 40", f"country {last + 1}", "dice 1", "throw 6", "throw 1", "amount 0"):
        table.play(text)
    assert (table.is_terminal, table.winners) == (True, (1,)), "expected player 1, who has seat 0"
    assert table.rewards() == paid
    assert table.board.ranks == [0, 1, 2]


def test_the_environment_selects_players_by_their_seats_and_repeats_them():
    homes = set()
    for seed in range(12):
        env = domination_v0.env(**SHORT)
        env.reset(seed=seed)
        table = env.unwrapped.table
        assert env.agent_selection == f"player_{table.player}"
        homes.add(tuple(table.home_seat(player) for player in range(3)))
        again = domination_v0.env(**SHORT)
        again.reset(seed=seed)
        assert again.unwrapped.table.state == table.state
    assert len(homes) > 3


def spoilt(table, **fields):
    """Return the error about a table with these changed fields."""
    for name, value in fields.items():
        setattr(table.state, name, value)
    with pytest.raises(StateError) as refused:
        check_state(table.state)
    return str(refused.value)


def test_seats_that_cannot_be_are_refused():
    assert "owner is" in spoilt(seated(1, 0), owner=[0, 0, 2, 3, 4, 5])
    assert "owner is" in spoilt(seated(1, 0), shuffle_seats=0)
    assert "num_seated is 1" in spoilt(seated(1, 0), num_seated=1)
    begun = Domination(Config(num_players=3, shuffle_seats=True), chance=EXPLICIT)
    begun.play("seat 1")
    assert "1 are seated where seat is 0" in spoilt(begun, seat=0)
