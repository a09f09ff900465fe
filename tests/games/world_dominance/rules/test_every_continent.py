"""Rules that other tests check with one continent as an example, checked for each of the six with its own cards."""

import pytest

from tests.games.world_dominance.hands import CONTINENTS
from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES

EACH = pytest.mark.parametrize("continent", CONTINENTS)
POINTS = {
    "North America": "Alaska",
    "South America": "Argentina",
    "Africa": "Mozambique",
    "Australasia": "Wellington",
    "Asia": "Anadyr",
    "Europe": "British Islands",
}
PRICES = {  # in the order of the list of the rule book
    "North America": [3, 1, 0, 1, 1, 1, 1, 1, 2, 1],
    "South America": [2, 2, 2, 2, 2, 2, 2, 1, 2, 3],
    "Africa": [1, 2, 2, 2, 2, 1, 1, 1, 2, 3],
    "Australasia": [1, 1, 1, 3, 1, 1, 2, 1, 1, 1],
    "Asia": [1, 2, 2, 2, 3, 1, 2, 2, 1, 2],
    "Europe": [1, 1, 1, 2, 2, 1, 1, 2, 3, 2],
}
EVERY_CARD = [(c, card, price) for c in CONTINENTS for card, price in zip(CONTINENTS[c], PRICES[c], strict=True)]


def others(continent, number):
    """Return the first cards of the continent without its Strategic Point."""
    return [card for card in CONTINENTS[continent] if card != POINTS[continent]][:number]


def in_order(cards):
    return sorted(cards, key=CARD_TITLES.index)


@pytest.mark.parametrize(("continent", "card", "price"), EVERY_CARD)
def test_wd_052_every_card_costs_its_printed_price_and_is_taken_from_its_own_continent(continent, card, price):
    pieces = {0: "Queen Maud"}
    game = position(pieces=pieces, pack={continent: [card]}, lands=continent)
    game.play("take", f"draw {card}")
    assert (game.board.cards(0), game.board.soldiers[0]) == ([card], 10 - price)


@EACH
def test_wd_001_the_strategic_point_and_any_other_four_win(continent):
    four = others(continent, 4)
    game = position(pieces={0: "Queen Maud"}, cards={0: four}, lands=continent)
    game.play("take", f"draw {POINTS[continent]}")
    assert game.winner == 0


@EACH
def test_wd_004_five_without_it_do_not(continent):
    five = others(continent, 5)
    game = position(pieces={0: "Queen Maud"}, cards={0: five[:4]}, lands=continent)
    game.play("take", f"draw {five[4]}")
    assert (game.winner, len(game.board.cards(0))) == (None, 5)


@EACH
def test_wd_074_the_pre_set_of_each_continent_earns_two_soldiers(continent):
    four = [POINTS[continent], *others(continent, 3)]
    game = position(pieces={0: "Queen Maud"}, cards={0: four[:3]}, lands="gain")
    game.play(f"continent dice {continent}")
    game.play("take", f"draw {four[3]}")
    assert game.board.soldiers[0] == 12


@EACH
def test_wd_137_a_card_of_each_colour_is_conceded(continent):
    held = [*others(continent, 2)]
    game = position(cards={0: held}, lands="concede")
    if game.node.name == "declare_ecuador":
        game.play("throw")
    game.play(f"continent dice {continent}")
    game.play(f"card {held[0]}")
    assert (game.board.cards(0), game.board.soldiers[0]) == ([held[1]], 10)


@EACH
def test_wd_281_five_of_each_continent_become_a_stack(continent):
    five = [POINTS[continent], *others(continent, 4)]
    game = position(pieces={0: "Queen Maud"}, variant="ten_card", cards={0: five[:4]}, lands="gain")
    game.play(f"continent dice {continent}")
    game.play("take", f"draw {five[4]}")
    assert in_order(game.board.stacks(0)[continent]) == in_order(five)
    assert game.board.soldiers[0] == 13


@EACH
def test_wd_208_a_card_of_each_colour_can_be_ceded(continent):
    card = others(continent, 1)[0]
    game = position(cards={0: [card]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play(f"card {card}", "draw Antarctica East")
    assert (game.board.cards(0), card in game.board.pack) == (["Antarctica East"], True)


@EACH
def test_wd_240_three_neighbours_of_each_continent_earn_a_soldier(continent):
    three = CONTINENTS[continent][:3]
    game = position(cards={0: three})
    game.play(f"run {three[0]}")
    game.play("length 3")
    assert game.board.soldiers[0] == 11


@EACH
def test_wd_246_with_each_continent_closed_its_cards_make_no_run(continent):
    three = CONTINENTS[continent][:3]
    game = position(cards={0: three}, closed=continent)
    assert f"run {three[0]}" not in game.legal_texts()


@EACH
def test_wd_250_on_each_closed_continent_space_nothing_is_paid(continent):
    game = position(closed=continent, lands=continent)
    assert (game.board.soldiers, game.board.garrison, game.board.turn) == ([10, 10, 10], 70, 1)


@pytest.mark.parametrize("continent", [c for c in CONTINENTS if c != "South America"])
def test_wd_254_with_each_continent_closed_its_colour_costs_nothing_on_concede(continent):
    game = position(cards={0: others(continent, 1)}, closed=continent, lands="concede")
    game.play(f"continent dice {continent}")
    assert (game.board.cards(0), game.board.soldiers[0]) == (others(continent, 1), 10)


@pytest.mark.parametrize("continent", [c for c in CONTINENTS if c != "North America"])
def test_wd_254_with_each_continent_closed_its_colour_brings_nothing_on_gain(continent):
    game = position(closed=continent, lands="gain")
    game.play(f"continent dice {continent}")
    assert (game.board.cards(0), game.board.turn) == ([], 1)


@EACH
def test_wd_253_the_cards_of_each_closed_continent_cannot_be_taken(continent):
    card = others(continent, 1)[0]
    game = position(cards={1: [card, "Antarctica East"]}, closed=continent, queue=["M13", "M26"], lands="S01")
    offered = {title.removeprefix("card ") for title in game.legal_texts()}
    assert not offered & {*CONTINENTS[continent]}
    assert "Antarctica East" in offered


@EACH
def test_wd_255_soldiers_are_forfeited_to_the_zone_unless_europe_is_closed(continent):
    game = position(closed=continent, queue=["M16", "M26"], lands="S01")
    assert (game.board.soldiers[0], game.board.rsz) == ((10, 0) if continent == "Europe" else (8, 2))


@EACH
def test_wd_061_each_continent_is_crossed_to_only_while_it_has_cards(continent):
    opposite = dict(zip(OPPOSITES, OPPOSITES[::-1], strict=True))[continent]
    assert "jetstream" in position(lands=opposite).legal_texts()
    assert (
        "jetstream"
        not in position(cards={0: CONTINENTS[continent][:4]}, pack={continent: []}, lands=opposite).legal_texts()
    )


# The first and the last are opposites, and so on.
OPPOSITES = ("Europe", "North America", "South America", "Asia", "Australasia", "Africa")


@EACH
def test_wd_292_each_completed_continent_earns_three_soldiers_whichever_it_is(continent):
    ten = CONTINENTS[continent]
    game = position(
        pieces={0: "Queen Maud"}, variant="two_set", cards={0: ten[:9]}, reinforcements_used=[0], lands="gain"
    )
    game.play(f"continent dice {continent}")
    game.play("take", f"draw {ten[9]}")
    assert (game.board.soldiers[0], game.board.completed(0).keys()) == (13, {continent})


@pytest.mark.parametrize(("continent", "card", "price"), EVERY_CARD)
def test_wd_137_every_card_is_lost_to_its_colour(continent, card, price):
    game = position(cards={0: [card]}, lands="concede")
    if game.node.name == "ecuador":
        game.play("throw")
    game.play(f"continent dice {continent}")
    assert (game.node.name, game.legal_texts()) == ("concede", [f"card {card}"])
