"""Incomes in a view equal those of the rules, although the view computes them in a faster way."""

import pytest

from tests.games.domination.tables import table_at
from wd_env.games.domination.game import GAME
from wd_env.games.domination.rules.holdings import income
from wd_env.games.domination.table import Domination

LAST = 42  # last country of the classic map

EVERYWHERE = list(range(1, LAST + 1))


def observed(table, seat):
    """Return the incomes that a seat sees, by seat."""
    found = table.view(seat).arrays[0][0][GAME.layout.slice("income")].tolist()
    return {(seat + places) % table.state.seats: armies for places, armies in enumerate(found[: table.state.seats])}


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("count", [1, 7, 12, 20, 30])
def test_incomes_in_views_are_those_of_the_rules(seats, count):
    """Give the highest seat all remaining countries, which are complete groups or none, depending on `count`."""
    shared = EVERYWHERE[:count]
    holds = {seat: shared[seat :: seats - 1] for seat in range(seats - 1)}
    table = table_at({seat: held for seat, held in holds.items() if held}, num_players=seats)
    s = table.state
    for seat in range(seats):
        wanted = {other: income(s, other) if s.in_play[other] else 0 for other in range(seats)}
        assert observed(table, seat) == wanted


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_shares_of_groups_are_counted_by_country(seats):
    """Deal the countries round-robin, so that each seat holds a part of most groups."""
    table = table_at({seat: EVERYWHERE[seat::seats] for seat in range(seats)}, num_players=seats)
    s = table.state
    for seat in range(seats):
        view = table.view(seat).arrays[0][0]
        shares = []
        for group in range(len(s.group_bonus)):
            members = [country for country in range(s.countries) if s.group_of[country] == group]
            shares.append(100 * sum(s.holder[country] == seat for country in members) // len(members))
        assert 0 < max(shares) < 100
        assert view[GAME.layout.slice("group_percent")].tolist() == shares
        assert view[GAME.layout.slice("own_group_percent")].tolist() == [shares[group] for group in s.group_of]


def test_somebody_who_holds_a_group_is_told_its_bonus():
    table = table_at({0: EVERYWHERE[:12]}, num_players=2)
    s = table.state
    assert observed(table, 0)[1] > s.country_counts[1] // 3


def test_incomes_in_views_are_those_of_the_rules_in_whole_games():
    met = set()
    for seed in range(3):
        table = Domination(seed=seed)
        while not table.is_terminal and len(table.lines) < 600:
            table.play(table.legal_texts()[(seed + len(table.lines)) % len(table.legal_texts())])
            s = table.state
            for seat in range(s.seats):
                found = observed(table, seat)
                assert found == {other: income(s, other) if s.in_play[other] else 0 for other in range(s.seats)}
                met |= set(found.values())
    assert len(met) > 3
