"""Replies of the referee to a violation, and the consequences for the other players.

See WD-262 to WD-267, RULINGS 105.
"""

import pytest

from wd_env.games.world_dominance.position import position

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

MISDEMEANOUR = {"illegal_action": "misdemeanour"}
EJECT = {"illegal_action": "eject"}
WHITE = ["Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North"]


def hands(game):
    """Return the cards of each seat."""
    return [game.board.cards(seat) for seat in range(game.players)]


@pytest.mark.parametrize(("card", "answers"), [("M13", []), ("M14", ["accept"]), ("M24", [])])
def test_wd_265_an_illegal_answer_to_a_card_that_moves_cards_moves_none(card, answers):
    game = position(
        cards={0: ["Rome", "Chile"], 1: ["Cairo", "Peru"]}, queue=[card, "M08"], lands="S01", **MISDEMEANOUR
    )
    for answer in answers:
        game.play(answer)
    before = hands(game)
    game.play("roll")
    assert (hands(game), game.board.rsz, game.board.turn) == (before, 1, 1)


@pytest.mark.parametrize("title", ["Mexico", "Cairo", "Greenland (Denmark)"])
def test_who_answers_illegally_what_to_lose_loses_the_only_card_there_is(title):
    card = "M15" if title == "Cairo" else "M26"
    game = position(cards={0: [title]}, queue=[card, "M08"], lands="S01", **MISDEMEANOUR)
    game.play("roll")
    assert (game.board.cards(0), game.board.rsz, game.board.turn) == ([], 1, 1)
    assert title in game.board.pack


def test_the_referee_leaves_the_khyber_pass_where_it_is():
    game = position(lands="khyber", **MISDEMEANOUR)
    game.play("roll")
    assert (game.board.khyber_pass, game.board.soldiers[0], game.board.turn) == (None, 9, 1)


def test_the_referee_takes_no_card_that_was_won():
    game = position(lands="gain", **MISDEMEANOUR)
    game.play("continent dice Asia")
    game.play("roll")
    assert (game.board.cards(0), game.board.soldiers[0], game.board.turn) == ([], 9, 1)


def test_the_referee_declines_a_pardon():
    game = position(at={0: "S00"}, lands="purgatory", **MISDEMEANOUR)
    for _ in range(3):
        game.play("playing dice 6")
    game.play("roll")
    assert (game.board.pardon, game.board.soldiers[0], game.board.turn) == (None, 9, 1)


def test_the_referee_throws_for_the_holder_of_ecuador():
    game = position(cards={0: ["Ecuador & the Galapagos Islands"]}, lands="concede", **MISDEMEANOUR)
    game.play("roll")
    assert (game.node.name, game.seat, game.board.soldiers[0]) == ("concede_dice", 0, 9)


def test_wd_267_when_the_only_one_who_can_be_tested_cheats_there_is_no_bluff():
    game = position(soldiers=5, ice_house={1: 2}, knows={}, lands="rsz", **EJECT)
    game.play("theme T01")
    game.play("roll", seat=2)
    assert (game.board.in_play, game.node.name, game.seat, game.board.soldiers[0]) == ([0, 1], "start_menu", 0, 5)


@pytest.mark.parametrize("cheat", [0, 1])
def test_wd_267_a_cheat_at_the_question_for_the_fifth_card_leaves_the_zone_as_it_is(cheat):
    options = {"knowledge_model": "constant", **EJECT}
    game = position(soldiers=5, cards={0: [*WHITE, "Cairo"]}, rsz=3, lands="Australasia", **options)
    for answer in ("antarctica", "card Cairo", "name +1"):
        game.play(answer)
    assert game.node.name == "question_card"
    game.play("roll", seat=cheat)
    assert (game.board.rsz, game.board.soldiers) == (3, [0 if seat == cheat else 5 for seat in range(3)])
