"""A new game of every variant with every number of players (WD-007 to WD-033, WD-118)."""

import pytest

from tests.games.world_dominance.applicability import new_games
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import PIECE_NAMES
from wd_env.games.world_dominance.table import WorldDominance

SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
SOLDIERS = {"five_card": 10, "ten_card": 15, "ally": 15, "two_set": 20, "three_set": 30, "four_set": 30}


def fresh(players, options):
    return WorldDominance(Config(num_players=players, **options), chance="explicit")


def own_seats(game):
    """Return the players' own seats; in the Ally game every other one."""
    return [game.home_seat(player) for player in range(game.players)]


def set_up(players, options, highest=0):
    """Return a game after the set-up: this player throws highest, the others lower clockwise, and all take a piece."""
    game = fresh(players, options)
    seats = own_seats(game)
    throws = {seats[(highest + places) % players]: 6 - places for places in range(players)}
    while game.node.name == "setup_throw":
        game.play(f"playing dice {throws[game.seat]}")
    chosen = []
    while game.node.name == "choose_piece":
        chosen.append(game.seat)
        game.play(game.legal_texts()[0])
    return game, [seats[(highest + places) % players] for places in range(players)], chosen


@new_games("everywhere")
def test_wd_007_everything_in_the_box_is_there(players, options):
    game = fresh(players, options)
    assert sum(game.board.soldiers) + game.board.garrison + game.board.rsz == 100
    assert len(game.board.pack) + len(game.board.garrison_cards) == 65
    assert len(game.board.manoeuvre_pack[0]) == 27


@new_games("everywhere")
def test_wd_009_two_to_five_players_take_part_as_the_variant_allows(players, options):
    game = fresh(players, options)
    assert (game.players, len(game.board.in_play)) == (players, players)


@new_games("everywhere")
def test_wd_025_what_is_not_dealt_is_in_the_garrison(players, options):
    game = fresh(players, options)
    dealt = SOLDIERS.get(options["variant"], 10 + 5 * (options.get("sets_to_win", 1) - 1))
    assert [game.board.soldiers[seat] for seat in own_seats(game)] == [dealt] * players
    assert (sum(game.board.soldiers), game.board.garrison, game.board.rsz) == (
        dealt * players,
        100 - dealt * players,
        0,
    )


@new_games("everywhere")
def test_wd_027_pass_and_south_pole_lie_beside_the_garrison(players, options):
    game = fresh(players, options)
    assert (game.board.khyber_pass, game.board.garrison_cards) == (None, [SOUTH_POLE])


@new_games("everywhere")
def test_wd_028_four_antarctica_cards_are_in_the_pack(players, options):
    pack = fresh(players, options).board.pack
    assert (len(pack), sum(title.startswith("Antarctica") for title in pack)) == (64, 4)


@new_games("new_game five_card")
def test_wd_029_ten_soldiers_each(players, options):
    assert fresh(players, options).board.soldiers == [10] * players


@new_games("fives")
def test_wd_277_fifteen_for_two_sets_and_twenty_for_three(players, options):
    assert fresh(players, options).board.soldiers == [{2: 15, 3: 20}[options["sets_to_win"]]] * players


@new_games("ten_card")
def test_wd_279_fifteen_soldiers_each(players, options):
    assert fresh(players, options).board.soldiers == [15] * players


@new_games("two_set")
def test_wd_291_twenty_soldiers_each(players, options):
    assert fresh(players, options).board.soldiers == [20] * players


@new_games("three_set four_set")
def test_wd_293_thirty_soldiers_each_for_three_players(players, options):
    assert fresh(players, options).board.soldiers == [30] * 3


@new_games("everywhere")
def test_wd_030_the_highest_throws_first_wherever_that_player_sits(players, options):
    for highest in range(players):
        game, order, _ = set_up(players, options, highest)
        assert (game.board.turn, game.node.name) == (order[0], "start_menu")


@new_games("everywhere")
def test_wd_031_pieces_are_chosen_in_the_order_of_the_throws(players, options):
    for highest in range(players):
        game, order, chosen = set_up(players, options, highest)
        assert chosen == order
        assert [game.board.piece(seat) for seat in order] == list(PIECE_NAMES[:players])


@new_games("everywhere")
def test_wd_032_turns_go_clockwise_from_the_highest_thrower_all_round(players, options):
    for highest in range(players):
        game, order, _ = set_up(players, options, highest)
        turns = []
        for _ in range(players + 1):
            turns.append(game.board.turn)
            game.play("roll", "playing dice 2")  # the first player lands on Paradies, the others trespass there
            if game.node.name == "paradies":
                game.play("rest")
        assert turns == [*order, order[0]]


@new_games("everywhere")
def test_wd_033_everybody_enters_on_conscript(players, options):
    game, order, _ = set_up(players, options)
    for seat in order:
        assert (game.board.turn, game.board.space(seat)) == (seat, "S00")
        game.play("roll", "playing dice 2")
        if game.node.name == "paradies":
            game.play("rest")


@new_games("everywhere")
def test_wd_118_nobody_conscripts_soldiers_by_entering(players, options):
    game, order, _ = set_up(players, options)
    assert [game.board.soldiers[seat] for seat in order] == [fresh(players, options).board.soldiers[0]] * players
    assert game.node.name == "start_menu"


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("variant", ["three_set", "four_set"])
def test_wd_293_nobody_else_plays_them(players, variant):
    with pytest.raises(ValueError, match="num_players"):
        Config(num_players=players, variant=variant)
