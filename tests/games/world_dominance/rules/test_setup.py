"""Set-up: soldiers, packs, the throws for the first turn and the choice of pieces (WD-025 to WD-034)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance

ANTARCTICA = [
    "Antarctica West",
    "Antarctica Research Station (SAB)",
    "Antarctica East",
    "Antarctica North",
]
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
PIECES = ["Queen Maud", "Buddha", "Cleopatra", "Pachacuti", "Genghis Khan"]


def fresh(players=3):
    return WorldDominance(Config(num_players=players), chance="explicit")


def throws(game, *faces):
    """Play the set-up throws in order, and return the seats that threw."""
    throwers = []
    for face in faces:
        throwers.append(game.seat)
        game.play(f"playing dice {face}")
    return throwers


def choosers(game):
    """Let all players take a piece, and return their seats in the order of their choices."""
    order = []
    while game.node.name == "choose_piece":
        order.append(game.seat)
        game.play(f"piece {PIECES[game.seat]}")
    return order


def test_wd_025_all_soldiers_not_dealt_lie_in_the_garrison():
    game = fresh()
    assert game.board.soldiers == [10, 10, 10]
    assert game.board.garrison == 70
    assert game.board.rsz == 0


def test_wd_026_the_shuffled_manoeuvre_pack_may_show_any_of_its_cards_equally():
    game = position(lands="S01")
    assert game.chance_weights() == {f"manoeuvre M{number:02d}": 1 for number in range(1, 28)}


def test_wd_026_the_shuffled_intelligence_pack_may_show_any_theme_equally():
    assert position(lands="rsz").chance_weights() == {f"theme T{number:02d}": 1 for number in range(1, 28)}


def test_wd_026_the_shuffled_world_pack_may_show_any_card_of_the_continent_equally():
    game = position(cards={1: ["Alaska"]}, lands="North America")
    game.play("take")
    red = [title for title in fresh().board.pack[:10] if title != "Alaska"]
    assert game.chance_weights() == {f"draw {title}": 1 for title in red}


def test_wd_026_the_shuffled_purgadies_cards_may_show_any_of_the_six_equally():
    game = position(lands="paradies")
    game.play("pay two")
    cards = ("antarctica", "strategic_point", "country", "city", "reprieve", "life_death")
    assert game.chance_weights() == {f"purgadies {card}": 1 for card in cards}


def test_wd_026_a_manoeuvre_card_that_was_seen_does_not_come_again_before_the_others():
    game = position(lands="S01", at={0: "S01", 1: "S08"})
    game.play("manoeuvre M10")
    game.play("roll", "playing dice 1")  # P2 lands on S09
    assert game.chance_weights() == {f"manoeuvre M{number:02d}": 1 for number in range(1, 28) if number != 10}


def test_wd_026_one_seed_is_one_shuffle_and_another_seed_another():
    orders = [manoeuvres_drawn(seed) for seed in (7, 7, 8, 9)]
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) == 3
    assert all(orders)


def manoeuvres_drawn(seed):
    """Return the Manoeuvre Cards of a game in which all players take the first legal action."""
    game = WorldDominance(Config(num_players=3, max_turns=90), seed=seed)
    while not game.is_terminal:
        game.play(game.legal_texts()[0])
    return [line.text for line in game.lines if line.text.startswith("manoeuvre ")]


def test_wd_027_the_khyber_pass_and_the_south_pole_lie_beside_the_garrison():
    game = fresh()
    assert game.board.khyber_pass is None
    assert game.board.garrison_cards == [SOUTH_POLE]
    assert SOUTH_POLE not in game.board.pack


def test_wd_028_the_other_four_antarctica_cards_are_in_the_world_pack():
    pack = fresh().board.pack
    assert len(pack) == 64
    assert [title for title in pack if title.startswith("Antarctica")] == ANTARCTICA


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wd_029_every_player_starts_with_ten_soldiers(players):
    game = fresh(players)
    assert game.board.soldiers == [10] * players
    assert game.board.garrison == 100 - 10 * players


def test_wd_030_the_highest_setup_throw_throws_first_in_the_game():
    game = fresh()
    throws(game, 3, 6, 2)
    choosers(game)
    assert game.board.turn == 1
    assert game.node.name == "start_menu"


def test_wd_030_each_setup_throw_is_one_playing_dice():
    game = fresh(2)
    for face in (4, 2):
        assert game.chance_weights() == {f"playing dice {side}": 1 for side in (1, 2, 3, 4, 5, 6)}
        game.play(f"playing dice {face}")
    assert game.node.name == "choose_piece"


def test_wd_031_pieces_are_chosen_in_descending_order_of_the_throws():
    game = fresh()
    throws(game, 3, 6, 2)
    assert choosers(game) == [1, 0, 2]
    assert [game.board.piece(seat) for seat in range(3)] == PIECES[:3]


def test_wd_031_a_chosen_piece_is_gone_for_the_next():
    game = fresh()
    throws(game, 3, 6, 2)
    game.play("piece Buddha")
    assert len(game.legal_texts()) == 7
    assert "piece Buddha" not in game.legal_texts()
    game.play("piece Queen Maud")
    assert len(game.legal_texts()) == 6


def test_wd_032_turns_go_clockwise_from_the_highest_thrower():
    game = fresh()
    throws(game, 3, 6, 2)
    choosers(game)
    order = []
    for _ in range(4):
        order.append(game.board.turn)
        game.play("roll", "playing dice 2")  # the first player lands on Paradies, the others trespass there
        if game.node.name == "paradies":
            game.play("rest")
    assert order == [1, 2, 0, 1]


def test_wd_032_the_order_of_throws_does_not_change_the_order_of_play():
    game = fresh()
    throws(game, 2, 3, 6)
    assert choosers(game) == [2, 1, 0]
    game.play("roll", "playing dice 2")
    game.play("rest")
    assert game.board.turn == 0


def test_wd_033_the_first_piece_enters_on_conscript_without_conscription():
    game = fresh()
    throws(game, 3, 6, 2)
    choosers(game)
    assert game.board.space(1) == "S00"
    assert game.board.soldiers == [10, 10, 10]
    assert game.node.name == "start_menu"


def test_wd_034_an_illegal_action_is_an_error_and_changes_nothing():
    game = position(lands="Africa")
    before = game.to_json()
    with pytest.raises(IllegalAction, match="'antarctica' is illegal at continent"):
        game.play("antarctica")
    assert game.to_json() == before
    assert game.board.soldiers[0] == 10


def test_wd_034_an_answer_out_of_turn_is_an_error_and_changes_nothing():
    game = position()
    before = game.to_json()
    with pytest.raises(WrongSeat, match="seat 1 is not to move; seat 0 decides start_menu"):
        game.play("roll", seat=1)
    assert game.to_json() == before


def test_amb_001_tied_players_throw_again_among_themselves():
    game = fresh()
    assert throws(game, 5, 2, 5) == [0, 1, 2]
    assert throws(game, 1, 3) == [0, 2]
    assert choosers(game) == [2, 0, 1]


def test_amb_001_ties_of_five_players_are_broken_over_several_rounds():
    game = fresh(5)
    assert throws(game, 6, 6, 3, 3, 3) == [0, 1, 2, 3, 4]
    assert throws(game, 2, 5, 4, 4, 1) == [0, 1, 2, 3, 4]
    assert throws(game, 1, 6) == [2, 3]
    assert choosers(game) == [1, 0, 3, 2, 4]


def test_amb_001_a_higher_second_throw_does_not_overtake_a_higher_first_throw():
    game = fresh(5)
    assert throws(game, 1, 4, 1, 2, 3) == [0, 1, 2, 3, 4]
    assert throws(game, 5, 6) == [0, 2]
    assert choosers(game) == [1, 4, 3, 2, 0]


def test_amb_001_all_may_tie_and_tie_again():
    game = fresh(5)
    assert throws(game, 4, 4, 4, 4, 4) == [0, 1, 2, 3, 4]
    assert throws(game, 2, 2, 2, 2, 2) == [0, 1, 2, 3, 4]
    assert throws(game, 1, 2, 3, 4, 5) == [0, 1, 2, 3, 4]
    assert choosers(game) == [4, 3, 2, 1, 0]


def test_amb_002_every_piece_enters_on_conscript_when_its_owner_first_throws():
    game = fresh()
    throws(game, 6, 3, 2)
    choosers(game)
    assert [game.board.space(seat) for seat in range(3)] == ["S00", None, None]
    game.play("roll", "playing dice 2")
    game.play("rest")
    assert [game.board.space(seat) for seat in range(3)] == ["S02", "S00", None]


def test_amb_002_a_piece_that_has_never_thrown_occupies_no_space_and_entering_is_no_trespass():
    game = position(at={0: "S22"})
    game.play("roll", "playing dice 2", "soldier dice 1")
    assert game.board.space(1) == "S00"
    assert game.board.space(0) == "S00"
    assert game.board.soldiers == [11, 10, 10]


def test_amb_002_a_piece_sent_somewhere_before_its_first_throw_throws_from_there():
    game = position(lands="S01", queue=["M09"])
    game.play("name +1")
    game.play("space S22")
    game.play("rest")
    assert game.board.turn == 1
    assert game.board.space(1) == "S22"
    game.play("roll", "playing dice 4")
    assert game.board.space(1) == "S02"
