"""The death penalty: Life/Death drawn in Purgatory (WD-166 to WD-169)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

NO_SIXES = ["playing dice 1"] * 3


def draw_life_death(game: WorldDominanceTable) -> WorldDominanceTable:
    for throw in NO_SIXES:
        game.play(throw)
    game.play("purgadies life_death")
    return game


@pytest.mark.parametrize("players", [3, 4, 5])
def test_wd_166_at_a_full_table_of_three_to_five_life_death_puts_a_player_out(players):
    game = draw_life_death(position(players=players, lands="purgatory", death_penalty=True))
    assert (game.board.soldiers[0], game.board.in_play) == (0, list(range(1, players)))


def test_wd_166_with_somebody_out_it_costs_three_soldiers():
    game = draw_life_death(position(out=[2], lands="purgatory", death_penalty=True))
    assert (game.board.soldiers, game.board.in_play) == ([7, 10, 0], [0, 1])


def test_wd_166_switched_off_it_costs_three_soldiers():
    game = draw_life_death(position(lands="purgatory", death_penalty=False))
    assert (game.board.soldiers, game.board.in_play) == ([7, 10, 10], [0, 1, 2])


def test_wd_167_with_two_players_it_applies_only_if_the_table_wants_it():
    game = draw_life_death(position(players=2, lands="purgatory", death_penalty_two_players=False))
    assert (game.board.soldiers, game.is_terminal) == ([7, 10], False)
    game = draw_life_death(position(players=2, lands="purgatory", death_penalty_two_players=True))
    assert (game.board.soldiers, game.is_terminal, game.winner) == ([0, 10], True, 1)


def test_wd_168_only_one_player_a_game_is_ejected_even_when_brought_back():
    game = draw_life_death(position(at={0: "S14", 2: "S00"}, turn=1, lands="purgatory"))
    assert game.board.in_play == [0, 2]
    game.play("roll", "playing dice 2")
    game.play("revive +2", "playing dice 6", "soldier dice 1")
    assert game.board.in_play == [0, 1, 2]
    game.play("roll", "playing dice 4", *NO_SIXES, "purgadies life_death")
    assert (game.board.soldiers, game.board.in_play) == ([7, 4, 15], [0, 1, 2])


def test_wd_169_soldiers_cards_pass_and_piece_of_the_ejected_player_go_back():
    table = position(soldiers=[9, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, lands="purgatory")
    assert table.board.garrison == 71
    game = draw_life_death(table)
    assert (game.board.soldiers[0], game.board.garrison, game.board.cards(0), game.board.khyber_pass) == (
        0,
        80,
        [],
        None,
    )
    assert "Rome" in game.board.pack
    assert (game.board.space(0), game.board.turn) == (None, 1)


def test_wd_169_the_south_pole_goes_back_beside_the_garrison():
    south_pole = "Antarctica South Pole (Questions on Antarctica)"
    game = draw_life_death(position(cards={0: [south_pole]}, lands="purgatory"))
    assert game.board.garrison_cards == [south_pole]


def test_amb_079_the_death_penalty_is_on_with_three_to_five_players_and_off_with_two():
    assert draw_life_death(position(players=3, lands="purgatory")).board.in_play == [1, 2]
    assert draw_life_death(position(players=2, lands="purgatory")).board.soldiers == [7, 10]


def test_amb_080_while_anyone_is_interned_it_costs_three_soldiers():
    game = draw_life_death(position(ice_house={2: 1}, lands="purgatory"))
    assert (game.board.soldiers, game.board.in_play) == ([7, 10, 10], [0, 1, 2])


def test_wd_166_in_paradies_life_death_ejects_nobody():
    game = position(lands="paradies")
    game.play("pay two", "purgadies life_death")
    assert (game.board.soldiers, game.board.in_play) == ([11, 10, 10], [0, 1, 2])
