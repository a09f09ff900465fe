"""Further rules for players with Allies: Decimate, Life/Death, three sixes alone, the stalemate.

See WD-131, WD-170, WD-181, WD-274.
"""

from typing import Any

import pytest

from tests.games.world_dominance.hands import ASIA, ally_game
from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

PURGATORY = ["playing dice 1"] * 3


def test_wd_131_own_piece_and_own_ally_may_both_be_decimated():
    game = ally_game(soldiers=[10, 5, 10], allies=[1], lands="decimate")
    assert game.legal_texts() == ["name self", "name +1", "name +2"]
    game.play("name +1", "soldier dice 2")
    assert game.board.soldiers == [10, 3, 10, 0]


def test_wd_131_an_ally_may_decimate_its_player():
    game = ally_game(soldiers=[10, 5, 10], allies=[1], turn=1, lands="decimate")
    assert game.legal_texts() == ["name self", "name +1", "name +3"]


def life_death(game: WorldDominanceTable) -> WorldDominanceTable:
    for throw in PURGATORY:
        game.play(throw)
    game.play("purgadies life_death")
    return game


def test_wd_170_with_an_ally_in_play_the_death_penalty_is_in_force():
    game = life_death(ally_game(soldiers=[10, 5, 10], allies=[1], turn=2, lands="purgatory"))
    assert game.board.in_play == [0, 1]


def test_wd_170_with_two_pieces_it_is_not():
    game = life_death(ally_game(soldiers=[10, 0, 10], turn=2, lands="purgatory"))
    assert (game.board.in_play, game.board.soldiers) == ([0, 2], [10, 0, 7, 0])


def test_wd_170_nor_while_a_piece_is_interned():
    game = life_death(ally_game(soldiers=[10, 5, 10], allies=[1], ice_house={1: 2}, turn=2, lands="purgatory"))
    assert (game.board.in_play, game.board.soldiers) == ([0, 1, 2], [10, 5, 7, 0])


def three_turns(*throws: int, **table: Any) -> WorldDominanceTable:
    """Let P1 move from S04 while P2 is interned: to the zone with no opponent to test, Decimate, and the Ice House."""
    game = ally_game(soldiers=[10, 0, 10], ice_house={2: 3}, at={0: "S04"}, **table)
    for throw in throws:
        move(game, throw)
    return game


def move(game: WorldDominanceTable, throw: int) -> None:
    """Throw, and take the first legal action up to the next throw or the offer."""
    game.play("roll", f"playing dice {throw}")
    while game.node.name not in ("start_menu", "three_sixes"):
        game.play(game.legal_texts()[0])


def test_wd_181_three_sixes_while_the_only_other_piece_is_interned_bring_the_offer():
    game = three_turns(6, 6, 6)
    assert (game.node.name, game.seat, game.board.space(0)) == ("three_sixes", 0, "S22")
    before = game.board.soldiers[0]
    game.play("accept", "playing dice 2")
    assert (game.board.soldiers[0], game.board.pardon) == (before + 3, 0)
    assert (game.node.name, game.seat) == ("start_menu", 0)


def test_wd_181_further_sixes_bring_a_soldier_each():
    game = three_turns(6, 6, 6)
    before = game.board.soldiers[0]
    game.play("accept", "playing dice 6", "playing dice 6", "playing dice 1")
    assert game.board.soldiers[0] == before + 5


@pytest.mark.parametrize("throws", [(6, 6, 5), (5, 6, 6), (6, 5, 6)])
def test_wd_181_other_throws_bring_none(throws):
    assert three_turns(*throws).node.name == "start_menu"


def test_wd_181_the_sixes_in_a_row_are_in_view():
    for throws, in_a_row in (((6,), 1), ((6, 6), 2), ((6, 5), 0), ((5, 6), 1)):
        assert three_turns(*throws).view(2).feature("turn_sixes") == in_a_row


def test_wd_181_with_nobody_interned_three_sixes_bring_none():
    game = ally_game(soldiers=[10, 0, 10], at={0: "S22", 2: "S16"})
    for _ in range(3):
        move(game, 6)
    assert (game.node.name, game.state.turn_sixes) == ("start_menu", 0)


def test_wd_181_sixes_before_the_internment_do_not_count():
    game = ally_game(soldiers=[10, 0, 10], at={0: "S22", 2: "S16"})
    move(game, 6)
    game.play("roll", "playing dice 6")
    game.play("be interned")
    move(game, 6)
    move(game, 6)
    assert (game.state.turn_sixes, game.node.name) == (2, "start_menu")


def test_wd_181_a_new_internment_begins_the_count_anew():
    game = three_turns(6)
    game.play("roll", "playing dice 6")
    game.play("name self", "soldier dice 1")
    assert game.state.turn_sixes == 2
    game.play("roll", "playing dice 6")
    game.play("be interned")
    assert (game.state.turn_sixes, game.node.name) == (0, "start_menu")


def test_wd_181_with_three_pieces_in_play_it_does_not_apply():
    game = ally_game(soldiers=[10, 10, 10], allies=[1], ice_house={1: 3, 2: 3}, at={0: "S04"})
    for _ in range(3):
        move(game, 6)
    assert game.node.name == "start_menu"


def sixes_alone(players: int = 2, alone: int = 0, **table: Any) -> WorldDominanceTable:
    """Let one of two players in play throw three sixes while the other is interned."""
    other = (alone + 1) % players
    out = [seat for seat in range(players) if seat not in (alone, other)]
    soldiers = [0 if seat in out else 12 for seat in range(players)]
    game = position(players, soldiers=soldiers, out=out, turn=alone, ice_house={other: 3}, at={alone: "S04"}, **table)
    for _ in range(3):
        move(game, 6)
    return game


@pytest.mark.parametrize("alone", [0, 1])
def test_wd_181_in_the_ten_card_game_of_two_the_offer_comes_without_allies_too(alone):
    game = sixes_alone(alone=alone, variant="ten_card")
    assert (game.node.name, game.seat, game.legal_texts()) == ("three_sixes", alone, ["accept", "decline"])
    before = game.board.soldiers[alone]
    game.play("accept", "playing dice 2")
    assert (game.board.soldiers[alone], game.board.pardon, game.board.turn) == (before + 3, alone, alone)


def test_wd_181_the_offer_ends_an_old_pardon_whatever_is_answered():
    game = sixes_alone(variant="ten_card", pardon=1)
    game.play("decline")
    assert (game.board.pardon, game.node.name) == (None, "start_menu")


@pytest.mark.parametrize(
    ("players", "variant", "also"),
    [
        *((players, "five_card", {}) for players in (2, 3, 4, 5)),
        *((players, "multi_five", {"sets_to_win": sets}) for players in (2, 3, 4) for sets in (2, 3)),
        *((players, "ten_card", {}) for players in (3, 4, 5)),
        *((players, "two_set", {}) for players in (2, 3, 4, 5)),
        (3, "three_set", {}),
        (2, "four_set", {"allow_thirty_two_players": True}),
    ],
)
def test_wd_181_in_other_games_it_does_not_apply(players, variant, also):
    game = sixes_alone(players, variant=variant, **also)
    assert (game.node.name, game.state.turn_sixes) == ("start_menu", 0)


def test_wd_274_alone_without_a_full_continent_nobody_has_won_by_stalemate():
    game = ally_game(soldiers=[10, 0, 1], cards={0: ASIA[:9]}, turn=2, lands="lose", last_player="stalemate")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.is_terminal, game.winner, game.board.ended_by) == ([0], True, None, "stalemate")
