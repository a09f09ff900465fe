"""The check of a saved state: what is counted twice must agree, and what lies on the table must be possible."""

from typing import Any

from wd_env.core.check import check_ranges, demand
from wd_env.domination.numbers import (
    BY_MISSION,
    CAPITAL_GAME,
    DISCARD,
    EXACT,
    HANDS,
    MISSION_GAME,
    MOST_DICE,
    NOBODY,
    NOWHERE,
    SEATS,
)
from wd_env.domination.questions import (
    CAPITAL,
    CLAIM,
    DEAL,
    DRAW_MISSION,
    FIRST_AUTOMATIC,
    FIRST_SEAT,
    LAST_AUTOMATIC,
    OCCUPY,
    OVER,
    SCATTER,
    SETUP_PLACE,
)

BEFORE_TURNS = (CLAIM, SETUP_PLACE, CAPITAL, FIRST_SEAT, DRAW_MISSION, DEAL, SCATTER)
BEFORE_COUNTRIES = (CLAIM, FIRST_SEAT, DRAW_MISSION, DEAL)


def check_state(s: Any) -> None:
    """StateError, naming the first thing that cannot be."""
    seats, countries = range(s.seats), range(len(s.armies))
    places = (*countries, NOWHERE)
    switches = (0, 1)
    check_ranges(
        s,
        {
            "question": [code for code in range(OVER + 1) if not FIRST_AUTOMATIC <= code <= LAST_AUTOMATIC],
            "seat": seats,
            "turn": seats,
            "first": seats,
            "in_play": switches,
            "won": switches,
            "truncated": switches,
            "ended_by": range(BY_MISSION + 1),
            "removed_by": (*seats, NOBODY),
            "out_after": seats,
            "capital": places,
            "mission": (*range(len(s.mission_target)), NOWHERE),
            "holder": (*seats, NOBODY),
            "card_at": range(HANDS + s.seats),
            "shown": places,
            "origin": places,
            "target": places,
            "dice": range(MOST_DICE + 1),
            "defence": range(MOST_DICE + 1),
            "rolled": switches,
            "rolls_on": switches,
            "forced": switches,
            "captured": switches,
            "goes_on": range(s.continue_after_win + 1),
        },
    )
    _check_board(s)
    _check_cards(s)
    _check_end(s)
    _check_secrets(s)


def _check_board(s: Any) -> None:
    held = [s.holder.count(seat) for seat in range(SEATS)]
    demand(s.held == held, f"held is {s.held}; on the board are {held}")
    is_early = s.question in BEFORE_TURNS
    for seat in range(SEATS):
        is_in = seat < s.seats and (is_early or held[seat] > 0)
        demand(s.in_play[seat] == int(is_in), f"in_play is {s.in_play} where seats hold {held} countries")
        is_out = seat < s.seats and not is_in
        demand((s.removed_by[seat] != NOBODY) == is_out, f"removed_by is {s.removed_by} where seats hold {held}")
    if s.question not in BEFORE_COUNTRIES:
        demand(NOBODY not in s.holder, "a country is nobody's after the set-up")
    for country, armies in enumerate(s.armies):
        is_empty = s.holder[country] == NOBODY or (s.question == OCCUPY and country == s.target and s.amounts != EXACT)
        demand((armies == 0) == is_empty, f"country {country + 1} has {armies} armies")
    demand(s.in_play[s.turn] == 1, f"it is the turn of seat {s.turn}, which is out")


def _check_cards(s: Any) -> None:
    hands = [s.card_at.count(HANDS + seat) for seat in range(SEATS)]
    demand(s.hand_size == hands, f"hand_size is {s.hand_size}; the cards lie {hands}")
    if s.cards_left_out:
        demand(s.card_at == [DISCARD] and s.sets_traded == 0, "there are cards of a deck that has none")


def _check_end(s: Any) -> None:
    winners = sum(s.won)
    is_over = s.question == OVER
    demand(winners == int(is_over and not s.truncated), f"won is {s.won} where question is {s.question}")
    demand((s.ended_by > 0) == bool(winners), f"ended_by is {s.ended_by} where {winners} have won")
    demand(is_over or not s.truncated, "the game was cut and goes on")


def _check_secrets(s: Any) -> None:
    capitals = [place for place in s.capital if place != NOWHERE]
    demand(len(set(capitals)) == len(capitals), f"two seats have one capital: {s.capital}")
    missions = [mission for mission in s.mission if mission != NOWHERE]
    demand(len(set(missions)) == len(missions), f"two seats have one mission: {s.mission}")
    if s.question not in BEFORE_TURNS:
        demand(len(capitals) == (s.seats if s.game_type == CAPITAL_GAME else 0), f"capitals are {s.capital}")
        demand(len(missions) == (s.seats if s.game_type == MISSION_GAME else 0), f"missions are {s.mission}")
