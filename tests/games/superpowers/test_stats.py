"""Statistics of treaties in `wd stats`, from single tables in place of the rows of a batch."""

import numpy as np

from tests.games.superpowers.play import attack, play, position
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.stats_collector import PURCHASES, SuperpowersStatsCollector
from wd_env.statistics.estimates import Estimate
from wd_env.table.game_table import Table

EU, LA = POWER_IDS.index("eu"), POWER_IDS.index("la")
SPACES = {"germany": "eu I1", "brazil": "la I1", "libya": "la I1", "egypt": "eu T3"}


class OneTable:
    """A batch of one game, which is played at a table."""

    n = 1

    def __init__(self, table: Table) -> None:
        self.table = table

    def field(self, name):
        return np.array([getattr(self.table.state, name)])


def counted(table, *orders, finish=True):
    """Collect before each action, and return the collector."""
    collector, batch, rows = SuperpowersStatsCollector(GAME, 1), OneTable(table), np.zeros(1, np.int64)
    collector.collect(batch, rows, rows)
    for order in orders:
        for word in order.split("|"):
            play(table, word)
            collector.collect(batch, rows, rows)
    if finish:
        collector.finish(batch, slice(0, 1))
    return collector.columns()


def advanced(at, **options):
    powers = ("us", "eu", "rr", "la")
    return position(SPACES, turn="eu", at=at, powers=powers, ruleset="advanced", **options)


def test_an_offer_and_its_treaty_belong_to_the_power_that_offers():
    columns = counted(advanced("move"), "offer|la|yes|all F|all F")
    assert (columns["peace_offered"][0, EU], columns["peace_signed"][0, EU]) == (1, 1)
    assert columns["peace_signed"].sum() == columns["peace_offered"].sum() == 1
    assert columns["peace_kept"][0] == 1


def test_a_refused_offer_is_no_treaty():
    columns = counted(advanced("move"), "offer|la|no")
    assert (columns["peace_offered"].sum(), columns["peace_signed"].sum(), columns["peace_kept"][0]) == (1, 0, 0)


def test_a_peace_is_broken_by_the_power_that_attacks():
    table = advanced("move", relations={"eu la": "peace"})
    columns = counted(table, "offer|la|yes")
    assert (columns["alliance_offered"][0, EU], columns["alliance_signed"][0, EU], columns["alliance_kept"][0]) == (
        1,
        1,
        1,
    )
    table = advanced("combat", relations={"eu la": "peace"})
    collector, batch, rows = SuperpowersStatsCollector(GAME, 1), OneTable(table), np.zeros(1, np.int64)
    collector.collect(batch, rows, rows)
    attack(table, "libya", ("egypt", "all T"))
    collector.finish(batch, slice(0, 1))
    columns = collector.columns()
    assert (columns["peace_broken"][0, EU], columns["peace_broken"].sum(), columns["peace_kept"][0]) == (1, 1, 0)


def test_an_alliance_that_is_dissolved_has_ended():
    columns = counted(advanced("move", relations={"eu la": "alliance"}), "dissolve")
    assert (columns["alliance_ended"][0, EU], columns["peace_kept"][0], columns["alliance_kept"][0]) == (1, 1, 0)


class AnySample:
    """A sample whose means do not matter."""

    def mean(self, name, column=0):
        return Estimate(0.0, 0.0, 0.0)


def test_games_without_treaties_have_no_tables_of_them():
    tables = SuperpowersStatsCollector(GAME, 0).tables(AnySample(), Config())
    assert list(tables) == ["winners", "attacks", "purchases"]
    assert "kept" in SuperpowersStatsCollector(GAME, 0).tables(AnySample(), Config(ruleset="advanced"))


def test_attacks_count_by_what_is_attacked():
    table = advanced("combat")
    orders = ("libya", "egypt", "all T", "go")
    columns = counted(table, *orders, finish=False)
    assert columns["attacks"].tolist() == [[0, 1, 0]]


def test_purchases_count_units_and_buildings():
    columns = counted(advanced("buy"), "all T", finish=False)
    assert columns["purchases"][0, PURCHASES.index("T")] == 4
    columns = counted(advanced("buy"), "buy centre|germany", finish=False)
    assert columns["purchases"][0, PURCHASES.index("economic centre")] == 1
    assert columns["purchases"].sum() == 1
