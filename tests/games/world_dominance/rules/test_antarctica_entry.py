"""Entering Antarctica, and the block of the SAB holder (WD-197 to WD-206, WD-213 to WD-217)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
FOUR = (WEST, SAB, EAST, NORTH)


def test_wd_197_all_five_antarctica_cards_win_once_the_question_is_answered():
    game = position(soldiers=[2, 9, 9], cards={0: [*FOUR, "Rome"]}, knows={}, lands="Australasia")
    game.play("antarctica")
    game.play("card Rome")
    game.play("name +1")
    game.play(f"card {SAB}", "right")
    assert SOUTH_POLE in game.board.cards(0)
    assert game.winner == 0


def test_wd_200_antarctica_is_entered_from_australasia_and_no_soldier_is_paid_for_passing():
    game = position(soldiers=4, cards={0: ["Rome"]}, lands="Australasia")
    game.play("antarctica")
    assert game.board.space(0) == "ANT"
    assert game.board.soldiers == [4, 4, 4]


def test_wd_200_antarctica_is_entered_from_south_america():
    game = position(cards={0: ["Rome"]}, lands="South America")
    game.play("antarctica")
    assert game.board.space(0) == "ANT"


@pytest.mark.parametrize("continent", ["North America", "Europe", "Asia", "Africa"])
def test_wd_200_antarctica_is_entered_from_nowhere_else(continent):
    assert "antarctica" not in position(cards={0: ["Rome"]}, lands=continent).legal_texts()


def test_wd_201_without_a_coloured_card_nobody_goes_to_antarctica():
    game = position(lands="Australasia")
    with pytest.raises(IllegalAction):
        game.play("antarctica")
    assert game.board.space(0) == "S19"


def test_wd_201_an_antarctica_card_is_no_coloured_card():
    assert "antarctica" not in position(cards={0: [WEST]}, lands="Australasia").legal_texts()


@pytest.mark.parametrize("gate", ["South America", "Australasia"])
def test_wd_202_nobody_enters_while_another_piece_stands_there(gate):
    game = position(cards={0: ["Rome"]}, at={1: "ANT"}, lands=gate)
    assert game.legal_texts() == ["take", "pass", "jetstream"]


def test_wd_203_who_is_sent_to_an_occupied_antarctica_pays_and_exchanges_nothing():
    game = position(soldiers=[10, 10, 4], cards={2: ["Rome"]}, at={1: "ANT"}, queue=["M09", "M08"], lands="S01")
    game.play("name +2")
    game.play("space ANT")
    assert game.board.soldiers == [10, 11, 3]
    assert (game.node.name, game.seat, game.board.space(2)) == ("start_menu", 1, "ANT")


def test_wd_213_the_sab_holder_is_asked_when_somebody_enters_from_south_america():
    game = position(cards={0: ["Rome"], 1: [SAB]}, lands="South America")
    game.play("antarctica")
    assert game.seat == 1
    assert game.legal_texts() == ["block", "allow"]


def test_wd_213_the_sab_holder_cannot_block_from_australasia():
    game = position(cards={0: ["Rome"], 1: [SAB]}, lands="Australasia")
    game.play("antarctica")
    assert (game.seat, game.node.name) == (0, "exchange")


def test_wd_213_the_sab_holder_does_not_block_oneself():
    game = position(cards={0: ["Rome", SAB]}, lands="South America")
    game.play("antarctica")
    assert game.board.space(0) == "ANT"


def test_wd_213_an_interned_sab_holder_cannot_block():
    game = position(cards={0: ["Rome"], 1: [SAB]}, ice_house={1: 2}, lands="South America")
    game.play("antarctica")
    assert (game.seat, game.board.space(0)) == (0, "ANT")


def test_wd_213_with_the_sab_card_in_the_pack_nobody_is_asked():
    game = position(cards={0: ["Rome"], 1: [WEST]}, lands="South America")
    game.play("antarctica")
    assert (game.seat, game.board.space(0)) == (0, "ANT")


def test_wd_214_a_blocked_player_stays_has_ceded_nothing_and_loses_only_that_option():
    game = position(soldiers=5, cards={0: ["Rome"], 1: [SAB]}, lands="South America")
    game.play("antarctica")
    game.play("block")
    assert (game.seat, game.board.space(0), game.board.cards(0)) == (0, "S03", ["Rome"])
    assert game.legal_texts() == ["take", "pass", "jetstream"]


def test_wd_214_a_blocked_player_may_still_cross_and_reach_antarctica_no_more_this_way():
    game = position(cards={0: ["Rome"], 1: [SAB]}, lands="South America")
    game.play("antarctica")
    game.play("block")
    game.play("jetstream")
    assert (game.board.space(0), game.legal_texts()) == ("S15", ["take", "pass"])


def test_wd_215_a_holder_who_does_not_block_lets_the_exchange_happen():
    game = position(cards={0: ["Rome"], 1: [SAB]}, lands="South America")
    game.play("antarctica")
    game.play("allow")
    assert (game.seat, game.board.space(0)) == (0, "ANT")
    assert game.legal_texts() == ["world pack", f"card {SAB}"]


def test_wd_216_a_closed_south_america_takes_the_block_out_of_play_too():
    game = position(cards={0: ["Rome"], 1: [SAB]}, closed="South America", lands="South America")
    assert (game.seat, game.node.name) == (1, "start_menu")


def test_wd_216_with_south_america_closed_the_way_from_australasia_stays_open_and_unblocked():
    game = position(cards={0: ["Rome"], 1: [SAB]}, closed="South America", lands="Australasia")
    game.play("antarctica")
    assert (game.seat, game.board.space(0)) == (0, "ANT")


def test_wd_217_a_closed_south_america_bars_the_sab_holder_as_well():
    game = position(cards={0: ["Rome", SAB]}, closed="South America", lands="South America")
    assert (game.seat, game.board.space(0), game.board.soldiers[0]) == (1, "S03", 10)


def test_amb_092_without_an_antarctica_card_to_be_had_nobody_goes_there():
    game = position(cards={0: ["Rome", WEST, SAB], 1: [EAST, NORTH]}, ice_house={1: 1}, lands="Australasia")
    assert "antarctica" not in game.legal_texts()


def test_amb_092_who_came_by_choice_must_exchange():
    game = position(cards={0: ["Rome"]}, lands="Australasia")
    game.play("antarctica")
    assert game.legal_texts() == ["world pack"]


def test_amb_093_who_was_sent_may_exchange_or_decline():
    game = position(cards={0: ["Rome"]}, lands="ANT", sent=True)
    assert game.legal_texts() == ["world pack", "decline"]
    game.play("decline")
    assert (game.seat, game.board.cards(0)) == (1, ["Rome"])


def test_amb_093_who_was_sent_without_a_coloured_card_is_offered_nothing():
    assert position(lands="ANT", sent=True).seat == 1


def test_amb_093_who_is_sent_is_offered_what_there_is_for_that_player_not_for_the_sender():
    """Send a player who holds the four other cards: the South Pole is gone, so only the sender could get something."""
    held = {0: [SOUTH_POLE, "Cairo"], 1: [*FOUR, "Rome"]}
    game = position(players=2, cards=held, queue=["M09", "M08"], lands="S01")
    game.play("name +1")
    game.play("space ANT")
    assert (game.board.space(1), game.seat, game.node.name) == ("ANT", 1, "start_menu")


def test_amb_094_occupied_antarctica_is_no_choice_yet_a_landing_there_trespasses():
    occupied = {"cards": {0: ["Rome"]}, "at": {1: "ANT"}}
    assert "antarctica" not in position(**occupied, lands="Australasia").legal_texts()
    assert position(**occupied, lands="ANT", sent=True).board.soldiers == [9, 11, 10]


def test_amb_095_with_nobody_there_to_ask_the_fifth_card_cannot_be_attempted():
    game = position(cards={0: [*FOUR, "Rome"]}, ice_house={1: 1, 2: 3}, lands="South America")
    assert "antarctica" not in game.legal_texts()


def test_amb_108_the_block_may_be_repeated_at_every_entry():
    game = position(cards={0: ["Rome"], 1: [SAB], 2: ["Cairo"]}, at={0: "S01"}, turn=2, lands="South America")
    for answer in ("antarctica", "block", "jetstream", "pass"):
        game.play(answer)
    game.play("roll", "playing dice 2")
    game.play("antarctica")
    assert (game.seat, game.legal_texts()) == (1, ["block", "allow"])


def test_amb_109_the_block_stops_who_came_by_jetstream_too():
    game = position(cards={0: ["Rome"], 1: [SAB]}, lands="Asia")
    game.play("jetstream")
    game.play("antarctica")
    game.play("block")
    assert (game.board.space(0), game.legal_texts()) == ("S03", ["take", "pass"])


def test_amb_109_the_block_does_not_stop_a_piece_that_is_sent_there():
    game = position(cards={0: [SAB], 1: ["Rome"]}, queue=["M09", "M08"], lands="S01")
    game.play("name +1")
    game.play("space ANT")
    assert (game.seat, game.board.space(1)) == (1, "ANT")
    assert game.legal_texts() == ["world pack", "decline", f"card {SAB}"]


def sends(**table):
    """Return a game in which P1 draws the card that sends an opponent to any space."""
    return position(queue=["M09", "M08"], lands="S01", **table)


def spaces_for(game, places):
    """Return the spaces to which P1 may send the opponent at this offset."""
    game = game.copy()
    game.play(f"name +{places}")
    return game.legal_texts()


@pytest.mark.parametrize("other", [(), (WEST,), (WEST, EAST, NORTH)])
def test_wd_201_an_opponent_without_a_coloured_card_cannot_be_sent_to_antarctica(other):
    game = sends(cards={0: ["Cairo"], 1: other, 2: ["Rome"]})
    assert "space ANT" not in spaces_for(game, 1)
    assert "space ANT" in spaces_for(game, 2)


@pytest.mark.parametrize("agreed", [False, True])
def test_wd_201_an_opponent_whose_cards_are_all_frozen_is_sent_there_only_where_agreed(agreed):
    game = sends(cards={1: ["China"], 2: ["Rome"]}, closed="Asia", sending_overrides_entry=agreed)
    assert ("space ANT" in spaces_for(game, 1)) == agreed
    assert "space ANT" in spaces_for(game, 2)


def test_wd_201_whoever_has_no_coloured_card_is_sent_there_where_agreed_and_is_offered_nothing():
    game = sends(sending_overrides_entry=True)
    game.play("name +1")
    game.play("space ANT")
    assert (game.board.space(1), game.seat, game.node.name) == ("ANT", 1, "start_menu")


@pytest.mark.parametrize("agreed", [False, True])
def test_wd_204_nobody_is_sent_to_a_barred_antarctica_unless_agreed(agreed):
    five = (WEST, SAB, SOUTH_POLE, EAST, NORTH)
    game = sends(cards={0: five, 1: ["Rome"]}, variant="ten_card", sending_overrides_entry=agreed)
    assert ("space ANT" in spaces_for(game, 1)) == agreed


def test_wd_203_an_occupied_antarctica_bars_nobody_who_is_sent_with_a_coloured_card():
    game = sends(cards={1: ["Rome"]}, at={2: "ANT"})
    assert "space ANT" in spaces_for(game, 1)
