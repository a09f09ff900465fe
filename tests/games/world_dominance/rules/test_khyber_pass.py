"""The Khyber Pass, its space and its use against Manoeuvre Cards (WD-143 to WD-149)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.text.help.action_help import action_help


@pytest.mark.parametrize("holder", [None, 1])
def test_wd_143_landing_there_gives_the_pass_from_beside_the_garrison_or_out_of_another_player_s_hands(holder):
    game = position(khyber_pass=holder, lands="S14")
    assert (game.node.name, game.legal_texts()) == ("khyber_pass", ["take", "leave"])
    game.play("take")
    assert (game.board.khyber_pass, game.board.soldiers, game.board.turn) == (0, [10, 10, 10], 1)


@pytest.mark.parametrize("holder", [None, 1])
def test_wd_143_left_there_the_pass_stays_where_it_was(holder):
    game = position(khyber_pass=holder, lands="S14")
    game.play("leave")
    assert (game.board.khyber_pass, game.board.turn) == (holder, 1)


def test_wd_144_the_holder_may_be_exempt_from_one_manoeuvre_card():
    game = position(soldiers=[6, 10, 10], khyber_pass=0, queue=["M06"], lands="S01")
    assert (game.node.name, game.legal_texts()) == ("own_pass", ["use pass", "keep pass"])
    game.play("use pass")
    assert (game.board.soldiers, game.board.rsz, game.board.turn) == ([6, 10, 10], 0, 1)


@pytest.mark.parametrize("card", ["M08", "M17"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("drawer", range(5))
def test_wd_144_nobody_pays_by_a_card_that_its_drawer_does_not_carry_out(card, players, drawer):
    drawer %= players
    game = position(players, soldiers=5, khyber_pass=drawer, turn=drawer, queue=[card], lands="S01")
    assert f"skip {card}" in action_help(game, "use pass")
    game.play("use pass")
    assert (game.board.soldiers, game.board.rsz, game.board.khyber_pass) == ([5] * players, 0, None)
    assert (game.node.name, game.board.turn) == ("start_menu", (drawer + 1) % players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("holder", range(1, 5))
def test_wd_145_of_what_every_player_forfeits_only_the_holder_who_is_hit_is_exempt(players, holder):
    holder = 1 + holder % (players - 1)
    game = position(players, soldiers=5, khyber_pass=holder, queue=["M17"], lands="S01")
    game.play("use pass")
    assert game.board.soldiers == [5 if seat == holder else 4 for seat in range(players)]
    assert (game.board.rsz, game.board.khyber_pass) == (players - 1, None)


def test_wd_144_who_keeps_the_pass_suffers_the_card():
    game = position(soldiers=[6, 10, 10], khyber_pass=0, queue=["M06"], lands="S01")
    game.play("keep pass")
    assert (game.board.soldiers, game.board.rsz, game.board.khyber_pass) == ([1, 10, 10], 5, 0)


def test_wd_145_the_pass_protects_its_holder_from_another_player_s_card_and_nobody_else():
    game = position(soldiers=5, khyber_pass=1, queue=["M08"], lands="S01")
    assert (game.node.name, game.seat) == ("target_pass", 1)
    game.play("use pass")
    assert (game.board.soldiers, game.board.khyber_pass, game.board.turn) == ([6, 5, 4], None, 1)


def test_wd_145_a_holder_whom_the_card_does_not_touch_is_not_asked():
    game = position(khyber_pass=2, queue=["M18"], lands="S01")
    game.play("name +1")
    assert (game.board.soldiers, game.board.khyber_pass) == ([12, 8, 10], 2)


def test_r4_the_drawer_names_everything_before_the_holder_decides_and_then_nothing_again():
    game = position(khyber_pass=1, queue=["M09", "M08"], lands="S01")
    game.play("name +1")
    game.play("space S06")
    assert (game.node.name, game.seat) == ("target_pass", 1)
    game.play("use pass")
    assert (game.node.name, game.board.turn, game.board.space(1)) == ("start_menu", 1, "S00")


def test_wd_146_used_the_pass_lies_beside_the_garrison_and_exempts_no_more():
    game = position(players=2, khyber_pass=0, queue=["M06", "M16"], at={1: "S21"}, lands="S12")
    game.play("use pass")
    assert game.board.khyber_pass is None
    game.play("roll", "playing dice 1")
    game.play("rest")
    game.play("roll", "playing dice 1")
    assert (game.board.soldiers, game.board.rsz) == ([8, 10], 2)


def test_wd_147_a_holder_who_lands_there_again_returns_it_without_being_asked():
    game = position(khyber_pass=0, lands="S14")
    assert (game.board.khyber_pass, game.node.name, game.board.turn) == (None, "start_menu", 1)


@pytest.mark.parametrize(
    ("space", "question"),
    [("lose", "lose_throw"), ("purgatory", "purgatory_throw"), ("concede", "concede_dice"), ("S12", "own_pass")],
)
def test_wd_148_the_pass_works_against_manoeuvre_cards_only(space, question):
    assert position(khyber_pass=0, queue=["M06"], lands=space).node.name == question


def test_wd_148_the_pass_does_not_help_a_trespasser():
    game = position(khyber_pass=0, at={1: "S12"}, queue=["M06"], lands="S12")
    assert (game.board.soldiers, game.board.khyber_pass) == ([9, 11, 10], 0)


def test_wd_148_the_pass_does_not_help_the_target_of_decimation():
    game = position(khyber_pass=1, lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert (game.board.soldiers, game.board.khyber_pass) == ([10, 7, 10], 1)


def test_wd_149_a_holder_who_dies_leaves_the_pass_beside_the_garrison():
    game = position(soldiers=[10, 1, 10], khyber_pass=1, turn=1, lands="lose")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.board.khyber_pass) == ([0, 2], None)


def test_wd_149_a_holder_who_is_struck_out_leaves_the_pass_to_the_striker():
    game = position(soldiers=[10, 1, 10], khyber_pass=1, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert (game.board.in_play, game.board.khyber_pass) == ([0, 2], 0)


def test_amb_063_the_pass_can_not_undo_another_player_s_closure():
    game = position(khyber_pass=1, queue=["M03"], lands="S01")
    game.play("region Europe")
    assert (game.board.closed, game.node.name, game.board.khyber_pass) == ("Europe", "start_menu", 1)


def test_amb_064_a_pass_in_hand_can_be_used_while_asia_is_closed():
    game = position(khyber_pass=0, closed="Asia", queue=["M06"], lands="S01")
    game.play("use pass")
    assert (game.board.soldiers[0], game.board.khyber_pass) == (10, None)


def test_amb_064_its_space_can_not():
    game = position(khyber_pass=1, closed="Asia", lands="S14")
    assert (game.node.name, game.board.khyber_pass) == ("start_menu", 1)


def test_amb_065_the_pass_of_an_interned_player_can_not_be_taken():
    game = position(khyber_pass=1, ice_house={1: 2}, lands="S14")
    assert (game.node.name, game.board.turn, game.board.khyber_pass) == ("start_menu", 2, 1)


def test_amb_066_an_optional_card_is_declined_without_spending_the_pass():
    game = position(khyber_pass=0, queue=["M01"], lands="S12")
    assert (game.node.name, game.legal_texts()) == ("optional_card", ["accept", "decline"])
    game.play("decline")
    assert (game.board.khyber_pass, game.board.space(0), game.board.soldiers[0]) == (0, "S12", 10)
