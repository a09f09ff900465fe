"""Cards in hands, deck and discards over a turn, and what other players see of them (DOM-056 to DOM-066)."""

import pytest

from tests.games.domination.rules.test_cards import III, WILD
from tests.games.domination.tables import asked, play, table_at

CAPTURE = ("dice 1", "throw 6", "throw 1", "amount 0")


def capturing(hand=(), **options):
    """Return an attack from Brazil of seat 0 with nine armies."""
    return table_at({0: [12]}, {12: 9}, {0: list(hand)}, at="attack", **{"num_players": 2, **options})


def test_dom_056_three_captures_in_a_turn_bring_one_card():
    table = capturing()
    for target in (21, 11, 10):
        play(table, "country 12", f"country {target}", *CAPTURE)
    play(table, "pass", "pass", "card 40")
    assert table.board.hands[0] == ["card 40"]
    assert asked(table) == ("place", 1)


def test_dom_058_the_card_comes_after_the_move_and_is_not_traded_in_this_turn():
    table = play(capturing(III[:2]), "country 12", "country 21", *CAPTURE, "pass")
    assert asked(table) == ("fort_from", 0)
    play(table, "pass", III[2])
    assert table.board.hands[0] == III
    assert asked(table) == ("place", 1), "expected no trade before the next turn"


@pytest.mark.parametrize("out", [[], ["card 1", "wildcard"]])
def test_dom_059_each_card_left_is_as_likely(out):
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2, used_cards=out)
    play(table, "country 12", "country 21", *CAPTURE, "pass", "pass")
    assert table.chance_weights() == dict.fromkeys(table.board.deck, 1)
    assert len(table.board.deck) == 44 - len(out)


def test_dom_061_traded_cards_lie_apart_from_the_deck():
    table = table_at({0: [39, 40, 41, 42]}, hands={0: III}, num_players=2)
    before = table.board.deck
    play(table, "trade III")
    assert (table.board.deck, sorted(table.board.discard)) == (before, sorted(III))


def test_dom_064_without_recycling_the_last_card_is_the_last():
    table = table_at({0: [12]}, {12: 9}, {0: III}, at="attack", num_players=2, recycle=False)
    everything = [name for name in table.board.deck if name not in III]
    table = table_at({0: [12]}, {12: 9}, {0: III}, at="attack", num_players=2, recycle=False, used_cards=everything)
    play(table, "country 12", "country 21", *CAPTURE, "pass", "pass")
    assert asked(table) == ("place", 1), "expected no card to draw"
    assert (table.board.deck, len(table.board.discard)) == ([], 41)


@pytest.mark.parametrize("game_type", ["domination", "capital"])
def test_dom_065_the_turn_in_which_the_game_ends_brings_no_card(game_type):
    capitals = [12, 21] if game_type == "capital" else []
    mine = [number for number in range(1, 43) if number != 21]
    table = table_at({0: mine}, {12: 9}, at="attack", num_players=2, game_type=game_type, capitals=capitals)
    play(table, "country 12", "country 21", *CAPTURE)
    assert table.is_terminal
    assert table.board.hands[0] == []


def seen(table, seat, name):
    """Return a feature of a seat's observation."""
    return list(table.observe(seat))[table.game.layout.slice(name)]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_dom_066_others_see_how_many_cards_and_not_which(seats):
    views = []
    for hand in (III[:2], ["card 5", "card 2"]):
        table = table_at({0: [12]}, {12: 9}, {0: hand, seats - 1: ["card 20"]}, at="attack", num_players=seats)
        views.append([list(table.observe(seat)) for seat in range(seats)])
        assert seen(table, 1, "hand_size")[-1 % seats if seats < 6 else 5] == 2
    assert views[0][0] != views[1][0], "expected the owner to see the card"
    assert views[0][1:] == views[1][1:]


def test_dom_066_the_owner_sees_its_cards_by_symbol():
    hands = {0: [*III, "card 5", *WILD], 1: ["card 2", "card 8"]}
    table = table_at({0: [39, 40, 41, 42]}, hands=hands, num_players=2)
    assert (seen(table, 0, "own_cards"), seen(table, 1, "own_cards")) == ([3, 1, 0, 2], [0, 0, 2, 0])


def test_dom_066_a_set_that_is_traded_is_seen_by_all():
    table = play(table_at({0: [39, 40, 41, 42]}, hands={0: III}, num_players=2), "trade III")
    line = next(line for line in table.record().for_seat(1).lines if line.text == "trade III")
    assert line.seat == 0
    assert seen(table, 1, "discards") == [3]
