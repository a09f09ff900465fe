"""Continent Dice Concede, and Ecuador & the Galapagos Islands (WD-136 to WD-142)."""

from importlib.resources import files

import pytest

from tests.games.world_dominance.rule_settings import position

SHIPPED_CARDS = (files("wd_env.games.world_dominance") / "data" / "continent_cards.toml").read_text("utf-8")
ECUADOR = "Ecuador & the Galapagos Islands"
SIX_GREEN = ["Argentina", "Chile", "Colombia", ECUADOR, "Uruguay", "Venezuela"]
COLOURED = ["North America", "South America", "Africa", "Australasia", "Asia", "Europe"]


def test_wd_136_concede_throws_the_continent_dice_once():
    game = position(cards={0: ["Rome"]}, lands="S04")
    assert (game.node.name, game.chance_weights()) == (
        "concede_dice",
        {f"continent dice {region}": 1 for region in COLOURED},
    )
    game.play("continent dice Asia")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_137_a_card_of_the_colour_goes_to_the_world_pack_and_its_owner_picks_it():
    game = position(cards={0: ["Alaska", "Havana", "Rome"]}, lands="concede")
    game.play("continent dice North America")
    assert (game.node.name, game.legal_texts()) == ("concede", ["card Alaska", "card Havana"])
    game.play("card Havana")
    assert game.board.cards(0) == ["Alaska", "Rome"]
    assert "Havana" in game.board.pack
    assert game.board.soldiers == [10, 10, 10]


def test_wd_138_who_has_no_card_at_all_pays_one_soldier():
    game = position(soldiers=[4, 10, 10], lands="concede")
    game.play("continent dice Europe")
    assert (game.board.soldiers, game.board.garrison) == ([3, 10, 10], 77)


def test_wd_138_the_last_soldier_paid_so_puts_a_player_out():
    game = position(soldiers=[1, 10, 10], lands="concede")
    game.play("continent dice Europe")
    assert (game.board.soldiers, game.board.in_play) == ([0, 10, 10], [1, 2])


def test_r1_who_lacks_only_the_colour_thrown_loses_nothing():
    game = position(soldiers=[4, 10, 10], cards={0: ["Cairo"]}, lands="concede")
    game.play("continent dice Europe")
    assert (game.board.soldiers, game.board.cards(0), game.board.turn) == ([4, 10, 10], ["Cairo"], 1)


def test_r1_a_closed_colour_costs_neither_card_nor_soldier():
    held = position(cards={0: ["Rome"]}, closed="Europe", lands="concede")
    held.play("continent dice Europe")
    assert (held.board.cards(0), held.board.soldiers) == (["Rome"], [10, 10, 10])
    bare = position(closed="Europe", lands="concede")
    bare.play("continent dice Europe")
    assert bare.board.soldiers == [10, 10, 10]


def test_wd_140_ecuador_exempts_from_the_throw():
    game = position(cards={0: [ECUADOR]}, lands="concede")
    assert (game.node.name, game.legal_texts()) == ("ecuador", ["declare", "throw"])
    game.play("declare")
    assert [line.text for line in game.lines] == ["declare"]
    assert (game.board.turn, game.board.cards(0)) == (1, [ECUADOR])


def test_wd_140_another_player_s_ecuador_exempts_nobody():
    assert position(cards={1: [ECUADOR]}, lands="concede").node.name == "concede_dice"


def test_wd_141_the_exempt_player_receives_one_soldier_from_the_garrison():
    game = position(soldiers=[4, 10, 10], cards={0: [ECUADOR]}, lands="concede")
    game.play("declare")
    assert (game.board.soldiers, game.board.garrison) == ([5, 10, 10], 75)


def test_wd_142_undeclared_the_throw_takes_place_and_shedding_a_sixth_card_wins():
    game = position(cards={0: SIX_GREEN}, lands="concede")
    game.play("throw", "continent dice South America")
    game.play("card Chile")
    assert (game.winner, len(game.board.cards(0)), game.board.soldiers[0]) == (0, 5, 10)


def test_wd_142_shedding_the_strategic_point_does_not_win():
    game = position(cards={0: SIX_GREEN}, lands="concede")
    game.play("throw", "continent dice South America")
    game.play("card Argentina")
    assert game.winner is None


def test_wd_142_once_thrown_ecuador_can_no_longer_be_declared_and_may_be_lost_itself():
    game = position(cards={0: [ECUADOR]}, lands="concede")
    game.play("throw", "continent dice South America")
    assert game.legal_texts() == [f"card {ECUADOR}"]
    game.play(f"card {ECUADOR}")
    assert game.board.cards(0) == []


def test_wd_140_in_a_closed_south_america_ecuador_is_never_asked_for():
    game = position(cards={0: [ECUADOR]}, closed="South America", lands="concede")
    assert (game.node.name, game.board.turn, game.board.soldiers) == ("start_menu", 1, [10, 10, 10])


@pytest.mark.parametrize(("closed", "question"), [(None, "ecuador"), ("Africa", "concede_dice")])
def test_wd_253_a_frozen_card_exempts_nobody(closed, question, tmp_path):
    """Use a pack with Angola as the exempting card: the bundled one is in the continent of the space itself."""
    role = 'role = "ecuador"\n'
    own = tmp_path / "cards.toml"
    own.write_text(SHIPPED_CARDS.replace(role, "").replace('title = "Angola"\n', f'title = "Angola"\n{role}'), "utf-8")
    game = position(cards={0: ["Angola"]}, closed=closed, lands="concede", continent_cards=str(own))
    assert game.node.name == question
