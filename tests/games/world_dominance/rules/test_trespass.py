"""Trespassing (WD-257 to WD-261)."""

from tests.games.world_dominance.rule_settings import position


def test_wd_257_who_lands_on_another_piece_pays_its_player_a_soldier():
    game = position(soldiers=[5, 5, 5], at={1: "S05"}, lands="S05")
    assert (game.board.soldiers, game.board.garrison) == ([4, 6, 5], 85)


def test_wd_257_arriving_by_the_throw_is_landing():
    game = position(soldiers=5, at={0: "S01", 1: "S05"})
    game.play("roll", "playing dice 4")
    assert game.board.soldiers == [4, 6, 5]


def test_wd_258_a_trespasser_does_not_carry_out_the_space():
    game = position(at={1: "S00"}, lands="S00")
    assert (game.seat, game.node.name) == (1, "start_menu")


def test_wd_259_each_of_several_occupants_receives_a_soldier():
    assert position(soldiers=5, at={1: "S09", 2: "S09"}, lands="S09").board.soldiers == [3, 6, 6]
    game = position(4, soldiers=5, at={1: "S09", 2: "S09", 3: "S09"}, lands="S09")
    assert game.board.soldiers == [2, 6, 6, 6]


def test_wd_259_an_interned_piece_is_no_occupant():
    game = position(soldiers=5, ice_house={1: 2}, at={2: "S22"}, lands="ice_house")
    assert game.board.soldiers == [4, 5, 6]


def test_wd_260_the_last_soldier_goes_to_the_occupant_the_trespasser_chooses():
    game = position(soldiers=[1, 5, 5], at={1: "S09", 2: "S09"}, lands="S09")
    assert (game.seat, game.legal_texts()) == (0, ["name +1", "name +2"])
    game.play("name +2")
    assert game.board.soldiers == [0, 5, 6]
    assert game.board.in_play == [1, 2]


def test_wd_260_two_last_soldiers_go_to_two_different_occupants():
    occupied = {1: "S09", 2: "S09", 3: "S09"}
    game = position(4, soldiers=[2, 5, 5, 5], cards={0: ["Rome"]}, at=occupied, lands="S09")
    game.play("name +3")
    assert (game.seat, game.legal_texts(), game.board.in_play) == (0, ["name +1", "name +2"], [0, 1, 2, 3])
    game.play("name +1")
    assert (game.board.soldiers, game.board.in_play) == ([0, 6, 5, 6], [1, 2, 3])
    assert "Rome" in game.board.pack


def test_wd_260_who_can_just_pay_everybody_chooses_nothing_and_is_out():
    game = position(soldiers=[2, 5, 5], at={1: "S09", 2: "S09"}, lands="S09")
    assert (game.board.soldiers, game.board.in_play) == ([0, 6, 6], [1, 2])


def test_wd_261_paying_the_last_soldier_puts_the_trespasser_out():
    game = position(soldiers=[1, 5, 5], cards={0: ["Rome"]}, at={1: "S05"}, lands="S05")
    assert (game.board.soldiers, game.board.in_play, game.board.space(0)) == ([0, 6, 5], [1, 2], None)
    assert "Rome" in game.board.pack


def test_wd_261_the_last_soldier_among_two_players_ends_the_game():
    game = position(2, soldiers=[1, 5], at={1: "S05"}, lands="S05")
    assert (game.is_terminal, game.winner) == (True, 1)


def test_amb_002_a_piece_that_has_not_thrown_yet_occupies_no_space():
    game = position(lands="S00")
    assert (game.node.name, game.board.soldiers) == ("conscript_throw", [10, 10, 10])


def test_amb_135_a_piece_moved_by_a_card_trespasses_as_well():
    game = position(soldiers=5, at={1: "S06"}, queue=["M01", "M08"], lands="S01")
    game.play("accept")
    game.play("space S06")
    assert (game.seat, game.board.soldiers) == (1, [5, 6, 5])
