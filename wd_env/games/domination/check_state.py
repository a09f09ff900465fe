"""The check of a saved state: what is counted twice must agree, and what lies on the table must be possible."""

from typing import Any

from wd_env.games.domination.definitions.decision_codes import (
    ATTACKING,
    CAPITAL,
    CLAIM,
    CONTINUE,
    DEAL,
    DRAW_MISSION,
    ENDING_TURN,
    FIRST_AUTOMATIC,
    FIRST_SEAT,
    LAST_AUTOMATIC,
    OCCUPY,
    OVER,
    PLACING,
    SCATTER,
    SETUP_PLACE,
    TAKE_SEAT,
    TRADE,
    TRADING,
)
from wd_env.games.domination.definitions.rule_constants import (
    ASKS,
    BY_LIMIT,
    CAPITAL_GAME,
    DISCARD,
    ENDS,
    EXACT,
    HANDS,
    MISSION_GAME,
    MOST_DICE,
    NOBODY,
    NOWHERE,
    OFF_MAP,
    REMOVED,
    SEATS,
    SET_SIZE,
)
from wd_env.spec.state_checks import check_ranges, demand

BEFORE_TURNS = (CLAIM, SETUP_PLACE, CAPITAL, TAKE_SEAT, FIRST_SEAT, DRAW_MISSION, DEAL, SCATTER)
BEFORE_COUNTRIES = (CLAIM, TAKE_SEAT, FIRST_SEAT, DRAW_MISSION, DEAL)


def check_state(s: Any) -> None:
    """StateError, naming the first thing that cannot be."""
    seats, countries = range(s.seats), range(s.countries)
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
            "ended_by": range(BY_LIMIT + 1),
            "removed_by": (*seats, NOBODY),
            "out_after": seats,
            "capital": places,
            "mission": (*range(len(s.mission_target)), NOWHERE),
            "holder": (*seats, NOBODY, OFF_MAP),
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
            "goes_on": range((s.continue_after_win != ENDS) + 1),
            "after": (0, PLACING, ATTACKING, TRADING, ENDING_TURN),
            "seated": range(s.players),
            "picked": range(SET_SIZE),
            "owner": range(SEATS),
            "home": range(SEATS),
        },
    )
    _check_board(s)
    _check_cards(s)
    _check_end(s)
    _check_secrets(s)
    _check_asked(s)


def counted(s: Any) -> tuple[list[int], list[int]]:
    """Return how many countries each seat holds, and how many of each group, by what lies on the board."""
    held_of = [0] * len(s.held_of)
    for holder, group in zip(s.holder, s.group_of, strict=True):
        if holder in range(SEATS) and group != NOWHERE:
            held_of[holder * len(s.group_bonus) + group] += 1
    return [s.holder.count(seat) for seat in range(SEATS)], held_of


def _check_board(s: Any) -> None:
    held, held_of = counted(s)
    demand(s.held == held, f"held is {s.held}; on the board are {held}")
    demand(s.held_of == held_of, f"held_of is {s.held_of}; on the board are {held_of}")
    is_early = s.question in BEFORE_TURNS
    for seat in range(SEATS):
        is_in = seat < s.seats and (is_early or held[seat] > 0)
        demand(s.in_play[seat] == int(is_in), f"in_play is {s.in_play} where seats hold {held} countries")
        is_out = seat < s.seats and not is_in
        demand((s.removed_by[seat] != NOBODY) == is_out, f"removed_by is {s.removed_by} where seats hold {held}")
    if s.question not in BEFORE_COUNTRIES:
        demand(NOBODY not in s.holder, "a country is nobody's after the set-up")
    rest = s.holder[s.countries :]
    demand(rest == [OFF_MAP] * len(rest) and OFF_MAP not in s.holder[: s.countries], f"holder is {s.holder}")
    demand(not any(s.armies[s.countries :]), "armies stand beside the map")
    for country, armies in enumerate(s.armies[: s.countries]):
        is_empty = s.holder[country] == NOBODY or (s.question == OCCUPY and country == s.target and s.amounts != EXACT)
        demand((armies == 0) == is_empty, f"country {country + 1} has {armies} armies")
    demand(s.in_play[s.turn] == 1, f"it is the turn of seat {s.turn}, which is out")


def _check_cards(s: Any) -> None:
    hands = [s.card_at.count(HANDS + seat) for seat in range(SEATS)]
    demand(s.hand_size == hands, f"hand_size is {s.hand_size}; the cards lie {hands}")
    if s.cards_left_out:
        demand(set(s.card_at) <= {DISCARD, REMOVED} and s.sets_traded == 0, "there are cards of a deck that has none")


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


def _check_asked(s: Any) -> None:
    """What is kept for a question that is open, and who sits where."""
    named = sum(s.picked)
    is_naming = s.question == TRADE and s.trade_mode == EXACT
    demand(named < SET_SIZE and (is_naming or not named), f"picked is {s.picked} where question is {s.question}")
    is_waiting = s.question == CONTINUE
    demand((s.after != 0) == is_waiting, f"after is {s.after} where question is {s.question}")
    demand(not is_waiting or (s.continue_after_win == ASKS and not s.goes_on), "nobody can be asked whether to go on")
    if s.question == TAKE_SEAT:
        demand(s.shuffle_seats == 1 and s.seat == s.seated, f"{s.seated} are seated where seat is {s.seat}")
        places = s.home[: s.seated]
        demand(len(set(places)) == len(places) and max(places, default=0) < s.seats, f"homes are {places}")
        return
    demand(s.seated == 0, f"seated is {s.seated} where question is {s.question}")
    usual = list(range(SEATS))
    is_inverse = sorted(s.owner) == usual and all(s.home[player] == seat for seat, player in enumerate(s.owner))
    is_kept = s.owner[s.seats :] == usual[s.seats :] and (s.shuffle_seats == 1 or s.owner == usual)
    demand(is_inverse and is_kept, f"owner is {s.owner} where home is {s.home}")
