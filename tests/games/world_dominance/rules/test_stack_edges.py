"""Stacking by the owner's choice, in every continent (WD-281, WD-288)."""

import pytest

from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, REGION_NAMES, STRATEGIC_POINT
from wd_env.games.world_dominance.position import position
from wd_env.table.saved_table import table_from_json

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

CONTINENTS = [name for number, name in enumerate(REGION_NAMES) if number != ANTARCTICA]


def five_of(continent: str) -> list[str]:
    """Return the Strategic Point of a continent and four more of its cards."""
    cards = [card for card in load_continent_cards() if REGION_NAMES[card.region] == continent]
    cards.sort(key=lambda card: not card.kind & STRATEGIC_POINT)
    return [card.title for card in cards[:5]]


def asked(continent: str, seat: int):
    """Return a game in which the seat holds five cards of a continent and its turn begins."""
    before = (seat - 1) % 3
    game = position(
        variant="ten_card", manual_stacking=True, cards={seat: five_of(continent)}, turn=before, lands="ice_house"
    )
    game.play("rest")
    return game


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("continent", CONTINENTS)
def test_wd_281_the_owner_of_a_set_of_any_continent_may_stack_it_when_the_turn_begins(continent, seat):
    game = asked(continent, seat)
    assert (game.node.name, game.seat, game.legal_texts()) == ("stack_set", seat, ["stack", "wait"])
    assert set(game.mask()) == {0, 1}
    game.play("stack")
    assert sorted(game.board.stacks(seat)[continent]) == sorted(five_of(continent))
    assert (game.node.name, game.seat) == ("start_menu", seat)


@pytest.mark.parametrize("continent", CONTINENTS)
def test_wd_288_or_leave_it_in_play(continent):
    game = asked(continent, 1)
    game.play("wait")
    assert (game.board.stacks(1), game.node.name) == ({}, "start_menu")


@pytest.mark.parametrize("turn", range(3))
def test_wd_281_two_who_complete_their_sets_by_one_swap_are_both_asked(turn):
    other = (turn + 1) % 3
    black, blue = five_of("Africa"), five_of("Europe")
    hands = {turn: [*black[:4], blue[4]], other: [*blue[:4], black[4]]}
    options = {"variant": "ten_card", "manual_stacking": True}
    game = position(cards=hands, turn=turn, queue=["M14", "M08"], lands="S01", **options)
    for answer in ("accept", f"card {blue[4]}", f"card {black[4]}"):
        game.play(answer)
    for seat in (turn, other):
        assert (game.node.name, game.seat) == ("stack_set", seat)
        game.play("stack")
    assert (list(game.board.stacks(turn)), list(game.board.stacks(other))) == (["Africa"], ["Europe"])


def test_wd_281_of_two_with_new_sets_the_first_after_the_turn_is_asked_first_not_after_who_swapped():
    black, blue = five_of("Africa"), five_of("Europe")
    hands = {1: [*black[:4], blue[4]], 2: [*blue[:4], black[4]]}
    options = {"variant": "ten_card", "manual_stacking": True}
    game = position(cards=hands, queue=["M09", "M14", "M08"], at={1: "S10", 2: "S10"}, lands="S01", **options)
    for answer in ("name +2", "space S09", "accept", f"card {black[4]}", f"card {blue[4]}"):
        game.play(answer)
    for seat in (1, 2):
        assert (game.node.name, game.seat) == ("stack_set", seat)
        game.play("wait")


def test_wd_292_the_bonus_of_a_continent_is_that_of_whoever_completes_it():
    """Let P1, who has had a bonus for Europe before, give P2 the tenth card of it by a swap."""
    europe = [card.title for card in load_continent_cards() if REGION_NAMES[card.region] == "Europe"]
    nine = [title for title in europe if title != "Rome"]
    game = position(cards={0: ["Rome"], 1: [*nine, "Cairo"]}, queue=["M14", "M08"], lands="S01", variant="two_set")
    data = game.to_json()
    data["state"]["fields"]["set_paid"][0] |= 1 << REGION_NAMES.index("Europe")
    game = table_from_json(data, game.game, chance="explicit")
    for answer in ("accept", "card Rome", "card Cairo"):
        game.play(answer)
    assert (list(game.board.completed(1)), game.board.soldiers[:2]) == (["Europe"], [10, 13])


def test_wd_001_in_the_game_for_five_cards_nothing_is_laid_aside():
    europe = [card.title for card in load_continent_cards() if REGION_NAMES[card.region] == "Europe"]
    nine = [title for title in europe if title != "Rome"]
    game = position(cards={0: nine, 1: ["Rome"]}, queue=["M13", "M08"], lands="S01")
    game.play("card Rome")
    assert (game.winner, game.board.completed(0), sum(game.view(1).feature("in_set"))) == (0, {}, 0)
