"""Purgatory: the price of a Purgadies Card there (WD-161 to WD-165)."""

from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

ISTANBUL = "Istanbul (Turkey)"


def draw(card: str, **table: Any) -> WorldDominanceTable:
    """Return a game in which P1 has landed on Purgatory, thrown no three sixes and drawn this card."""
    game = position(lands="S18", **table)
    for _ in range(3):
        game.play("playing dice 1")
    game.play(f"purgadies {card}")
    return game


def test_wd_161_purgatory_is_not_engaged_while_australasia_is_closed():
    game = position(closed="Australasia", lands="purgatory")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


@pytest.mark.parametrize(
    ("card", "options"),
    [
        ("country", ["card Spain", f"card {ISTANBUL}"]),
        ("city", [f"card {ISTANBUL}", "card Rome"]),
        ("strategic_point", ["card British Islands"]),
        ("antarctica", ["card Antarctica East"]),
    ],
)
def test_wd_162_one_card_of_the_kind_drawn_is_lost_and_its_owner_picks_it(card, options):
    held = ["Spain", ISTANBUL, "Rome", "British Islands", "Antarctica East", "Washington"]
    game = draw(card, cards={0: held})
    assert (game.node.name, sorted(game.legal_texts())) == ("purgatory_loss", sorted(options))
    game.play(options[0])
    assert options[0].removeprefix("card ") in game.board.pack
    assert (len(game.board.cards(0)), game.board.soldiers[0]) == (5, 10)


def test_wd_162_shedding_a_sixth_card_wins():
    held = ["Alaska", "Vancouver", "Montreal", "New York", "Kansas City", "Havana"]
    game = draw("city", cards={0: held})
    game.play("card Havana")
    assert game.winner == 0


@pytest.mark.parametrize("held", [[], ["Washington"]])
@pytest.mark.parametrize("card", ["city", "country", "strategic_point", "antarctica"])
def test_wd_163_who_has_no_card_that_can_be_named_pays_one_soldier(card, held):
    game = draw(card, soldiers=[3, 10, 10], cards={0: held})
    assert (game.board.soldiers, game.board.garrison, game.board.cards(0)) == ([2, 10, 10], 78, held)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("fallback", ["only_if_nothing_loose", "any_shortfall"])
@pytest.mark.parametrize("held", [[], ["Washington"], ["Rome"]])
def test_wd_160_reprieve_takes_nothing_from_anybody_not_even_from_who_has_no_card(players, fallback, held):
    game = draw("reprieve", players=players, soldiers=3, cards={0: held}, purgatory_fallback=fallback)
    assert (game.board.soldiers, game.board.cards(0), game.board.turn) == ([3] * players, held, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("fallback", ["only_if_nothing_loose", "any_shortfall"])
def test_wd_165_life_death_costs_three_soldiers_with_or_without_a_card(players, fallback):
    for held in ([], ["Rome"]):
        game = draw(
            "life_death",
            players=players,
            soldiers=5,
            cards={0: held},
            death_penalty=False,
            purgatory_fallback=fallback,
        )
        assert (game.board.soldiers[0], game.board.cards(0)) == (2, held)


def test_wd_163_the_last_soldier_paid_so_puts_a_player_out():
    game = draw("city", soldiers=[1, 10, 10])
    assert (game.board.soldiers, game.board.in_play) == ([0, 10, 10], [1, 2])


def test_r1_who_lacks_only_the_kind_drawn_loses_nothing():
    game = draw("strategic_point", soldiers=[3, 10, 10], cards={0: ["Rome"]})
    assert (game.board.soldiers, game.board.cards(0), game.board.turn) == ([3, 10, 10], ["Rome"], 1)


def test_r6_a_kind_held_only_in_a_closed_continent_costs_nothing():
    game = draw("city", soldiers=[3, 10, 10], cards={0: ["Rome"]}, closed="Europe")
    assert (game.board.soldiers, game.board.cards(0), game.board.turn) == ([3, 10, 10], ["Rome"], 1)


def test_r6_only_cards_of_open_continents_can_be_picked():
    game = draw("city", cards={0: ["Rome", "Cairo"]}, closed="Europe")
    assert game.legal_texts() == ["card Cairo"]


def test_wd_165_life_death_without_the_death_penalty_costs_three_soldiers():
    game = draw("life_death", soldiers=[5, 10, 10], death_penalty=False)
    assert (game.board.soldiers, game.board.garrison) == ([2, 10, 10], 78)


@pytest.mark.parametrize("army", [2, 3])
def test_wd_165_who_has_three_soldiers_or_fewer_is_out(army):
    game = draw("life_death", soldiers=[army, 10, 10], cards={0: ["Rome"]}, death_penalty=False)
    assert (game.board.soldiers, game.board.in_play, game.board.garrison) == ([0, 10, 10], [1, 2], 80)
    assert "Rome" in game.board.pack
