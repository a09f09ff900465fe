"""The question for the fifth Antarctica card (WD-218 to WD-222)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
FOUR = (WEST, SAB, EAST, NORTH)


def questioned(*coloured, **options):
    """Return a game in which P1 with the four cards has come from Australasia and ceded the first coloured card."""
    game = position(cards={0: [*FOUR, *coloured]}, lands="Australasia", **options)
    game.play("antarctica")
    game.play(f"card {coloured[0]}")
    return game


def test_wd_218_with_the_four_cards_a_coloured_one_goes_to_the_world_pack():
    game = position(cards={0: [*FOUR, "Rome", "Cairo"]}, lands="Australasia")
    game.play("antarctica")
    assert game.legal_texts() == ["card Cairo", "card Rome"]
    game.play("card Cairo")
    assert "Cairo" in game.board.pack
    assert game.node.name == "examiner"


def test_wd_218_ceding_down_to_exactly_five_wins_before_the_question():
    six = ["Rome", "Athens", "Spain", "France", "Berlin", "British Islands"]
    game = questioned(*six)
    assert (game.winner, game.board.garrison_cards) == (0, [SOUTH_POLE])


def test_wd_219_any_opponent_may_be_named_to_ask_from_the_south_pole_or_the_sab_card():
    game = questioned("Cairo", knows={})
    assert (game.seat, game.legal_texts()) == (0, ["name +1", "name +2"])
    game.play("name +2")
    assert (game.seat, game.legal_texts()) == (0, [f"card {SAB}", f"card {SOUTH_POLE}"])


def test_wd_219_an_interned_opponent_cannot_ask():
    assert questioned("Cairo", ice_house={1: 1}).legal_texts() == ["name +2"]


def test_wd_220_a_right_answer_gives_the_south_pole_and_wins():
    game = questioned("Rome", soldiers=3, knows={})
    game.play("name +1")
    game.play(f"card {SOUTH_POLE}", "right")
    assert (game.winner, game.board.soldiers[0]) == (0, 3)
    assert game.board.ended_by == "Antarctica"
    assert game.board.cards(0) == [WEST, SAB, SOUTH_POLE, EAST, NORTH]


def test_wd_221_a_wrong_answer_gives_nothing_and_the_ceded_card_stays_ceded():
    game = questioned("Cairo", knows={})
    game.play("name +1")
    game.play(f"card {SAB}", "wrong")
    assert game.board.cards(0) == list(FOUR)
    assert "Cairo" in game.board.pack
    assert game.board.garrison_cards == [SOUTH_POLE]
    assert (game.board.turn, game.node.name) == (1, "start_menu")


def test_wd_222_the_first_answer_counts_and_no_second_is_asked():
    game = questioned("Cairo", knows={})
    game.play("name +1")
    game.play(f"card {SAB}", "wrong")
    with pytest.raises(IllegalAction):
        game.play("right")
    assert game.winner is None


def test_amb_093_who_is_sent_with_the_four_cards_may_decline_the_question_and_cedes_nothing():
    game = position(cards={0: [*FOUR, "Rome"]}, knows={}, lands="ANT", sent=True)
    assert game.legal_texts() == ["world pack", "decline"]
    declined = game.copy()
    declined.play("decline")
    assert (declined.seat, "Rome" in declined.board.cards(0)) == (1, True)
    game.play("world pack")
    game.play("card Rome")
    assert game.node.name == "examiner"


def test_amb_096_the_card_for_the_question_goes_to_the_pack_even_with_an_opponent_to_ask():
    game = questioned("Rome", "Cairo", knows={})
    assert (game.board.cards(1), game.board.cards(2), "Rome" in game.board.pack) == ([], [], True)


def test_amb_096_the_attempt_may_be_repeated_at_a_later_entry():
    game = questioned("Rome", "Cairo", players=2, at={1: "S08"}, knows={})
    game.play("name +1")
    game.play(f"card {SAB}", "wrong")
    game.play("roll", "playing dice 3")
    game.play("pass")
    game.play("roll", "playing dice 1")
    game.play("region South America")
    game.play("antarctica")
    assert game.legal_texts() == ["card Cairo"]


def test_amb_097_the_answering_player_picks_the_question_card():
    game = questioned("Cairo", knows={})
    game.play("name +1")
    assert (game.seat, game.node.name) == (0, "question_card")


@pytest.mark.parametrize("title", [SAB, SOUTH_POLE])
def test_amb_098_both_question_cards_follow_the_same_answer_model(title):
    unknown, known = questioned("Cairo", knows={}), questioned("Cairo", knows={0: ["SAB", "South Pole"]})
    for game in (unknown, known):
        game.play("name +1")
        game.play(f"card {title}")
    assert unknown.chance_weights() == {"right": 10, "wrong": 90}
    assert known.chance_weights() == {"right": 90, "wrong": 10}


def test_amb_050_what_a_player_knows_of_the_two_cards_is_even_chance_and_is_drawn_before_one_is_picked():
    game = questioned("Cairo")
    game.play("name +1")
    assert game.chance_weights() == {"knows": 1, "does not know": 1}
    game.play("knows", "does not know")
    game.play(f"card {SOUTH_POLE}")
    assert game.chance_weights() == {"right": 90, "wrong": 10}
