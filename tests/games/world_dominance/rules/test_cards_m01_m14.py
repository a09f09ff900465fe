"""Manoeuvre Cards M01 to M14: effect, targets, void conditions."""

import pytest

from tests.games.world_dominance.rule_settings import position

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"


def draws(card, **options):
    """Return a game in which P1 on a Manoeuvre space draws this card; one more card is below it."""
    return position(queue=[card, "M26"], lands="S01", **options)


def is_void(game):
    """Return whether nothing happened, the card is at the bottom and another player has the next turn."""
    untouched = (game.board.soldiers, game.board.rsz, game.lines) == ([10, 10, 10], 0, [])
    bottom = game.board.manoeuvre_pack[1][0] == "M26"
    return untouched and bottom and game.node.name == "start_menu"


def test_m01_any_space_of_either_america_for_one_soldier():
    game = draws("M01", soldiers=5)
    game.play("accept")
    assert game.legal_texts() == [f"space {space}" for space in ("S02", "S03", "S04", "S06", "S07", "S08")]
    game.play("space S06", "soldier dice 2")
    assert (game.board.space(0), game.board.soldiers) == ("S06", [5 + 1 - 2, 5, 5])


def test_m01_may_be_declined():
    game = draws("M01")
    game.play("decline")
    assert (game.seat, game.board.space(0), game.board.soldiers) == (1, "S01", [10, 10, 10])


def test_m01_from_the_continent_space_the_jetstream_and_antarctica_are_open():
    game = draws("M01", cards={0: ["Rome"]})
    game.play("accept")
    game.play("space S03")
    assert game.legal_texts() == ["take", "pass", "jetstream", "antarctica"]


def test_m01_names_no_space_of_a_closed_airspace():
    game = draws("M01", closed="South America")
    game.play("accept")
    assert game.legal_texts() == ["space S06", "space S07", "space S08"]


def test_m01_brings_what_an_almost_empty_garrison_has():
    game = draws("M01", players=2, soldiers=[10, 90])
    game.play("accept")
    game.play("space S02")
    assert (game.board.soldiers, game.board.garrison) == ([10, 90], 0)


def test_m02_europe_for_two_soldiers_or_africa_for_one():
    europe = draws("M02", soldiers=4)
    assert europe.legal_texts() == ["space S11", "space S23"]
    africa = europe.copy()
    europe.play("space S11")
    africa.play("space S23")
    assert (europe.board.soldiers[0], africa.board.soldiers[0]) == (6, 5)
    assert europe.legal_texts() == africa.legal_texts() == ["take", "pass", "jetstream"]


def test_m02_with_one_closed_the_other_must_be_chosen():
    assert draws("M02", closed="Europe").legal_texts() == ["space S23"]


def test_m02_with_both_occupied_one_still_goes_and_the_soldiers_come_before_the_trespass():
    game = draws("M02", soldiers=[1, 5, 5], at={1: "Europe", 2: "Africa"})
    game.play("space S11")
    assert (game.seat, game.board.soldiers, game.board.in_play) == (1, [2, 6, 5], [0, 1, 2])


def test_m03_closes_one_of_the_six_airspaces_or_antarctica():
    game = draws("M03")
    assert len(game.legal_texts()) == 7
    game.play("region Asia")
    assert (game.board.closed, game.board.manoeuvre_pack[1], game.seat) == ("Asia", ["M26"], 1)


def test_m03_nobody_but_the_drawer_can_be_exempt():
    game = draws("M03", khyber_pass=1)
    game.play("region Asia")
    assert (game.board.closed, game.board.khyber_pass, game.node.name) == ("Asia", 1, "start_menu")


def test_m04_takes_an_antarctica_card_face_down_or_an_opponents_and_nothing_is_ceded():
    game = draws("M04", cards={0: ["Rome"], 1: [WEST]})
    assert game.legal_texts() == ["world pack", f"card {WEST}"]
    game.play("world pack")
    assert set(game.chance_weights()) == {f"draw {title}" for title in (SAB, EAST, NORTH)}
    game.play(f"draw {SAB}")
    assert game.board.cards(0) == [SAB, "Rome"]


def test_m04_an_interned_players_card_cannot_be_taken_and_may_leave_it_void():
    game = draws("M04", pack={"Antarctica": []}, keeper=2, ice_house={2: 3})
    assert is_void(game)


def test_m04_is_void_with_antarctica_closed():
    assert is_void(draws("M04", cards={1: [WEST]}, closed="Antarctica"))


def test_m05_loses_an_antarctica_card_the_drawer_picks():
    game = draws("M05", cards={0: [WEST, EAST, "Rome"]})
    assert game.legal_texts() == [f"card {WEST}", f"card {EAST}"]
    game.play(f"card {EAST}")
    assert (game.board.cards(0), EAST in game.board.pack) == ([WEST, "Rome"], True)


def test_m05_is_void_without_one():
    assert is_void(draws("M05", cards={0: ["Rome"]}))


def test_m06_forfeits_every_soldier_bar_one_to_the_zone():
    game = draws("M06", soldiers=[6, 5, 5])
    assert (game.board.soldiers, game.board.rsz, game.board.garrison) == ([1, 5, 5], 5, 84)


def test_m06_takes_nothing_from_who_has_but_one():
    game = draws("M06", soldiers=[1, 5, 5])
    assert (game.board.soldiers, game.board.rsz, game.board.in_play) == ([1, 5, 5], 0, [0, 1, 2])


def test_m07_loses_every_continent_card_antarctica_included():
    game = draws("M07", cards={0: ["Alaska", "Rome", WEST]})
    assert (game.board.cards(0), len(game.board.pack)) == ([], 64)


def test_m07_leaves_the_cards_of_a_closed_continent():
    assert draws("M07", cards={0: ["Alaska", "Rome"]}, closed="Europe").board.cards(0) == ["Rome"]


def test_m08_takes_one_soldier_off_each_opponent():
    game = draws("M08", players=4, soldiers=[1, 5, 2, 0], out=[3])
    assert game.board.soldiers == [3, 4, 1, 0]


def test_m08_is_void_with_anybody_interned_whatever_the_armies():
    assert is_void(draws("M08", ice_house={2: 1}))


def test_m08_is_void_when_an_opponent_has_but_one_soldier():
    assert draws("M08", soldiers=[5, 1, 5]).board.soldiers == [5, 1, 5]


def test_m09_sends_an_opponent_to_any_space():
    game = draws("M09", cards={2: ["Rome"]})
    assert game.legal_texts() == ["name +1", "name +2"]
    game.play("name +2")
    assert game.legal_texts() == [f"space S{place:02d}" for place in range(24)] + ["space ANT"]
    game.play("space S22")
    assert (game.seat, game.node.name, game.board.space(2)) == (2, "ice_house", "S22")


def test_m09_sends_nobody_into_a_closed_region_nor_anybody_interned():
    game = draws("M09", cards={2: ["Rome"]}, closed="Antarctica", ice_house={1: 2})
    assert game.legal_texts() == ["name +2"]
    game.play("name +2")
    assert "space ANT" not in game.legal_texts()


def test_m09_is_void_with_every_opponent_interned():
    assert is_void(draws("M09", ice_house={1: 2, 2: 3}))


def test_m09_to_the_space_already_occupied_is_landing_anew_and_no_trespass_on_oneself():
    game = draws("M09", soldiers=5, at={1: "S06"})
    game.play("name +1")
    game.play("space S06", "soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([5, 2, 5], 88)


def test_m09_onto_the_drawer_is_trespass():
    game = draws("M09", soldiers=5)
    game.play("name +1")
    game.play("space S01")
    assert game.board.soldiers == [6, 4, 5]


def test_m10_loses_a_strategic_point():
    game = draws("M10", cards={0: ["Alaska", "Anadyr", "Cairo"]})
    assert game.legal_texts() == ["card Alaska", "card Anadyr"]
    game.play("card Alaska")
    assert (game.board.cards(0), "Alaska" in game.board.pack) == (["Cairo", "Anadyr"], True)


def test_m11_swaps_a_strategic_point_for_an_opponents_strategic_point():
    game = draws("M11", cards={0: ["Alaska", "Cairo"], 1: ["Anadyr", "Rome"], 2: ["Mozambique"]})
    game.play("card Alaska")
    assert game.legal_texts() == ["card Mozambique", "card Anadyr"]
    game.play("card Anadyr")
    assert (game.board.cards(0), game.board.cards(1)) == (["Cairo", "Anadyr"], ["Alaska", "Rome"])


@pytest.mark.parametrize("cards", [{0: ["Alaska"], 1: ["Rome"]}, {0: ["Rome"], 1: ["Alaska"]}])
def test_m11_is_void_unless_both_sides_have_one(cards):
    assert is_void(draws("M11", cards=cards))


def test_m11_an_interned_opponents_strategic_point_is_no_match():
    assert is_void(draws("M11", cards={0: ["Alaska"], 1: ["Anadyr"]}, ice_house={1: 2}))


def test_m12_donates_a_strategic_point_to_an_opponent_of_the_drawers_choice():
    game = draws("M12", cards={0: ["Alaska", "Cairo"]})
    game.play("card Alaska")
    assert game.legal_texts() == ["name +1", "name +2"]
    game.play("name +2")
    assert (game.board.cards(0), game.board.cards(2)) == (["Cairo"], ["Alaska"])


def test_m12_a_gift_that_completes_a_set_makes_its_receiver_win():
    game = draws("M12", cards={0: ["Alaska"], 1: ["Vancouver", "Montreal", "New York", "Havana"]})
    game.play("card Alaska")
    game.play("name +1")
    assert game.winner == 1


def test_m12_is_void_with_every_opponent_interned():
    assert is_void(draws("M12", cards={0: ["Alaska"]}, ice_house={1: 2, 2: 3}))


def test_m12_nobody_interned_can_receive():
    game = draws("M12", cards={0: ["Alaska"]}, ice_house={1: 1})
    game.play("card Alaska")
    assert game.legal_texts() == ["name +2"]


def test_m13_takes_any_card_of_the_pack_or_an_opponent_for_nothing():
    game = draws("M13", cards={1: ["Rome"]}, ice_house={2: 1})
    assert len(game.legal_texts()) == 64
    opponents = game.copy()
    game.play("card Anadyr")
    opponents.play("card Rome")
    assert (game.board.cards(0), opponents.board.cards(0), opponents.board.cards(1)) == (["Anadyr"], ["Rome"], [])
    assert game.board.soldiers == opponents.board.soldiers == [10, 10, 10]


def test_m13_leaves_the_cards_of_an_interned_player():
    assert "card Rome" not in draws("M13", cards={1: ["Rome"]}, ice_house={1: 1}).legal_texts()


def test_m13_ones_own_picture_card_from_the_pack_calls_for_a_second():
    game = draws("M13", pack={"Asia": ["China", "Iraq"]})
    game.play("card China", "draw Iraq")
    assert (game.board.cards(0), game.board.soldiers[0]) == (["China", "Iraq"], 8)


def test_m13_ones_own_picture_card_from_an_opponent_does_not():
    game = draws("M13", cards={1: ["China"]})
    game.play("card China")
    assert (game.seat, game.board.cards(0)) == (1, ["China"])


def test_m13_may_complete_the_winning_set():
    game = draws("M13", cards={0: ["Alaska", "Vancouver", "Montreal", "New York"]})
    game.play("card Havana")
    assert game.winner == 0


def test_m14_exchanges_any_card_with_an_opponent():
    game = draws("M14", cards={0: ["Alaska", WEST], 1: ["Rome"], 2: ["Cairo"]})
    game.play("accept")
    assert game.legal_texts() == ["card Alaska", f"card {WEST}"]
    game.play(f"card {WEST}")
    game.play("card Rome")
    assert (game.board.cards(0), game.board.cards(1)) == (["Alaska", "Rome"], [WEST])


def test_m14_is_void_when_no_opponent_has_a_card():
    assert is_void(draws("M14", cards={0: ["Alaska"]}))
