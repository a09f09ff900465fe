"""Stacking by the owner's choice, in every continent (WD-281, WD-288)."""

import pytest

from wd_env.world_dominance.data import load_continent_cards
from wd_env.world_dominance.names import ANTARCTICA, REGION_NAMES, STRATEGIC_POINT
from wd_env.world_dominance.position import position

OWN_TABLES = "each sentence goes over the players, seats and regions that it is about by itself"

CONTINENTS = [name for number, name in enumerate(REGION_NAMES) if number != ANTARCTICA]


def five_of(continent: str) -> list[str]:
    """Its Strategic Point and four more."""
    cards = [card for card in load_continent_cards() if REGION_NAMES[card.region] == continent]
    cards.sort(key=lambda card: not card.kind & STRATEGIC_POINT)
    return [card.title for card in cards[:5]]


def asked(continent: str, seat: int):
    """Somebody holds five of a continent, and the turn comes to that seat."""
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
    assert (game.question.name, game.seat, game.options()) == ("stack_set", seat, ["stack", "wait"])
    game.play("stack")
    assert sorted(game.stacks(seat)[continent]) == sorted(five_of(continent))
    assert (game.question.name, game.seat) == ("start_menu", seat)


@pytest.mark.parametrize("continent", CONTINENTS)
def test_wd_288_or_leave_it_in_play(continent):
    game = asked(continent, 1)
    game.play("wait")
    assert (game.stacks(1), game.question.name) == ({}, "start_menu")


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
        assert (game.question.name, game.seat) == ("stack_set", seat)
        game.play("stack")
    assert (list(game.stacks(turn)), list(game.stacks(other))) == (["Africa"], ["Europe"])
