"""The price of an illegal action if the options punish it (WD-206, WD-262 to WD-267)."""

import pytest

from tests.games.world_dominance.hands import ally_game
from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.table_text import describe
from wd_env.table.game_record import RecordLine
from wd_env.table.saved_table import table_from_json

MISDEMEANOUR = {"illegal_action": "misdemeanour"}
EJECT = {"illegal_action": "eject"}


def test_wd_206_who_goes_to_antarctica_without_a_coloured_card_pays_a_soldier_and_misses_the_turn():
    game = position(soldiers=[4, 10, 10], lands="South America", **MISDEMEANOUR)
    game.play("antarctica")
    assert (game.board.soldiers[0], game.board.rsz, game.board.garrison) == (3, 1, 76)
    assert (game.board.space(0), game.node.name, game.board.turn) == ("S03", "start_menu", 1)


def test_wd_034_where_misdemeanours_are_punished_the_soldier_is_due():
    game = position(soldiers=[5, 10, 10], lands="Africa", **MISDEMEANOUR)
    game.play("antarctica")
    assert (game.board.soldiers, game.board.rsz) == ([4, 10, 10], 1)


def test_wd_034_where_they_are_cheating_the_offender_is_out():
    game = position(soldiers=[5, 10, 10], lands="Africa", **EJECT)
    game.play("antarctica")
    assert (game.board.in_play, game.board.rsz, game.board.garrison) == ([1, 2], 0, 80)


def test_wd_262_a_masked_answer_is_punished_exactly_once():
    game = position(soldiers=[5, 10, 10], **MISDEMEANOUR)
    game.play("pay two")
    assert (game.board.soldiers, game.board.rsz) == ([4, 10, 10], 1)
    assert (game.node.name, game.seat) == ("movement_throw", 0)


def test_wd_262_so_is_jumping_the_gun():
    game = position(soldiers=[10, 10, 5], **MISDEMEANOUR)
    game.play("roll", seat=2)
    assert (game.board.soldiers, game.board.rsz) == ([10, 10, 4], 1)
    assert (game.node.name, game.seat, game.board.turn) == ("start_menu", 0, 0)


def test_wd_262_one_by_one_as_often_as_it_happens():
    game = position(soldiers=[10, 10, 5], **MISDEMEANOUR)
    for left in (4, 3, 2, 1):
        game.play("roll", seat=2)
        assert (game.board.soldiers, game.board.rsz) == ([10, 10, left], 5 - left)


# Unfinished business, and the node at which no other player may throw.
UNFINISHED = [
    ({}, (), "start_menu"),
    ({"queue": ["M03", "M08"], "lands": "S01"}, (), "card_region"),
    ({"knows": {}, "lands": "rsz"}, ("theme T01",), "test_whom"),
]


@pytest.mark.parametrize(("table", "answers", "question"), UNFINISHED, ids=lambda case: str(case)[:30])
def test_wd_263_a_throw_before_that_is_punished_and_the_question_stays_open(table, answers, question):
    game = position(soldiers=5, **table, **MISDEMEANOUR)
    for answer in answers:
        game.play(answer)
    game.play("roll", seat=2)
    assert (game.board.soldiers, game.board.rsz) == ([5, 5, 4], 1)
    assert (game.node.name, game.seat, game.board.in_play) == (question, 0, [0, 1, 2])


@pytest.mark.parametrize(("table", "answers", "question"), UNFINISHED, ids=lambda case: str(case)[:30])
def test_wd_263_where_that_is_cheating_who_throws_is_out_and_the_question_stays_open(table, answers, question):
    game = position(soldiers=5, **table, **EJECT)
    for answer in answers:
        game.play(answer)
    game.play("roll", seat=2)
    assert (game.board.soldiers, game.board.garrison, game.board.in_play) == ([5, 5, 0], 90, [0, 1])
    assert (game.node.name, game.seat) == (question, 0)


def test_wd_263_in_a_bluff_the_soldier_lies_with_the_stakes():
    game = position(soldiers=5, knows={}, lands="rsz", **MISDEMEANOUR)
    game.play("theme T01")
    game.play("name +1")
    game.play("roll", seat=2)
    assert (game.board.soldiers, game.board.rsz) == ([4, 4, 4], 3)
    assert (game.node.name, game.seat) == ("raise_or_ask", 0)


def test_wd_265_a_swap_of_closed_cards_moves_no_card_and_the_turn_is_missed():
    cards = {0: ["Cairo", "Chile"], 1: ["Peru"]}
    game = position(cards=cards, closed="Africa", queue=["M14"], lands="S01", **MISDEMEANOUR)
    game.play("accept")
    assert game.node.name == "card_own"
    game.play("card Cairo")
    assert (game.board.cards(0), game.board.cards(1)) == (["Chile", "Cairo"], ["Peru"])
    assert (game.board.soldiers[0], game.board.rsz, game.board.turn, game.node.name) == (9, 1, 1, "start_menu")


def test_wd_265_a_closed_card_that_is_asked_for_moves_no_more():
    cards = {0: ["Chile"], 1: ["Peru", "Cairo"]}
    game = position(cards=cards, closed="Africa", queue=["M14"], lands="S01", **MISDEMEANOUR)
    game.play("accept")
    game.play("card Chile")
    assert game.node.name == "card_wanted"
    game.play("card Cairo")
    assert (game.board.cards(0), game.board.cards(1)) == (["Chile"], ["Peru", "Cairo"])
    assert (game.board.soldiers[0], game.board.rsz, game.board.turn) == (9, 1, 1)


def test_wd_265_where_that_is_cheating_no_card_moves_to_the_opponent_and_the_cheat_is_out():
    cards = {0: ["Cairo", "Chile"], 1: ["Peru"]}
    game = position(cards=cards, closed="Africa", queue=["M14"], lands="S01", **EJECT)
    game.play("accept")
    game.play("card Cairo")
    assert (game.board.cards(0), game.board.cards(1)) == ([], ["Peru"])
    assert {"Cairo", "Chile"} <= set(game.board.pack)
    assert (game.board.in_play, game.board.turn) == ([1, 2], 1)


def test_wd_266_the_reprimand_is_one_soldier_on_the_zone():
    game = position(soldiers=[5, 10, 10], lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.board.soldiers[0], game.board.rsz) == (4, 1)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_266_the_last_soldier_puts_the_offender_out():
    game = position(soldiers=[1, 10, 10], cards={0: ["Rome"]}, lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.board.in_play, game.board.rsz, game.board.turn) == ([1, 2], 1, 1)
    assert "Rome" in game.board.pack


def test_wd_266_who_jumps_the_gun_with_the_last_soldier_is_out_and_the_question_stays():
    game = position(soldiers=[5, 10, 1], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=2)
    assert (game.board.in_play, game.node.name, game.seat) == ([0, 1], "paradies", 0)


def test_wd_266_the_game_is_over_when_one_player_is_left():
    game = position(players=2, soldiers=[5, 1], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=1)
    assert game.winner == 0


def test_amb_137_nothing_is_charged_while_europe_is_closed():
    game = position(soldiers=5, closed="Europe", lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.board.soldiers, game.board.rsz, game.board.turn) == ([5, 5, 5], 0, 1)


def test_wd_267_a_cheat_loses_cards_and_soldiers_and_is_out():
    game = position(soldiers=[8, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, lands="paradies", **EJECT)
    game.play("roll")
    assert (game.board.in_play, game.board.garrison, game.board.khyber_pass) == ([1, 2], 80, None)
    assert "Rome" in game.board.pack
    assert (game.board.space(0), game.board.turn) == (None, 1)


def test_wd_267_a_bluff_with_a_cheat_is_won_by_the_other_side():
    game = position(soldiers=[5, 1, 5], knows={}, lands="rsz", **EJECT)
    game.play("theme T01")
    game.play("name +1")
    game.play("roll", seat=0)
    assert (game.board.in_play, game.board.soldiers[1], game.board.rsz) == ([1, 2], 2, 0)


def test_wd_267_what_hung_on_a_cheat_is_dropped():
    game = position(soldiers=5, lands="decimate", **EJECT)
    game.play("name +1")
    game.play("roll", seat=1)
    assert (game.board.in_play, game.node.name, game.board.turn) == ([0, 2], "start_menu", 2)


def two_and_two(soldiers=(10, 5, 10, 5), **table):
    """Return a game in which both players have called their Allies."""
    return ally_game(allies=[1, 3], soldiers=soldiers, **table)


@pytest.mark.parametrize("offender", [0, 1])
def test_wd_267_a_cheat_is_a_person_whose_piece_and_ally_are_both_out(offender):
    game = two_and_two(cards={0: ["Rome"], 1: ["Cairo"]}, turn=offender, lands="paradies", **EJECT)
    game.play("roll")
    assert (game.board.in_play, game.board.soldiers, game.board.garrison) == ([2, 3], [0, 0, 10, 5], 85)
    assert {"Rome", "Cairo"} <= set(game.board.pack)
    assert (game.is_terminal, game.node.name, game.seat) == (False, "start_menu", 2)


def test_wd_267_the_cheat_of_two_players_leaves_the_other_to_survive():
    game = ally_game(allies=[1], soldiers=[10, 5, 10], turn=1, lands="paradies", **EJECT)
    game.play("roll")
    assert (game.board.in_play, game.winner, game.board.ended_by) == ([2], 1, "last survivor")


def test_wd_267_a_bluff_with_ones_own_ally_is_won_by_neither_and_its_stakes_stay_on_the_zone():
    game = two_and_two(knows={}, lands="rsz", **EJECT)
    game.play("theme T01")
    game.play("name +1")
    game.play("roll", seat=1)
    assert (game.board.in_play, game.board.rsz, game.board.garrison, game.board.turn) == ([2, 3], 2, 83, 2)


def test_wd_267_what_hung_on_the_other_piece_of_a_cheat_is_dropped():
    game = two_and_two(lands="decimate", turn=2, at={3: "S10"}, **EJECT)
    game.play("name +2")
    game.play("roll", seat=1)
    assert (game.board.in_play, game.node.name, game.seat) == ([2, 3], "start_menu", 3)


def test_wd_266_with_a_players_last_soldier_the_ally_falls_too():
    game = two_and_two([1, 5, 10, 5], turn=3, lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=0)
    assert (game.board.in_play, game.node.name, game.seat) == ([2, 3], "paradies", 3)


def test_wd_266_with_an_allys_last_soldier_its_player_goes_on():
    game = two_and_two([5, 1, 10, 5], turn=3, lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=1)
    assert (game.board.in_play, game.node.name, game.seat) == ([0, 2, 3], "paradies", 3)


@pytest.mark.parametrize("seat", [1, 2, 7, -1])
def test_who_is_out_interned_or_absent_can_not_jump_the_gun(seat):
    game = position(soldiers=5, ice_house={1: 2}, out=[2], **MISDEMEANOUR)
    before = game.state.to_bytes()
    with pytest.raises(WrongSeat):
        game.play("roll", seat=seat)
    assert game.state.to_bytes() == before


@pytest.mark.parametrize("answer", ["nonsense", "Roll", -1, len(ACTIONS), None, 1.5, True])
def test_a_text_that_is_not_an_action_is_still_an_error(answer):
    game = position(**MISDEMEANOUR)
    before = game.state.to_bytes(), list(game.lines)
    with pytest.raises(IllegalAction):
        game.play(answer)
    assert (game.state.to_bytes(), list(game.lines)) == before


def test_nobody_is_punished_before_the_first_turn():
    game = WorldDominance(Config(num_players=3, **EJECT), seed=1)
    chooser = game.seat
    game.play("roll")
    assert game.board.in_play == [0, 1, 2]
    assert game.board.piece(chooser) == "Tommy Unknown"


def test_a_record_tells_illegal_answers_and_replays_them():
    game = position(soldiers=[5, 10, 10], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=2)
    game.play("take")
    assert [str(line) for line in game.lines] == ["2! roll", "0! take"]
    assert [RecordLine.parse(str(line)) for line in game.lines] == game.lines


def test_wd_266_whoever_throws_and_answers_meanwhile_pays_and_the_dice_still_fall():
    game = position(3, **MISDEMEANOUR)
    game.play("roll")
    game.play("roll", seat=0)
    assert (game.board.soldiers, game.node.name) == ([9, 10, 10], "movement_throw")
    assert game.legal_texts()[0] == "playing dice 1"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cheat", [1, 2])
def test_wd_267_a_cheat_is_not_brought_back(players, cheat):
    game = position(players, at=dict.fromkeys(range(players), "S01"), **EJECT)
    game.play("roll", seat=cheat)
    assert (cheat in game.board.in_play, game.board.piece(cheat)) == (False, None)
    assert not any(any(game.view(seat).feature("piece")[(cheat - seat) % players]) for seat in game.board.in_play)
    assert f"seat {cheat}  no piece: out of play" in describe(game)
    game.play("roll", "playing dice 1")
    assert (game.node.name, game.legal_texts()) == ("paradies", ["rest", "pay two"])


def test_wd_267_who_went_out_otherwise_still_is():
    game = position(4, soldiers=[9, 9, 9, 1], at={0: "S01", 3: "S05"}, turn=3, **EJECT)
    game.play("roll", "playing dice 1", "soldier dice 1")
    game.play("roll", seat=2)
    game.play("roll", "playing dice 1")
    assert game.legal_texts() == ["rest", "pay two", "revive +3"]


def test_wd_267_a_player_whom_a_reprimand_put_out_is_no_cheat():
    game = position(soldiers=[9, 9, 1], at={0: "S01"}, **MISDEMEANOUR)
    game.play("roll", seat=2)
    assert (game.board.in_play, game.board.piece(2) is None) == ([0, 1], False)
    game.play("roll", "playing dice 1")
    assert game.legal_texts() == ["rest", "pay two", "revive +2"]


def test_wd_267_a_state_after_a_cheat_is_kept_and_read_back():
    game = position(4, **EJECT)
    game.play("roll", seat=2)
    again = table_from_json(game.to_json(), GAME)
    assert (again.state, again.board.piece(2)) == (game.state, None)
