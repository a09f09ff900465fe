"""Kinds of sets and their values, system by system (DOM-069 to DOM-099)."""

from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest

from tests.games.domination.rules.test_cards import AAA, CCC, EVERY, ICA, III, WILD, gained, trading
from tests.games.domination.tables import asked, play, table_at
from wd_env.games.domination.definitions import rule_constants

SYMBOLS = range(rule_constants.SYMBOL_COUNT)
NO_SET = 0


def kinds_in(*cards):
    """Return the kinds of sets that these symbols contain."""
    have = [cards.count(symbol) for symbol in SYMBOLS]
    takes = [rule_constants.SET_CARDS[4 * kind : 4 * kind + 4] for kind in range(rule_constants.SET_KINDS)]
    return [kind for kind, wants in enumerate(takes) if all(h >= w for h, w in zip(have, wants, strict=True))]


def three_wildcards(tmp_path):
    """Return the path of a deck that has three wildcards."""
    data = Path(rule_constants.__file__).parents[1] / "data"
    cards = (data / "classic.cards").read_text("utf-8").replace("wildcard\n", "wildcard\nwildcard\n", 1)
    (tmp_path / "many.cards").write_text(cards, "utf-8")
    return str(tmp_path / "many.cards")


@pytest.mark.parametrize("values", EVERY)
def test_dom_069_three_cavalry_are_a_set(values):
    assert "trade CCC" in trading(CCC, card_values=values).legal_texts()


@pytest.mark.parametrize("values", EVERY)
def test_dom_070_three_cannon_are_a_set(values):
    assert "trade AAA" in trading(AAA, card_values=values).legal_texts()


@pytest.mark.parametrize("values", EVERY)
@pytest.mark.parametrize("hand", list(permutations(ICA)))
def test_dom_071_one_of_each_is_a_set_in_any_order(hand, values):
    brings = {"increasing": 4, "fixed": 10, "italian": 10}[values]
    assert gained(trading(list(hand), card_values=values), "trade ICA") == brings


def test_dom_074_nothing_is_traded_while_attacks_go_on():
    table = table_at({0: [12]}, {12: 5}, {0: III}, at="attack", num_players=2)
    assert not [text for text in table.legal_texts() if text.startswith("trade")]
    play(table, "country 12", "country 21")
    assert not [text for text in table.legal_texts() if text.startswith("trade")]


@pytest.mark.parametrize(("values", "most_wild"), [("increasing", 5), ("fixed", 5), ("italian", 2)])
def test_dom_078_any_five_cards_hold_a_set(values, most_wild):
    for hand in combinations_with_replacement(SYMBOLS, rule_constants.MUST_TRADE):
        if hand.count(rule_constants.WILD) <= most_wild:
            kinds = kinds_in(*hand)
            worth = [kind for kind in kinds if values != "italian" or rule_constants.ITALIAN_VALUES[kind] > NO_SET]
            assert worth, hand


def test_dom_080_the_first_nine_increasing_values():
    values = [gained(trading(III, traded=traded), "trade III") for traded in range(9)]
    assert values == [4, 6, 8, 10, 12, 15, 20, 25, 30]


@pytest.mark.parametrize(("traded", "value"), [(0, 4), (5, 15), (26, 120), (28, 127)])
def test_dom_080_every_seat_sees_what_the_next_set_brings_up_to_the_largest_number(traded, value):
    table = table_at({0: [39, 40, 41, 42]}, num_players=2, traded=traded)
    for seat in range(2):
        assert list(table.observe(seat))[table.game.layout.slice("set_value")] == [value]


def test_dom_083_fixed_three_cavalry_bring_six():
    assert gained(trading(CCC, card_values="fixed"), "trade CCC") == 6


def test_dom_084_fixed_three_cannon_bring_eight():
    assert gained(trading(AAA, card_values="fixed"), "trade AAA") == 8


def test_dom_085_fixed_one_of_each_brings_ten():
    assert gained(trading(ICA, card_values="fixed"), "trade ICA") == 10


def test_dom_086_fixed_three_wildcards_bring_twelve(tmp_path):
    table = table_at(
        {0: [39, 40, 41, 42]},
        hands={0: [*WILD, "wildcard copy 3"]},
        num_players=2,
        card_values="fixed",
        cards=three_wildcards(tmp_path),
    )
    assert gained(table, "trade WWW") == 12


@pytest.mark.parametrize(("pair", "kind", "value"), [(III[:2], "WII", 4), (CCC[:2], "WCC", 6), (AAA[:2], "WAA", 8)])
def test_dom_087_fixed_a_wildcard_with_a_pair_is_a_third_of_it(pair, kind, value):
    assert gained(trading([WILD[0], *pair], card_values="fixed"), f"trade {kind}") == value


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ([WILD[0], III[0], CCC[0]], "WIC"),
        ([WILD[0], III[0], AAA[0]], "WIA"),
        ([WILD[0], CCC[0], AAA[0]], "WCA"),
        ([*WILD, III[0]], "WWI"),
        ([*WILD, CCC[0]], "WWC"),
        ([*WILD, AAA[0]], "WWA"),
    ],
)
def test_dom_088_fixed_other_wildcards_count_as_one_of_each(hand, kind):
    assert gained(trading(hand, card_values="fixed"), f"trade {kind}") == 10


def test_dom_089_italian_three_cannon_bring_four():
    assert gained(trading(AAA, card_values="italian"), "trade AAA") == 4


def test_dom_090_italian_three_infantry_bring_six():
    assert gained(trading(III, card_values="italian"), "trade III") == 6


def test_dom_091_italian_three_cavalry_bring_eight():
    assert gained(trading(CCC, card_values="italian"), "trade CCC") == 8


def test_dom_092_italian_one_of_each_brings_ten():
    assert gained(trading(ICA, card_values="italian"), "trade ICA") == 10


@pytest.mark.parametrize(("pair", "kind"), [(III[:2], "WII"), (CCC[:2], "WCC"), (AAA[:2], "WAA")])
def test_dom_093_italian_a_wildcard_with_a_pair_brings_twelve(pair, kind):
    assert gained(trading([WILD[0], *pair], card_values="italian"), f"trade {kind}") == 12


@pytest.mark.parametrize(
    "hand",
    [
        [WILD[0], III[0], CCC[0]],
        [WILD[0], III[0], AAA[0]],
        [WILD[0], CCC[0], AAA[0]],
        [*WILD, III[0]],
        [*WILD, CCC[0]],
        [*WILD, AAA[0]],
    ],
)
def test_dom_094_italian_other_wildcards_are_no_set(hand):
    assert asked(trading(hand, card_values="italian")) == ("place", 0)


def test_dom_094_italian_three_wildcards_are_no_set(tmp_path):
    hand = [*WILD, "wildcard copy 3"]
    cards = three_wildcards(tmp_path)
    table = table_at({0: [39, 40, 41, 42]}, hands={0: hand}, num_players=2, card_values="italian", cards=cards)
    assert asked(table) == ("place", 0)


@pytest.mark.parametrize("traded", [0, 1, 7])
def test_dom_095_italian_values_never_change(traded):
    hand = [*ICA, "card 3", "card 6", "card 8"]
    table = trading(hand, card_values="italian", traded=traded)
    assert [gained(table, "trade ICA"), gained(table, "trade ICA")] == [10, 10]


@pytest.mark.parametrize("values", EVERY)
def test_dom_097_a_set_that_shows_an_own_country_brings_two_armies_more(values):
    table = table_at({0: [12]}, num_players=2)
    symbols = dict(zip(table.board.deck, table.state.card_symbol, strict=True))
    alike = [card for card, symbol in symbols.items() if symbol == symbols["card 12"] and card != "card 12"]
    table = table_at({0: [12]}, {12: 3}, {0: ["card 12", *alike[:2]]}, num_players=2, card_values=values)
    assert play(table, f"trade {'ICA'[symbols['card 12']] * 3}").board.armies[12] == 5


@pytest.mark.parametrize("values", ["increasing", "fixed"])
def test_dom_099_one_bonus_a_set_however_many_countries_it_shows(values):
    table = table_at({0: [1, 3, 4]}, hands={0: III}, num_players=2, card_values=values)
    before = sum(table.board.armies.values())
    play(table, "trade III", "country 3")
    assert sum(table.board.armies.values()) == before + 2
    assert asked(table) == ("place", 0)
