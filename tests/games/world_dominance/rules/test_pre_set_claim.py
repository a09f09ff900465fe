"""Pre Sets that have to be announced (WD-076)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.table.saved_table import table_from_json

THREE = ("Argentina", "Peru", "Chile")


def completed(**options):
    """Return a game in which P1, with six soldiers, has just bought Bolivia for two and holds four of South America."""
    game = position(
        soldiers=[6, 10, 10],
        cards={0: THREE},
        pack={"South America": ["Bolivia"]},
        keeper=2,
        lands="South America",
        **options,
    )
    game.play("take", "draw Bolivia")
    return game


@pytest.mark.parametrize(("answer", "soldiers"), [("claim", 6), ("decline", 4)])
def test_wd_076_whoever_makes_a_pre_set_announces_it_at_once_or_forfeits_the_bonus(answer, soldiers):
    game = completed(manual_declarations=True)
    assert (game.node.name, game.seat, game.legal_texts()) == ("pre_set_claim", 0, ["decline", "claim"])
    game.play(answer)
    assert game.board.soldiers[0] == soldiers
    assert game.node.name == "start_menu"


def test_wd_076_what_was_not_announced_can_never_be_claimed():
    game = completed(manual_declarations=True)
    game.play("decline")
    for seat in (1, 2):
        game.play("roll", "playing dice 1", seat=seat)
        while game.seat == seat:
            game.play(game.legal_texts()[0])
    assert (game.seat, game.node.name, game.board.soldiers[0]) == (0, "start_menu", 4)
    assert "claim" not in game.legal_texts()


def test_wd_076_a_forfeited_pre_set_that_is_lost_and_rebuilt_is_not_asked_about_again():
    game = position(
        players=2,
        cards={0: THREE},
        at={1: "S17"},
        closed="Australasia",
        queue=["M15", "M13"],
        lands="gain",
        manual_declarations=True,
    )
    game.play("continent dice South America")
    game.play("take", "draw Bolivia")
    game.play("decline")
    for throw, back in ((1, 1), (1, 4)):  # P1 loses Bolivia by a card, and takes it back by another
        game.play("roll", f"playing dice {throw}")
        game.play("roll", f"playing dice {back}")
        game.play("card Bolivia")
    assert (len(game.board.cards(0)), game.node.name, game.board.soldiers[0]) == (4, "start_menu", 10)


def test_wd_076_without_the_option_the_bonus_is_paid_unasked():
    game = completed()
    assert (game.node.name, game.board.soldiers[0]) == ("start_menu", 6)


def test_amb_029_a_claim_comes_before_the_second_draw_of_a_picture():
    three = ["New York", "Vancouver", "Alaska"]
    game = position(
        soldiers=[6, 10, 10],
        cards={0: three},
        pieces={0: "George Washington"},
        pack={"North America": ["Washington", "Montreal"]},
        keeper=2,
        lands="North America",
        manual_declarations=True,
    )
    game.play("take", "draw Washington")
    assert game.node.name == "pre_set_claim"
    game.play("claim")
    assert (game.node.name, game.board.soldiers[0]) == ("face_down_draw", 8)


def test_amb_029_a_table_that_waits_for_a_claim_is_saved_and_played_on():
    game = completed(manual_declarations=True)
    again = table_from_json(game.to_json(), chance="explicit")
    again.play("claim")
    assert again.board.soldiers[0] == 6
