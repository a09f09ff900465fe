"""Manoeuvre spaces and the Manoeuvre Cards (WD-082 to WD-098)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance

PACK = [f"M{number:02d}" for number in range(1, 28)]


def test_wd_082_the_top_card_is_drawn_and_followed():
    game = position(soldiers=5, at={0: "S00"}, queue=["M08", *PACK[:7]])
    game.play("roll", "playing dice 1")
    assert game.board.soldiers == [7, 4, 4]
    assert game.board.turn == 1


def test_wd_082_every_manoeuvre_space_draws_a_card():
    for space in ("S01", "S05", "S09", "S12", "S13", "S17", "S20", "S21"):
        assert position(lands=space).node.name == "manoeuvre_draw"


def test_wd_083_an_optional_card_may_be_declined():
    game = position(lands="S01", queue=["M01"])
    assert game.legal_texts() == ["accept", "decline"]
    game.play("decline")
    assert game.board.soldiers == [10, 10, 10]
    assert game.board.space(0) == "S01"
    assert game.board.turn == 1


def test_wd_084_a_card_that_is_not_optional_must_be_obeyed():
    game = position(soldiers=[6, 10, 10], lands="S01", queue=["M06"])
    assert game.board.soldiers[0] == 1
    assert game.board.rsz == 5
    assert game.board.turn == 1


@pytest.mark.parametrize("card", ["M09", "M10", "M12", "M13", "M15", "M23", "M24", "M26"])
def test_wd_084_an_obligatory_card_cannot_be_declined(card):
    held = {0: ["Alaska", "Rome", "Peru"], 1: ["Cairo"]}
    game = position(cards=held, lands="S01", queue=[card])
    assert "decline" not in game.legal_texts()
    assert game.seat == 0


def test_wd_085_after_use_the_card_goes_to_the_bottom():
    order = ["M06", *PACK[:5], *PACK[6:]]
    game = position(lands="S01", queue=order)
    assert game.board.manoeuvre_pack == ([], [*order[1:], "M06"])


@pytest.mark.parametrize("top", ["M01", "M14"])
def test_wd_085_a_declined_or_void_card_goes_to_the_bottom_too(top):
    game = position(lands="S01", queue=[top, "M02", "M03"])
    if game.node.name == "optional_card":
        game.play("decline")
    assert game.board.manoeuvre_pack == ([], ["M02", "M03", top])


def test_wd_085_once_the_pack_has_gone_round_its_order_is_known(tmp_path):
    row = '[[manoeuvre]]\nid = "M0{}"\ntitle = "Lose a Country"\norigin = "reconstructed"\noptional = false\n'
    deck = tmp_path / "two_cards.toml"
    deck.write_text("".join(row.format(card) + 'effect = "lose"\nkinds = ["country"]\n' for card in (1, 2)))
    game = position(players=2, at={1: "S08"}, lands="S01", manoeuvre_deck=str(deck))
    game.play("manoeuvre M02")
    game.play("roll", "playing dice 1")
    assert game.chance_weights() == {"manoeuvre M01": 1}
    game.play("manoeuvre M01")
    assert game.board.manoeuvre_pack == ([], ["M02", "M01"])
    game.play("roll", "playing dice 4")
    assert game.board.turn == 1  # M02 involved no dice
    assert game.board.manoeuvre_pack == ([], ["M01", "M02"])


def test_wd_086_soldiers_forfeited_by_card_are_put_on_the_rsz():
    game = position(lands="S01", rsz=2, queue=["M16"])
    assert game.board.rsz == 4
    assert game.board.garrison == 68
    assert game.board.soldiers[0] == 8


def test_wd_087_m01_moves_anywhere_in_the_americas_for_one_soldier():
    game = position(soldiers=[5, 10, 10], lands="S01", queue=["M01"])
    game.play("accept")
    assert game.legal_texts() == [f"space S{place:02d}" for place in (2, 3, 4, 6, 7, 8)]
    game.play("space S06", "soldier dice 2")
    assert game.board.soldiers[0] == 4
    assert game.board.garrison == 76


def test_wd_087_the_soldier_of_the_card_comes_before_the_toll_of_the_space():
    game = position(soldiers=[1, 10, 10], lands="S01", queue=["M01"])
    game.play("accept")
    game.play("space S06", "soldier dice 1")
    assert game.board.soldiers[0] == 1


def test_wd_088_m01_to_a_continent_space_gives_its_normal_options():
    game = position(soldiers=[5, 10, 10], cards={0: ["Rome"]}, lands="S01", queue=["M01"])
    game.play("accept")
    game.play("space S03")
    assert game.board.soldiers[0] == 6
    assert game.legal_texts() == ["take", "pass", "jetstream", "antarctica"]


def test_wd_088_m01_to_north_america_may_lead_by_jetstream_to_antarctica():
    game = position(cards={0: ["Rome"]}, lands="S01", queue=["M01"])
    for answer in ("accept", "space S07", "jetstream", "antarctica"):
        game.play(answer)
    assert game.board.space(0) == "ANT"


def test_wd_089_m01_to_an_occupied_space_is_trespassing():
    game = position(soldiers=[5, 10, 10], at={1: "S02"}, lands="S01", queue=["M01"])
    game.play("accept")
    game.play("space S02")
    assert game.board.soldiers == [5, 11, 10]
    assert game.board.turn == 1


@pytest.mark.parametrize(("space", "soldiers"), [("S11", 6), ("S23", 5)])
def test_wd_090_m02_moves_to_europe_for_two_soldiers_or_to_africa_for_one(space, soldiers):
    game = position(soldiers=[4, 10, 10], lands="S01", queue=["M02"])
    assert game.legal_texts() == ["space S11", "space S23"]
    game.play(f"space {space}")
    assert game.board.soldiers[0] == soldiers
    assert game.board.space(0) == space
    assert game.legal_texts() == ["take", "pass", "jetstream"]


@pytest.mark.parametrize(("space", "soldiers"), [("S11", [2, 11, 10]), ("S23", [1, 10, 11])])
def test_wd_091_m02_with_both_spaces_occupied_pays_its_soldiers_and_the_trespass(space, soldiers):
    game = position(soldiers=[1, 10, 10], at={1: "S11", 2: "S23"}, lands="S01", queue=["M02"])
    game.play(f"space {space}")
    assert game.board.soldiers == soldiers
    assert game.board.cards(0) == []
    assert game.board.turn == 1


def test_wd_092_after_the_sent_opponent_play_goes_on_clockwise_from_the_drawer():
    game = position(players=4, lands="S01", queue=["M09"])
    game.play("name +2")
    game.play("space S18", "playing dice 1", "playing dice 1", "playing dice 1", "purgadies reprieve")
    assert game.board.space(2) == "S18"
    assert game.board.turn == 1


def test_wd_092_the_sent_opponent_decides_on_the_space():
    game = position(players=4, lands="S01", queue=["M09"])
    game.play("name +2")
    game.play("space S02")
    assert game.node.name == "paradies"
    assert game.seat == 2
    assert game.board.turn == 0


def test_wd_093_an_opponent_may_be_sent_to_the_space_already_occupied():
    game = position(soldiers=5, at={1: "S06"}, lands="S01", queue=["M09"])
    game.play("name +1")
    game.play("space S06", "soldier dice 3")
    assert game.board.soldiers == [5, 2, 5]


def test_wd_093_an_opponent_may_be_sent_to_any_space_even_antarctica():
    game = position(cards={1: ["Rome"]}, lands="S01", queue=["M09"])
    game.play("name +1")
    assert game.legal_texts() == [*(f"space S{place:02d}" for place in range(24)), "space ANT"]


def test_wd_094_m08_is_void_while_a_player_is_interned():
    game = position(soldiers=5, ice_house={2: 3}, lands="S01", queue=["M08", "M02"])
    assert game.board.soldiers == [5, 5, 5]
    assert game.board.manoeuvre_pack == ([], ["M02", "M08"])


def test_wd_095_m08_is_void_when_an_opponent_has_only_one_soldier():
    game = position(soldiers=[5, 1, 5], lands="S01", queue=["M08"])
    assert game.board.soldiers == [5, 1, 5]


def test_wd_095_m08_asks_nothing_of_the_drawer_or_of_players_who_are_out():
    game = position(soldiers=[1, 2, 0], out=[2], lands="S01", queue=["M08"])
    assert game.board.soldiers == [2, 1, 0]


def test_wd_096_m10_takes_a_strategic_point_to_the_world_pack():
    game = position(cards={0: ["Alaska", "Cairo"]}, lands="S01", queue=["M10"])
    assert game.legal_texts() == ["card Alaska"]
    game.play("card Alaska")
    assert game.board.cards(0) == ["Cairo"]
    assert "Alaska" in game.board.pack


def test_wd_096_m11_swaps_a_strategic_point_with_an_opponent():
    game = position(cards={0: ["Alaska", "Cairo"], 1: ["Anadyr", "Rome"]}, lands="S01", queue=["M11"])
    game.play("card Alaska")
    assert game.legal_texts() == ["card Anadyr"]
    game.play("card Anadyr")
    assert game.board.cards(0) == ["Cairo", "Anadyr"]
    assert game.board.cards(1) == ["Alaska", "Rome"]


def test_wd_096_m12_gives_a_strategic_point_to_an_opponent():
    game = position(cards={0: ["Alaska", "Anadyr"]}, lands="S01", queue=["M12"])
    assert game.legal_texts() == ["card Alaska", "card Anadyr"]  # the drawer picks (AMB-037)
    game.play("card Anadyr")
    assert game.legal_texts() == ["name +1", "name +2"]
    game.play("name +2")
    assert game.board.cards(2) == ["Anadyr"]


@pytest.mark.parametrize("card", ["M10", "M11", "M12"])
def test_wd_096_without_a_strategic_point_these_cards_are_void(card):
    game = position(cards={0: ["Cairo"], 1: ["Alaska"]}, lands="S01", queue=[card])
    assert game.board.turn == 1
    assert game.board.cards(0) == ["Cairo"]


def test_wd_098_the_two_brutal_cards_may_be_left_out():
    pack, _ = WorldDominance(Config(omit_brutal_cards=True), chance="explicit").board.manoeuvre_pack
    assert pack == [card for card in PACK if card not in ("M06", "M07")]
    assert WorldDominance(chance="explicit").board.manoeuvre_pack == (PACK, [])


def test_amb_041_a_card_taken_by_a_manoeuvre_card_is_free():
    game = position(soldiers=[2, 10, 10], lands="S01", queue=["M13"])
    game.play("card Anadyr")
    assert game.board.cards(0) == ["Anadyr"]
    assert game.board.soldiers[0] == 2
