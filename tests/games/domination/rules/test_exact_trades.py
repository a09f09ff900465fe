"""Sets whose cards are named one after another: with `trade_mode="exact"` the player chooses their order (DOM-100)."""

import random

import pytest

from tests.games.domination.map_texts import SMALL, SMALL_DECK, write
from tests.games.domination.rules.test_cards import CCC, FAR, ICA, III, WILD
from tests.games.domination.tables import asked, play, table_at
from wd_env.games.domination.check_state import check_state
from wd_env.games.domination.definitions.actions import SET_NAMES

NAMED = "trade WWW"  # a wildcard
VALUES = ("increasing", "fixed", "italian")
SOUTH = {"Peru": 11, "Brazil": 12, "Argentina": 13}  # cavalry, cannon, infantry


def trading(hand, **options):
    """Return a game in which seat 0 holds only Australia and these cards, at the beginning of its turn."""
    return table_at({0: FAR}, hands={0: hand}, **{"num_players": 2, "trade_mode": "exact", **options})


def named(text):
    """Return the action that names a card."""
    return NAMED if text.startswith("wildcard") else f"country {text.split()[1]}"


@pytest.mark.parametrize("values", ["increasing", "fixed"])
@pytest.mark.parametrize(
    ("order", "gains"), [(("Peru", "Brazil", "Argentina"), 12), (("Argentina", "Peru", "Brazil"), 13)]
)
def test_dom_100_the_first_own_country_in_the_order_of_naming_gets_the_armies(order, gains, values):
    table = table_at(
        {0: [12, 13, 42]}, {12: 3, 13: 3},
        {0: [f"card {number}" for number in SOUTH.values()]},
        num_players=2, trade_mode="exact", card_values=values,
    )  # fmt: skip
    play(table, *(f"country {SOUTH[name]}" for name in order))
    assert {number: table.board.armies[number] for number in (12, 13)} == {12: 3, 13: 3} | {gains: 5}
    assert asked(table) == ("place", 0)


def test_dom_102_in_the_later_program_each_own_country_shown_brings_two_freely():
    table = table_at(
        {0: [12, 13, 42]}, None, {0: [f"card {number}" for number in SOUTH.values()]},
        num_players=2, trade_mode="exact", card_values="italian", italian_bonus="free_each",
    )  # fmt: skip
    before = table.board.stock[0]
    play(table, "country 11", "country 12", "country 13")
    assert (table.board.stock[0] - before, table.board.armies[12], table.board.armies[13]) == (10 + 2 * 2, 1, 1)


def test_only_cards_that_can_make_a_set_are_offered_and_a_set_begun_is_finished():
    table = trading([*III, "card 5"])
    assert set(table.legal_texts()) == {"pass", "country 1", "country 3", "country 4"}
    play(table, "country 3")
    assert set(table.legal_texts()) == {"country 1", "country 4"}
    assert (table.board.hands[0], table.board.discard) == (["card 1", "card 4", "card 5"], ["card 3"])
    check_state(table.state)
    play(table, "country 4", "country 1")
    assert (table.board.hands[0], table.board.discard) == (["card 5"], III)
    assert (table.state.sets_traded, table.state.picked) == (1, [0, 0, 0, 0])


@pytest.mark.parametrize("values", ["increasing", "fixed"])
def test_dom_077_with_five_cards_a_set_must_be_begun(values):
    assert "pass" not in trading([*III, "card 5", "card 6"], card_values=values).legal_texts()
    assert "pass" in trading([*III, "card 5", "card 6"], card_values=values, max_hand="none").legal_texts()


def test_dom_107_a_forced_trade_goes_on_card_by_card_until_fewer_than_five_are_left():
    table = table_at(
        {0: [12], 1: [21]}, {12: 9}, {0: [*III, "card 9"], 1: [*CCC, "card 8"]},
        at="attack", num_players=3, trade_mode="exact",
    )  # fmt: skip
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    for number in (1, 3, 4):
        assert (asked(table), "pass" in table.legal_texts()) == (("trade", 0), False)
        play(table, f"country {number}")
    assert (asked(table), "pass" in table.legal_texts()) == (("trade", 0), False), (
        "expected a trade without a pass, because five cards are left"
    )
    play(table, "country 5", "country 6", "country 7")
    assert asked(table) == ("place", 0)


@pytest.mark.parametrize("hand", [[*WILD, "card 1"], [WILD[0], "card 1", "card 5"], ICA], ids=str)
def test_a_wildcard_is_named_by_the_last_kind_of_set(hand):
    table = trading(hand, card_values="fixed")
    before = table.board.stock[0]
    play(table, *(named(text) for text in hand))
    assert (table.board.stock[0] - before, table.board.hands[0]) == (10, [])


@pytest.mark.thinned(4)
@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("seed", range(25))
def test_every_kind_of_set_that_a_hand_holds_can_be_named_and_brings_the_same(values, seed):
    rng = random.Random(f"{values} {seed}")
    deck = trading([]).board.deck
    hand = rng.sample([*deck[:20], *WILD], rng.randint(3, 7))
    by_kind = {}
    kinds = table_at({0: FAR}, hands={0: hand}, num_players=2, card_values=values)
    if asked(kinds) == ("trade", 0):
        for text in kinds.legal_texts():
            if text != "pass":
                copy = kinds.copy()
                by_kind[text.split()[1]] = play(copy, text).board.stock[0]
    exact, found = trading(hand, card_values=values), {}
    if asked(exact) == ("trade", 0):
        _name_all(exact, [], found)
    assert found == by_kind


def _name_all(table, named_so_far, found):
    """Name cards in every order, and record the armies to place after each kind of set."""
    if len(named_so_far) == 3:
        found["".join(sorted(named_so_far, key="WICA".index))] = table.board.stock[0]
        return
    for text in table.legal_texts():
        if text != "pass":
            copy, before = table.copy(), list(table.state.picked)
            copy.play(text)
            is_last = len(named_so_far) == 2
            symbol = _last_symbol(table, text) if is_last else _added(before, copy.state.picked)
            _name_all(copy, [*named_so_far, symbol], found)


def _added(before, after):
    return next("ICAW"[i] for i in range(4) if after[i] > before[i])


def _last_symbol(table, text):
    if text == NAMED:
        return "W"
    s = table.state
    return "ICA"[s.card_symbol[s.card_country.index(int(text.split()[1]) - 1)]]


def test_the_letters_of_a_set_are_in_this_order():
    assert all(list(name) == sorted(name, key="WICA".index) for name in SET_NAMES)


def test_of_several_cards_of_one_country_the_first_that_fits_is_meant(tmp_path):
    deck = SMALL_DECK.replace("Cavalry 2\n", "Cavalry 1\n")
    path = str(write(tmp_path, SMALL, deck))
    hand = ["card 1", "card 1 copy 2", "card 4"]  # infantry, cavalry, infantry
    table = table_at({0: [5, 6]}, hands={0: [*hand, "card 6"]}, num_players=2, map=path, trade_mode="exact")
    assert play(table.copy(), "country 4", "country 6", "country 1").board.hands[0] == ["card 1"], (
        "expected a set with the cavalry"
    )
    play(table, "country 1", "country 1")
    assert table.board.hands[0] == ["card 4", "card 6"]
    assert table.legal_texts() == ["country 6"], "expected a cannon after infantry and cavalry"


@pytest.mark.parametrize("seat", [0, 1])
def test_named_cards_are_public(seat):
    table = play(trading([*III, *WILD]), "country 3", NAMED)
    view = table.observe(seat)
    assert list(view[table.game.layout.slice("picked")]) == [1, 0, 0, 1]
    assert [n + 1 for n, shown in enumerate(view[table.game.layout.slice("set_countries")]) if shown] == [3]
    assert not any(play(table, "country 1").observe(seat)[table.game.layout.slice("picked")])
