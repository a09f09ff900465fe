"""Rules about a card hold for every card of its kind."""

import pytest

from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, CITY, COUNTRY, STATE, STRATEGIC_POINT
from wd_env.games.world_dominance.position import position

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

COLOURED = [card for card in load_continent_cards() if card.region != ANTARCTICA]
DRAWN = {"purgadies strategic_point": STRATEGIC_POINT, "purgadies city": CITY, "purgadies country": COUNTRY}
FOUR_WHITE = [CARD_TITLES[card] for card in (20, 21, 23, 24)]
SOUTH_POLE = CARD_TITLES[22]


@pytest.mark.parametrize("title", [card.title for card in COLOURED])
def test_wd_201_any_coloured_card_is_enough_to_enter_antarctica(title):
    assert "antarctica" in position(cards={0: [title]}, lands="Australasia").legal_texts()


@pytest.mark.parametrize(("title", "kind"), [(card.title, card.kind) for card in COLOURED if card.kind != STATE])
def test_wd_162_who_has_any_card_that_a_purgadies_card_can_name_pays_no_soldier_for_another_kind(title, kind):
    game = position(soldiers=4, cards={0: [title]}, at={0: "S00"}, lands="purgatory")
    for _ in range(3):
        game.play("playing dice 1")
    game.play(next(drawn for drawn, kinds in DRAWN.items() if kinds & kind == 0))
    assert (game.board.soldiers[0], game.board.cards(0)) == (4, [title])


@pytest.mark.parametrize("title", CARD_TITLES)
def test_wd_137_whatever_card_one_holds_no_soldier_is_paid_for_another_colour(title):
    region = next(card.region for card in load_continent_cards() if card.title == title)
    game = position(soldiers=4, cards={0: [title]}, lands="concede")
    if game.node.name == "ecuador":
        game.play("throw")
    game.play("continent dice " + ("Africa" if region != 3 else "Asia"))
    assert (game.board.soldiers[0], game.board.cards(0)) == (4, [title])


def test_wd_235_a_card_that_takes_a_city_never_leads_to_the_south_pole():
    game = position(cards={0: [*FOUR_WHITE, "Rome"]}, queue=["M27", "M08"], lands="S01")
    game.play("accept")
    assert f"card {SOUTH_POLE}" not in game.legal_texts()


def test_wd_235_with_four_white_cards_and_no_city_to_be_had_it_is_void():
    cities = [card.title for card in COLOURED if card.kind & CITY]
    game = position(cards={0: FOUR_WHITE, 1: cities}, ice_house={1: 2}, queue=["M27", "M08"], lands="S01")
    assert (game.node.name, game.board.turn) == ("start_menu", 2)
