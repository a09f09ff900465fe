"""Misdemeanours at a table of bots, and table manners (WD-262 to WD-271)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction, WrongSeat


def same(game, before):
    return game.to_json() == before.to_json() and game.lines == before.lines


def test_wd_262_what_is_not_offered_is_refused_and_changes_nothing():
    game = position(soldiers=5, lands="paradies")
    before = game.copy()
    with pytest.raises(IllegalAction, match="'take' is illegal at paradies; expected"):
        game.play("take")
    assert same(game, before)


def test_wd_263_nobody_throws_while_anothers_intelligence_task_is_unfinished():
    game = position(lands="rsz", knows={})
    game.play("theme T05")
    game.play("name +1")
    game.play("raise")
    before = game.copy()
    with pytest.raises(WrongSeat, match="seat 0 is not to move; seat 1 decides match_raise"):
        game.play("roll", seat=0)
    assert same(game, before)


def test_wd_263_nobody_throws_while_anothers_manoeuvre_is_unfinished():
    game = position(queue=["M03", "M08"], lands="S01")
    with pytest.raises(WrongSeat):
        game.play("roll", seat=1)


@pytest.mark.parametrize(
    ("space", "dice"),
    [
        ("lose", "lose_throw"),
        ("conscript", "conscript_throw"),
        ("gain", "gain_dice"),
        ("concede", "concede_dice"),
        ("purgatory", "purgatory_throw"),
    ],
)
def test_wd_264_each_space_throws_its_own_dice_and_nobody_selects_it(space, dice):
    game = position(lands=space)
    assert (game.node.name, sum(game.mask())) == (dice, 0)


def test_wd_265_a_swap_of_closed_cards_is_refused_and_no_card_moves():
    holdings = {0: ["Cairo", "Rome"], 1: ["Havana"]}
    game = position(cards=holdings, closed="Africa", queue=["M14", "M08"], lands="S01")
    game.play("accept")
    with pytest.raises(IllegalAction):
        game.play("card Cairo")
    assert (game.board.cards(0), game.board.cards(1)) == (["Cairo", "Rome"], ["Havana"])


def test_wd_268_the_last_throw_stays_visible_to_all():
    game = position(at={0: "S07"})
    game.play("roll", "playing dice 4")
    for seat, thrower in enumerate(([1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0])):
        assert game.view(seat).feature("last_throw") == [0, 0, 0, 1, 0, 0]
        assert game.view(seat).feature("last_thrower") == thrower


def test_wd_268_it_is_shown_whose_throw_it_was():
    game = position(at={1: "S07"}, turn=1)
    game.play("roll", "playing dice 2")
    assert game.view(1).feature("last_throw") == [0, 1, 0, 0, 0, 0]
    assert [game.view(seat).feature("last_thrower").index(1) for seat in range(3)] == [1, 0, 2]


def test_wd_269_a_move_once_made_is_not_taken_back():
    game = position(lands="Europe")
    game.play("jetstream")
    assert (game.board.space(0), game.legal_texts()) == ("S23", ["take", "pass"])


def test_wd_270_a_card_once_chosen_is_final():
    game = position(lands="paradies", pack={"Africa": ["Cairo", "Cape Town"]})
    game.play("pay two", "purgadies city")
    game.play("card Cape Town")
    assert (game.seat, game.node.name, game.board.cards(0)) == (1, "start_menu", ["Cape Town"])


def test_wd_271_soldiers_owed_move_without_a_decision_of_who_is_owed():
    game = position(soldiers=5, at={1: "S05"}, lands="S05")
    assert (game.board.soldiers, game.lines) == ([4, 6, 5], [])
