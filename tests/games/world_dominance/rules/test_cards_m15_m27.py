"""Manoeuvre Cards M15 to M27: effect, targets, void conditions."""

import pytest

from tests.games.world_dominance.rule_settings import position

WEST = "Antarctica West"


def draws(card, **options):
    """Return a game in which P1 on a Manoeuvre space draws this card; one more card is below it."""
    return position(queue=[card, "M05"], lands="S01", **options)


def is_void(game):
    """Return whether nothing happened and another player has the next turn."""
    return game.lines == [] and game.seat != 0 and game.node.name == "start_menu"


def test_m15_loses_any_one_card_the_drawer_picks():
    game = draws("M15", cards={0: ["Alaska", "Rome", WEST]})
    assert game.legal_texts() == ["card Alaska", f"card {WEST}", "card Rome"]
    game.play("card Rome")
    assert (game.board.cards(0), "Rome" in game.board.pack) == (["Alaska", WEST], True)


def test_m15_shedding_down_to_exactly_five_wins():
    game = draws("M15", cards={0: ["Rome", "Athens", "Spain", "France", "Berlin", "British Islands"]})
    game.play("card Rome")
    assert game.winner == 0


@pytest.mark.parametrize("card", ["M15", "M24", "M25", "M26"])
def test_m15_and_its_like_are_void_without_a_card_to_part_with(card):
    assert is_void(draws(card, cards={1: ["Rome", "Spain"]}))


def test_m16_forfeits_two_soldiers_to_the_zone():
    game = draws("M16", rsz=1)
    assert (game.board.soldiers, game.board.rsz, game.board.garrison) == ([8, 10, 10], 3, 69)


@pytest.mark.parametrize("army", [1, 2])
def test_m16_puts_out_who_has_no_more_than_two(army):
    game = draws("M16", soldiers=[army, 5, 5])
    assert (game.board.in_play, game.board.rsz) == ([1, 2], army)


def test_m17_everybody_the_drawer_too_forfeits_one_to_the_zone():
    game = draws("M17", players=4, soldiers=[5, 5, 2, 0], out=[3])
    assert (game.board.soldiers, game.board.rsz) == ([4, 4, 1, 0], 3)


@pytest.mark.parametrize("soldiers", [[1, 5, 5], [5, 5, 1]])
def test_m17_is_void_when_anybody_has_but_one_soldier(soldiers):
    assert draws("M17", soldiers=soldiers).board.soldiers == soldiers


def test_amb_070_m17_is_void_with_anybody_interned_as_well():
    assert is_void(draws("M17", ice_house={2: 1}))


def test_m18_takes_two_soldiers_off_an_opponent_who_has_more_than_two():
    game = draws("M18", soldiers=[1, 2, 3])
    assert game.legal_texts() == ["name +2"]
    game.play("name +2")
    assert game.board.soldiers == [3, 2, 1]


def test_m18_is_void_when_nobody_has_more_than_two():
    assert is_void(draws("M18", soldiers=[9, 2, 2]))


def test_m18_an_interned_army_is_out_of_reach():
    assert is_void(draws("M18", soldiers=[9, 9, 2], ice_house={1: 1}))


@pytest.mark.parametrize(("card", "two", "one"), [("M02", "S11", "S23"), ("M19", "S07", "S19"), ("M20", "S15", "S03")])
def test_m19_and_m20_as_m02_move_to_one_continent_space_for_two_soldiers_or_another_for_one(card, two, one):
    for space, pay in ((two, 2), (one, 1)):
        game = draws(card, cards={0: ["Rome"]})
        assert set(game.legal_texts()) == {f"space {two}", f"space {one}"}
        game.play(f"space {space}")
        assert (game.board.space(0), game.board.soldiers[0], game.legal_texts()[:2]) == (
            space,
            10 + pay,
            ["take", "pass"],
        )


@pytest.mark.parametrize(("card", "closed", "left"), [("M19", "North America", "S19"), ("M20", "Asia", "S03")])
def test_m19_and_m20_with_one_closed_the_other_must_be_chosen(card, closed, left):
    assert draws(card, closed=closed).legal_texts() == [f"space {left}"]


@pytest.mark.parametrize(
    ("card", "spaces"),
    [("M21", ("S14", "S15", "S16", "S18", "S19", "S20")), ("M22", ("S00", "S10", "S11", "S12", "S22", "S23"))],
)
def test_m21_and_m22_as_m01_move_to_any_space_of_two_airspaces_for_one_soldier(card, spaces):
    game = draws(card)
    game.play("accept")
    assert game.legal_texts() == [f"space {space}" for space in spaces]
    game.play(f"space {spaces[1]}")
    assert (game.board.space(0), game.board.soldiers[0]) == (spaces[1], 11)


def test_amb_074_purgatory_reached_by_a_card_after_a_six_asks_for_three_throws():
    game = draws("M21", at={0: "S19"}, by_six=True)
    game.play("accept")
    game.play("space S18", "playing dice 6", "playing dice 6")
    assert game.node.name == "purgatory_throw"


def test_m23_sends_an_opponent_to_purgatory_who_acts_there():
    game = draws("M23")
    game.play("name +2")
    assert (game.seat, game.board.space(2), game.node.name) == (2, "S18", "purgatory_throw")
    game.play("playing dice 1", "playing dice 2", "playing dice 3", "purgadies life_death")
    assert game.board.in_play == [0, 1]


def test_m23_is_void_with_australasia_closed():
    assert is_void(draws("M23", closed="Australasia"))


def test_m24_donates_a_city_and_istanbul_is_one():
    game = draws("M24", cards={0: ["Rome", "Spain", "Istanbul (Turkey)", "Washington"]})
    assert game.legal_texts() == ["card Istanbul (Turkey)", "card Rome"]
    game.play("card Rome")
    game.play("name +1")
    assert game.board.cards(1) == ["Rome"]


def test_amb_132_m25_swaps_a_country_for_a_country_and_istanbul_is_one():
    game = draws("M25", cards={0: ["Rome", "Spain"], 1: ["Cairo", "Kenya", "Istanbul (Turkey)"]})
    game.play("accept")
    assert game.legal_texts() == ["card Spain"]
    game.play("card Spain")
    assert game.legal_texts() == ["card Kenya", "card Istanbul (Turkey)"]
    game.play("card Kenya")
    assert (game.board.cards(0), game.board.cards(1)) == (["Kenya", "Rome"], ["Cairo", "Istanbul (Turkey)", "Spain"])


def test_m26_loses_a_country():
    game = draws("M26", cards={0: ["Rome", "Spain", "Istanbul (Turkey)", "Anadyr"]})
    assert game.legal_texts() == ["card Istanbul (Turkey)", "card Spain"]


def test_m27_takes_a_city_of_the_pack_or_an_opponent():
    game = draws("M27", cards={1: ["Rome", "Spain"]}, pack={"Europe": ["Athens"]}, keeper=1)
    game.play("accept")
    assert {"card Rome", "card Athens", "card Istanbul (Turkey)"} <= set(game.legal_texts())
    assert not {"card Spain", "card Washington", "card Alaska", f"card {WEST}"} & set(game.legal_texts())
    game.play("card Rome")
    assert (game.board.soldiers[0], game.board.cards(0)) == (10, ["Rome"])


def test_m27_ones_own_picture_card_from_the_pack_calls_for_a_second():
    game = draws("M27", pieces={0: "Cleopatra"}, pack={"Africa": ["Cairo", "Kenya"]})
    game.play("accept")
    game.play("card Cairo", "draw Kenya")
    assert (game.board.cards(0), game.board.soldiers[0]) == (["Cairo", "Kenya"], 8)
