"""A turn: the start menu, the throw, the move and the landing (WD-035 to WD-041)."""

import pytest

from tests.games.world_dominance.rule_settings import position


def test_wd_035_the_throw_ends_the_rights_of_the_start_of_the_turn():
    game = position(cards={0: ["Spain", "France", "Berlin"]}, at={0: "S01"})
    assert game.legal_texts() == ["roll", "reinforce", "run Spain"]
    game.play("roll", "playing dice 2")
    assert not {"reinforce", "run Spain"} & set(game.legal_texts())
    game.play("jetstream")
    assert not {"reinforce", "run Spain"} & set(game.legal_texts())


def test_wd_035_the_rights_come_back_with_the_next_own_turn():
    game = position(players=2, at={0: "S18", 1: "S18"}, closed="Australasia")
    game.play("roll", "playing dice 1")
    assert game.board.turn == 1
    game.play("roll", "playing dice 1")
    assert game.board.turn == 0
    assert "reinforce" in game.legal_texts()


def test_wd_036_a_run_and_reinforcements_may_both_come_before_the_throw():
    game = position(soldiers=[4, 10, 10], cards={0: ["Spain", "France", "Berlin"]})
    game.play("run Spain")
    game.play("length 3")
    assert game.board.soldiers[0] == 5
    game.play("reinforce")
    assert game.board.soldiers[0] == 10
    assert game.legal_texts() == ["roll"]


def test_amb_008_reinforcements_may_come_before_and_between_several_runs():
    held = ["Spain", "France", "Berlin", "Iraq", "Saudi Arabia", "Jerusalem"]
    game = position(soldiers=[4, 10, 10], cards={0: held})
    for answer in ("run Iraq", "length 3", "reinforce", "run Spain", "length 3"):
        game.play(answer)
    assert game.board.soldiers[0] == 11
    assert game.legal_texts() == ["roll"]


def test_wd_037_the_instructions_of_the_space_are_carried_out_on_landing():
    game = position()
    game.play("roll", "playing dice 2")
    assert game.board.space(0) == "S02"
    assert game.node.name == "paradies"


def test_wd_037_trespassing_replaces_the_instructions():
    game = position(at={0: "S00", 1: "S02"})
    game.play("roll", "playing dice 2")
    assert game.board.soldiers == [9, 11, 10]
    assert game.board.turn == 1


def test_wd_037_closure_replaces_the_instructions():
    game = position(closed="South America")
    game.play("roll", "playing dice 2")
    assert game.board.space(0) == "S02"
    assert game.board.turn == 1


def test_wd_038_the_next_player_still_in_play_takes_a_turn():
    game = position(out=[1], lands="paradies")
    game.play("rest")
    assert game.board.turn == 2
    assert game.seat == 2


def test_wd_038_after_the_last_seat_comes_the_first():
    game = position(turn=2, out=[0], lands="paradies")
    game.play("rest")
    assert game.board.turn == 1


def test_wd_039_a_six_gives_no_further_turn():
    game = position(players=2, at={0: "S08", 1: "S18"}, closed="Asia")
    game.play("roll", "playing dice 6")
    assert game.board.space(0) == "S14"
    assert game.board.turn == 1


def test_amb_004_a_six_takes_no_turn_away():
    game = position(players=2, at={0: "S08", 1: "S12"}, closed="Asia")
    game.play("roll", "playing dice 6")
    game.play("roll", "playing dice 2")
    assert game.board.turn == 0
    assert "roll" in game.legal_texts()


def test_wd_040_the_piece_goes_clockwise_and_what_it_passes_has_no_effect():
    game = position(at={0: "S22", 1: "S00"})
    game.play("roll", "playing dice 4")
    assert game.board.space(0) == "S02"
    assert game.board.soldiers == [10, 10, 10]
    assert game.node.name == "paradies"


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_wd_040_the_piece_goes_by_exactly_the_number_thrown(face):
    game = position(at={0: "S13"})
    game.play("roll", f"playing dice {face}")
    assert game.board.space(0) == f"S{13 + face}"


def test_wd_041_closed_spaces_count_as_steps():
    game = position(at={0: "S05"}, closed="North America")
    game.play("roll", "playing dice 4")
    assert game.board.space(0) == "S09"
    assert game.node.name == "manoeuvre_draw"


@pytest.mark.parametrize("face", [1, 2, 3])
def test_wd_041_a_closed_space_may_be_landed_on_and_does_nothing(face):
    game = position(at={0: "S05", 1: f"S{5 + face:02d}"}, closed="North America")
    game.play("roll", f"playing dice {face}")
    assert game.board.space(0) == f"S{5 + face:02d}"
    assert game.board.soldiers == [10, 10, 10]
    assert game.board.turn == 1


def test_amb_005_the_decisions_of_the_landing_belong_to_the_same_turn():
    game = position(at={0: "S21"})
    game.play("roll", "playing dice 2")
    assert game.board.turn == 0
    assert game.legal_texts() == ["take", "pass", "jetstream"]


def test_amb_017_who_goes_out_in_his_own_turn_ends_it():
    game = position(soldiers=[1, 10, 10], lands="Africa")
    game.play("pass")
    assert game.board.in_play == [1, 2]
    assert game.board.turn == 1
    assert game.node.name == "start_menu"
