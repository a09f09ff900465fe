"""Cards: sets, values, duties to trade, the country bonus, the deck (DOM-055 to DOM-112)."""

import pytest

from tests.games.domination.tables import asked, play, table_at

EVERY = ("increasing", "fixed", "italian")
III = ["card 1", "card 3", "card 4"]  # Alaska, Alberta, Western United States
CCC = ["card 5", "card 6", "card 7"]
AAA = ["card 2", "card 8", "card 9"]
ICA = ["card 1", "card 5", "card 2"]
WILD = ["wildcard", "wildcard copy 2"]
FAR = [39, 40, 41, 42]  # Australia, with no card of the hand; worth 3 + 2 armies


def trading(hand, **options):
    """Return a game in which seat 0 holds only Australia and these cards, at the beginning of its turn."""
    return table_at({0: FAR}, hands={0: hand}, **{"num_players": 2, **options})


def gained(table, answer):
    """Return the new armies from a trade."""
    before = table.board.stock[0]
    table.play(answer)
    return table.board.stock[0] - before


def test_dom_047_without_a_set_the_turn_opens_with_placing():
    assert asked(trading(["card 1", "card 3", "card 5"])) == ("place", 0)
    assert asked(trading(ICA)) == ("trade", 0)


def test_dom_067_a_trade_hands_in_three_cards_and_they_are_discards():
    table = trading([*III, "card 5"])
    deck = table.board.deck
    play(table, "trade III")
    assert table.board.hands[0] == ["card 5"]
    assert table.state.hand_size[0] == 1
    assert table.board.discard == III
    assert table.board.deck == deck


@pytest.mark.parametrize("values", EVERY)
@pytest.mark.parametrize(("hand", "kind"), [(III, "III"), (CCC, "CCC"), (AAA, "AAA"), (ICA, "ICA")])
def test_dom_068_three_alike_or_one_of_each_are_a_set(values, hand, kind):
    assert set(trading(hand, card_values=values).legal_texts()) == {"pass", f"trade {kind}"}


@pytest.mark.parametrize("values", ["increasing", "fixed"])
def test_dom_072_a_wildcard_stands_for_any_symbol(values):
    for hand, kind in (
        ([WILD[0], "card 1", "card 5"], "WIC"),
        ([WILD[0], "card 1", "card 3"], "WII"),
        ([*WILD, "card 1"], "WWI"),
    ):
        assert set(trading(hand, card_values=values).legal_texts()) == {"pass", f"trade {kind}"}


@pytest.mark.parametrize("values", EVERY)
def test_dom_073_two_of_one_and_one_of_another_are_no_set(values):
    assert asked(trading(["card 1", "card 3", "card 5"], card_values=values)) == ("place", 0)


def test_dom_075_several_sets_may_follow_each_other():
    table = trading([*III, *CCC])
    play(table, "trade III", "trade CCC")
    assert asked(table) == ("place", 0)
    assert table.board.hands[0] == []


def test_dom_076_with_four_cards_one_may_decline():
    assert "pass" in trading([*ICA, "card 8"]).legal_texts()


@pytest.mark.parametrize("values", ["increasing", "fixed"])
def test_dom_077_with_five_cards_a_set_must_be_traded(values):
    assert "pass" not in trading([*III, "card 5", "card 6"], card_values=values).legal_texts()
    six = play(trading([*III, *CCC], card_values=values), "trade III")
    assert set(six.legal_texts()) == {"pass", "trade CCC"}


@pytest.mark.parametrize(("traded", "value"), [*enumerate((4, 6, 8, 10, 12, 15, 20, 25, 30)), (49, 235), (199, 985)])
def test_dom_081_increasing_values_have_no_end(traded, value):
    assert gained(trading(III, traded=traded), "trade III") == value


def test_dom_079_every_trade_of_anybody_counts():
    table = trading([*III, *CCC])
    assert gained(table, "trade III") == 4
    assert gained(table, "trade CCC") == 6


@pytest.mark.parametrize(
    ("hand", "kind", "fixed", "italian"),
    [
        (III, "III", 4, 6),
        (CCC, "CCC", 6, 8),
        (AAA, "AAA", 8, 4),
        (ICA, "ICA", 10, 10),
        (["wildcard", "card 1", "card 3"], "WII", 4, 12),
        (["wildcard", "card 5", "card 6"], "WCC", 6, 12),
        (["wildcard", "card 2", "card 8"], "WAA", 8, 12),
        (["wildcard", "card 1", "card 5"], "WIC", 10, 0),
        ([*WILD, "card 1"], "WWI", 10, 0),
        ([*WILD, "card 2"], "WWA", 10, 0),
    ],
)
def test_dom_082_fixed_and_italian_values(hand, kind, fixed, italian):
    assert gained(trading(hand, card_values="fixed"), f"trade {kind}") == fixed
    table = trading(hand, card_values="italian")
    if italian:
        assert gained(table, f"trade {kind}") == italian
    else:
        assert asked(table) == ("place", 0)


def test_dom_096_italian_knows_no_duty_to_trade():
    assert "pass" in trading([*III, *CCC, *AAA], card_values="italian").legal_texts()


@pytest.mark.parametrize("values", EVERY)
def test_dom_098_a_country_shown_gets_two_armies_at_once(values):
    table = table_at({0: [1, 40]}, {1: 3}, {0: ICA}, num_players=2, card_values=values)
    new = table.board.stock[0]
    play(table, "trade ICA")
    assert table.board.armies[1] == 5
    assert table.board.stock[0] - new == {"increasing": 4, "fixed": 10, "italian": 10}[values]


@pytest.mark.parametrize("place", [1, 3, 4])
def test_dom_100_of_several_countries_shown_one_is_chosen(place):
    table = table_at({0: [1, 3, 4]}, hands={0: III}, num_players=2)
    play(table, "trade III")
    assert table.node.name == "bonus_where"
    assert table.legal_texts() == ["country 1", "country 3", "country 4"]
    play(table, f"country {place}")
    assert {number for number in (1, 3, 4) if table.board.armies[number] == 3} == {place}


def test_dom_101_wildcards_earn_no_bonus():
    table = trading([WILD[0], "card 1", "card 3"])
    before = sum(table.board.armies.values())
    play(table, "trade WII")
    assert sum(table.board.armies.values()) == before


def test_dom_102_free_each_adds_two_for_each_country_to_the_stock():
    table = table_at({0: [1, 2, 5]}, hands={0: ICA}, num_players=2, card_values="italian", italian_bonus="free_each")
    assert gained(table, "trade ICA") == 16
    assert {table.board.armies[number] for number in (1, 2, 5)} == {1}


def test_dom_103_armies_of_a_set_join_those_to_place():
    table = table_at({0: [39, 40, 41]}, hands={0: III}, num_players=2)
    assert play(table, "trade III").board.stock[0] == 3 + 4


@pytest.mark.parametrize(("recycle", "left"), [(True, (3, 0)), (False, (0, 3))])
def test_dom_063_with_no_card_left_a_set_becomes_the_deck_where_agreed(recycle, left):
    table = trading(III, recycle=recycle)
    s = table.state
    s.card_at = [3 + 1 if at == 0 else at for at in s.card_at]
    s.hand_size[1] = s.card_at.count(4)
    play(table, "trade III")
    assert (len(table.board.deck), len(table.board.discard)) == left


def test_dom_099_a_country_that_a_set_shows_twice_is_shown_once(tmp_path):
    (tmp_path / "twice.cards").write_text("[cards]\nInfantry 1\nInfantry 1\nInfantry 3\n", "utf-8")
    names = table_at({0: [1, 40]}, num_players=2, cards=str(tmp_path / "twice.cards")).board.deck
    table = table_at({0: [1, 40]}, hands={0: names}, num_players=2, cards=str(tmp_path / "twice.cards"))
    play(table, "trade III")
    assert asked(table) == ("place", 0)
    assert table.board.armies[1] == 1 + 2


def test_dom_097_of_cards_alike_one_that_shows_an_own_country_is_handed_in():
    table = table_at({0: [13, 40]}, hands={0: [*III, "card 13"]}, num_players=2)
    play(table, "trade III")
    assert table.board.armies[13] == 1 + 2
    assert table.board.hands[0] == ["card 4"]
