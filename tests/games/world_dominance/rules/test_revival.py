"""Bringing a player back (WD-188 to WD-196)."""

import pytest

from tests.games.world_dominance.rule_settings import position


@pytest.mark.parametrize(("out", "offered"), [([2], True), ([], False)])
def test_wd_188_a_player_who_is_out_can_be_brought_back_while_two_are_still_in_play(out, offered):
    game = position(out=out, lands="paradies")
    assert ("revive +2" in game.legal_texts()) == offered


@pytest.mark.parametrize("last_player", ["last_survivor_wins", "stalemate"])
def test_wd_188_with_one_player_left_it_is_too_late(last_player):
    game = position(players=2, soldiers=[1, 10], lands="lose", last_player=last_player)
    game.play("soldier dice 1")
    assert (game.is_terminal, game.legal_texts()) == (True, [])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("alone", range(5))
def test_wd_188_who_goes_on_alone_brings_nobody_back(players, alone):
    alone %= players
    out = [seat for seat in range(players) if seat != alone]
    soldiers = [5 * (seat == alone) for seat in range(players)]
    game = position(players, soldiers=soldiers, out=out, turn=alone, lands="paradies", last_player="play_on")
    assert game.legal_texts() == ["rest", "pay two"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_wd_188_two_in_play_are_enough_also_where_a_player_may_go_on_alone(players):
    soldiers = [5, 10, *[0] * (players - 2)]
    game = position(
        players, soldiers=soldiers, out=range(2, players), lands="paradies", last_player="play_on", ice_house={1: 3}
    )
    assert game.legal_texts() == ["rest", "pay two", *(f"revive +{seat}" for seat in range(2, players))]


def test_wd_189_any_one_of_the_players_who_are_out_may_be_chosen():
    game = position(players=4, soldiers=[5, 10, 0, 0], out=[2, 3], lands="paradies")
    assert game.legal_texts() == ["rest", "pay two", "revive +2", "revive +3"]


def test_wd_190_it_replaces_the_payment_and_the_purgadies_card():
    game = position(soldiers=[5, 10, 0], out=[2], lands="paradies")
    game.play("revive +2")
    assert game.board.soldiers[0] == 10
    assert game.node.name == "movement_throw"


def test_wd_190_it_is_open_to_a_player_who_could_not_pay():
    game = position(soldiers=[1, 10, 0], out=[2], lands="paradies")
    assert game.legal_texts() == ["rest", "revive +2"]


def test_wd_191_reviver_and_revived_each_get_five_soldiers_and_conscript_throws_nothing():
    game = position(soldiers=[5, 35, 0], out=[2], lands="paradies")
    assert game.board.garrison == 60
    game.play("revive +2")
    assert (game.board.soldiers, game.board.garrison, game.board.space(2)) == ([10, 35, 5], 50, "S00")
    assert (game.board.in_play, game.node.name) == ([0, 1, 2], "movement_throw")


def test_wd_192_the_placement_is_trespassing_where_somebody_stands():
    game = position(soldiers=[5, 10, 0], out=[2], at={1: "S00"}, lands="paradies")
    game.play("revive +2")
    assert game.board.soldiers == [10, 11, 4]


def test_wd_192_everybody_who_stands_there_is_paid():
    game = position(players=4, soldiers=[5, 10, 0, 10], out=[2], at={1: "S00", 3: "S00"}, lands="paradies")
    game.play("revive +2")
    assert game.board.soldiers == [10, 11, 3, 11]


def test_wd_193_who_had_to_pay_does_not_throw_now():
    game = position(soldiers=[5, 10, 0], out=[2], at={1: "S00"}, lands="paradies")
    game.play("revive +2")
    assert (game.node.name, game.board.turn, game.board.space(2)) == ("start_menu", 1, "S00")


def test_wd_194_otherwise_the_revived_player_throws_at_once_and_lands_like_any_other():
    game = position(soldiers=[5, 10, 0], out=[2], lands="paradies")
    game.play("revive +2")
    assert (game.node.name, game.seat) == ("movement_throw", 2)
    game.play("playing dice 6", "soldier dice 1")
    assert (game.board.space(2), game.board.soldiers) == ("S06", [10, 10, 4])
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_194_the_revived_player_trespasses_on_the_reviver_with_a_two():
    game = position(soldiers=[5, 10, 0], out=[2], lands="paradies")
    game.play("revive +2", "playing dice 2")
    assert game.board.soldiers == [11, 10, 4]


def test_wd_194_a_revived_player_answers_for_himself_on_the_space_he_reaches():
    game = position(soldiers=[5, 10, 0], out=[2], lands="paradies")
    game.play("revive +2", "playing dice 3")
    assert (game.node.name, game.seat, game.board.turn) == ("continent", 2, 0)


def test_wd_194_the_revived_player_has_his_regular_turns_again():
    game = position(soldiers=[5, 10, 0], out=[2], at={1: "S13"}, lands="paradies")
    game.play("revive +2", "playing dice 6", "soldier dice 1")
    game.play("roll", "playing dice 1")
    game.play("leave")
    assert (game.node.name, game.board.turn) == ("start_menu", 2)


def test_wd_195_a_revived_player_has_no_reinforcements():
    game = position(soldiers=[5, 10, 0], out=[2], at={1: "S13"}, lands="paradies")
    assert game.view(0).feature("reinforcements") == [1, 1, 1, 0, 0]
    game.play("revive +2", "playing dice 6", "soldier dice 1")
    game.play("roll", "playing dice 1")
    game.play("leave")
    assert (game.board.turn, game.legal_texts()) == (2, ["roll"])


def test_wd_195_the_reviver_keeps_his_own():
    game = position(out=[2], at={1: "S00"}, lands="paradies")
    game.play("revive +2")
    assert game.view(0).feature("reinforcements")[:3] == [1, 1, 0]


def test_wd_196_there_is_one_revival_a_game():
    game = position(players=4, out=[2, 3], queue=["M09"], lands="paradies")
    game.play("revive +2", "playing dice 1")
    game.play("name +2")  # the revived player sends the reviver back to Paradies
    game.play("space S02")
    assert (game.node.name, game.seat, game.legal_texts()) == ("paradies", 0, ["rest", "pay two"])


def test_r8_the_reinforcement_right_of_a_revived_player_counts_as_used_for_bonuses_too():
    four = ["China", "Japan", "Anadyr", "Iraq"]
    game = position(
        soldiers=[5, 1, 0], cards={1: four}, out=[2], pre_sets_paid={2: ["Europe"]}, queue=["M21"], lands="paradies"
    )
    game.play("revive +2", "playing dice 1")
    game.play("accept")
    game.play("space S16")
    game.play("name +2", "soldier dice 1")
    assert len(game.board.cards(2)) == 4
    assert game.board.soldiers == [10, 0, 5 + 1 + 1]


def test_amb_084_after_a_reviver_who_was_sent_the_turn_passes_on_from_the_drawer():
    game = position(players=4, out=[3], turn=1, queue=["M09"], lands="S01")
    game.play("name +3")
    game.play("space S02")
    game.play("revive +3", "playing dice 6", "soldier dice 1")
    assert (game.node.name, game.board.turn) == ("start_menu", 2)


@pytest.mark.parametrize(
    ("garrison", "soldiers"), [(7, [62, 33, 5]), (5, [62, 33, 5]), (3, [64, 33, 3]), (1, [66, 33, 1])]
)
def test_amb_085_from_a_garrison_below_ten_the_revived_player_is_served_first(garrison, soldiers):
    armies = [100 - 33 - garrison, 33, 0]
    game = position(soldiers=armies, out=[2], lands="paradies")
    game.play("revive +2")
    assert (game.board.soldiers, game.board.garrison) == (soldiers, 0)


def test_amb_085_an_empty_garrison_brings_nobody_back():
    game = position(soldiers=[60, 40, 0], out=[2], lands="paradies")
    assert game.legal_texts() == ["rest", "pay two"]


def test_amb_085_the_last_soldier_of_the_garrison_may_be_lost_at_once_on_conscript():
    game = position(soldiers=[60, 39, 0], out=[2], at={1: "S00"}, lands="paradies")
    game.play("revive +2")
    assert (game.board.soldiers, game.board.in_play, game.board.space(2)) == ([60, 40, 0], [0, 1], None)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_amb_085_who_can_not_pay_everybody_on_conscript_chooses_whom():
    at = {1: "S00", 3: "S00"}
    game = position(players=4, soldiers=[60, 20, 0, 19], out=[2], at=at, lands="paradies")
    game.play("revive +2")
    assert (game.node.name, game.seat, game.legal_texts()) == ("last_soldier", 2, ["name +1", "name +3"])
    game.play("name +3")
    assert (game.board.soldiers, game.board.in_play) == ([60, 21, 0, 19], [0, 1, 3])


def test_amb_087_with_africa_closed_nobody_is_trespassed_on_and_the_revived_player_throws():
    game = position(soldiers=[5, 10, 0], out=[2], at={1: "S00"}, closed="Africa", lands="paradies")
    game.play("revive +2")
    assert (game.board.soldiers, game.node.name, game.seat) == ([10, 10, 5], "movement_throw", 2)


def test_amb_088_marks_of_strategic_runs_and_bonuses_taken_outlast_a_revival():
    marks = {2: ["Rome", "Spain", "France"]}
    game = position(out=[2], run_marks=marks, pre_sets_paid={2: ["Asia"]}, lands="paradies")
    before = [game.view(2).feature(name) for name in ("own_run_marks", "pre_set_paid")]
    game.play("revive +2")
    assert [game.view(2).feature(name) for name in ("own_run_marks", "pre_set_paid")] == before
    assert sum(before[0]) == 3


def test_r8_a_revived_player_has_neither_cards_nor_pass_nor_pardon_of_old():
    game = position(soldiers=[5, 1, 10], cards={1: ["Rome"]}, khyber_pass=1, pardon=1, turn=1, lands="lose")
    game.play("soldier dice 1")
    game.play("roll", "playing dice 2")
    game.play("revive +2")
    assert (game.board.cards(1), game.board.khyber_pass, game.board.pardon, game.board.soldiers[1]) == (
        [],
        None,
        None,
        5,
    )
