"""The check of a saved state: derived counts must agree, and the position must be possible."""

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
    MAX_DICE,
    MISSION_GAME,
    NOBODY,
    NOWHERE,
    OFF_MAP,
    REMOVED,
    SEATS,
    SET_SIZE,
)
from wd_env.spec.state_checks import check_ranges, require

BEFORE_TURNS = (CLAIM, SETUP_PLACE, CAPITAL, TAKE_SEAT, FIRST_SEAT, DRAW_MISSION, DEAL, SCATTER)
BEFORE_COUNTRIES = (CLAIM, TAKE_SEAT, FIRST_SEAT, DRAW_MISSION, DEAL)


def check_state(s: Any) -> None:
    """Raise StateError if a state is impossible; the message names the first error."""
    seats, countries = range(s.seats), range(s.countries)
    places = (*countries, NOWHERE)
    switches = (0, 1)
    check_ranges(
        s,
        {
            "node": [code for code in range(OVER + 1) if not FIRST_AUTOMATIC <= code <= LAST_AUTOMATIC],
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
            "set_countries": places,
            "origin": places,
            "target": places,
            "dice": range(MAX_DICE + 1),
            "defence": range(MAX_DICE + 1),
            "rolled": switches,
            "rolls_on": switches,
            "forced_trade": switches,
            "captured": switches,
            "continued_after_win": range((s.continue_after_win != ENDS) + 1),
            "next_node": (0, PLACING, ATTACKING, TRADING, ENDING_TURN),
            "num_seated": range(s.players),
            "picked": range(SET_SIZE),
            "owner": range(SEATS),
            "home_seat": range(SEATS),
        },
    )
    _check_board(s)
    _check_cards(s)
    _check_end(s)
    _check_secrets(s)
    _check_decision(s)


def count_countries(s: Any) -> tuple[list[int], list[int]]:
    """Return the number of countries of each seat, and by seat and group, from the holders on the board."""
    held_of = [0] * len(s.group_counts)
    for holder, group in zip(s.holder, s.group_of, strict=True):
        if holder in range(SEATS) and group != NOWHERE:
            held_of[holder * len(s.group_bonus) + group] += 1
    return [s.holder.count(seat) for seat in range(SEATS)], held_of


def _check_board(s: Any) -> None:
    held, held_of = count_countries(s)
    require(s.country_counts == held, f"country_counts is {s.country_counts}; on the board are {held}")
    require(s.group_counts == held_of, f"group_counts is {s.group_counts}; on the board are {held_of}")
    is_early = s.node in BEFORE_TURNS
    require(s.in_play[s.turn] == 1, f"it is the turn of seat {s.turn}, which is out")
    for seat in range(SEATS):
        is_in = seat < s.seats and (is_early or held[seat] > 0)
        require(s.in_play[seat] == int(is_in), f"in_play is {s.in_play} where seats hold {held} countries")
        is_out = seat < s.seats and not is_in
        is_removed = s.removed_by[seat] not in (NOBODY, seat)
        require(is_removed == is_out, f"removed_by is {s.removed_by} where seats hold {held}")
    if s.node not in BEFORE_COUNTRIES:
        require(NOBODY not in s.holder, "a country has no holder after the set-up")
    rest = s.holder[s.countries :]
    require(rest == [OFF_MAP] * len(rest) and OFF_MAP not in s.holder[: s.countries], f"holder is {s.holder}")
    require(not any(s.armies[s.countries :]), "there are armies on places that the map does not have")
    for country, armies in enumerate(s.armies[: s.countries]):
        is_empty = s.holder[country] == NOBODY or (s.node == OCCUPY and country == s.target and s.amounts != EXACT)
        require((armies == 0) == is_empty, f"country {country + 1} has {armies} armies")


def _check_cards(s: Any) -> None:
    hands = [s.card_at.count(HANDS + seat) for seat in range(SEATS)]
    require(s.hand_size == hands, f"hand_size is {s.hand_size}; the cards lie {hands}")
    if s.has_no_cards:
        require(set(s.card_at) <= {DISCARD, REMOVED} and s.sets_traded == 0, "there are cards, but the deck has none")


def _check_end(s: Any) -> None:
    winners = sum(s.won)
    is_terminal = s.node == OVER
    require(winners == int(is_terminal and not s.truncated), f"won is {s.won} where node is {s.node}")
    require((s.ended_by > 0) == bool(winners), f"ended_by is {s.ended_by} where {winners} have won")
    require(is_terminal or not s.truncated, "the game is truncated but not over")


def _check_secrets(s: Any) -> None:
    capitals = [place for place in s.capital if place != NOWHERE]
    require(len(set(capitals)) == len(capitals), f"two seats have one capital: {s.capital}")
    missions = [mission for mission in s.mission if mission != NOWHERE]
    require(len(set(missions)) == len(missions), f"two seats have one mission: {s.mission}")
    if s.node not in BEFORE_TURNS:
        require(len(capitals) == (s.seats if s.game_type == CAPITAL_GAME else 0), f"capitals are {s.capital}")
        require(len(missions) == (s.seats if s.game_type == MISSION_GAME else 0), f"missions are {s.mission}")


def _check_decision(s: Any) -> None:
    """Check the fields of the current decision, and the order of seats."""
    named = sum(s.picked)
    is_naming = s.node == TRADE and s.trade_mode == EXACT
    require(named < SET_SIZE and (is_naming or not named), f"picked is {s.picked} where node is {s.node}")
    is_waiting = s.node == CONTINUE
    require((s.next_node != 0) == is_waiting, f"next_node is {s.next_node} where node is {s.node}")
    require(
        not is_waiting or (s.continue_after_win == ASKS and not s.continued_after_win),
        "no player can decide now whether to continue",
    )
    if s.node == TAKE_SEAT:
        require(s.shuffle_seats == 1 and s.seat == s.num_seated, f"{s.num_seated} are seated where seat is {s.seat}")
        places = s.home_seat[: s.num_seated]
        require(len(set(places)) == len(places) and max(places, default=0) < s.seats, f"homes are {places}")
        return
    require(s.num_seated == 0, f"num_seated is {s.num_seated} where node is {s.node}")
    usual = list(range(SEATS))
    is_inverse = sorted(s.owner) == usual and all(s.home_seat[player] == seat for seat, player in enumerate(s.owner))
    is_kept = s.owner[s.seats :] == usual[s.seats :] and (s.shuffle_seats == 1 or s.owner == usual)
    require(is_inverse and is_kept, f"owner is {s.owner} where home_seat is {s.home_seat}")
