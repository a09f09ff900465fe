"""The check of a saved state: derived counts must agree, and the position must be possible (ledger 5.5)."""

from collections import Counter
from itertools import product
from typing import Any

from wd_env.games.world_dominance.checks.open_decision import BLUFF, is_possible
from wd_env.games.world_dominance.config import MAX_TURNS
from wd_env.games.world_dominance.definitions.decision_codes import CHOOSE_PIECE, LAST_CHANCE, OVER, SETUP_THROW
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_PLACE,
    BY_STALEMATE,
    CARDS,
    DECK,
    ENDING_NAMES,
    GARRISON_SIDE,
    HOLDERS,
    ICE_HOUSE_SPACE,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_SPACE,
    NO_THEME,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    PACK,
    PURGADIES_NAMES,
    REGION_NAMES,
    REGIONS,
    SEATS,
    THEMES,
    VERB_MISS_TURNS,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    ALL_REGIONS,
    FACE_DOWN_CARD,
    FIVE,
    IN_STACK,
    IN_WHOLE_SET,
    INTERNED_TURNS,
    LAID_ASIDE,
    LIES_BEFORE,
    LOOSE,
    SAB_TITLE,
    SIXES,
    TURN_TO_MISS,
)
from wd_env.games.world_dominance.rules.army import stock
from wd_env.games.world_dominance.rules.stacks import continues_after_set
from wd_env.spec.state_checks import check_ranges, check_waiting_nodes, require

# Allowed values that depend on no option.
ALLOWED = {
    "won": range(2),
    "truncated": range(2),
    "ended_by": range(len(ENDING_NAMES)),
    "reinforcements": range(2),
    "revival_done": range(2),
    "death_done": range(2),
    "antarctica_done": range(2),
    "pre_set_paid": range(ALL_REGIONS + 1),
    "stack_paid": range(ALL_REGIONS + 1),
    "set_paid": range(ALL_REGIONS + 1),
    "setup_rank": range(SEATS),
    "ice_turns": range(INTERNED_TURNS + 1),
    "piece": range(NO_PIECE + 1),
    "turn_number": range(MAX_TURNS + 1),
    "turn_sixes": range(SIXES + 1),
}


def check_state(s: Any) -> None:
    """Raise StateError if a state is impossible; the message names the first error."""
    _check_ranges(s)
    _check_holders(s)
    _check_soldiers(s)
    _check_seats(s)
    _check_sets(s)
    _check_pack(s.manoeuvre_place, s.manoeuvre_size, s.manoeuvre_unseen, "manoeuvre")
    _check_pack(s.theme_place, THEMES, s.theme_unseen, "theme")
    _check_laid_aside(s)
    _check_node(s)


def _check_ranges(s: Any) -> None:
    seats = {*range(s.seats), NOBODY}
    most_left = s.seats * (s.closure_rounds if s.closure_rounds else s.closure_duration)
    allowed = {
        "turn": range(s.seats),
        "seat": range(s.seats),
        "last_thrower": seats,
        "drawer": seats,
        "target": seats,
        "asker": seats,
        "tested": seats,
        "closed": range(NO_REGION + 1),
        "drawn_card": {*range(DECK), NO_MANOEUVRE},
        "closing_card": {*range(DECK), NO_MANOEUVRE} if s.closed != NO_REGION else {NO_MANOEUVRE},
        "sets_before_closure": range(1 << s.seats) if s.closed != NO_REGION and s.closed_sets_stay else {0},
        "closure_remaining": range(most_left + 1) if s.closing_card != NO_MANOEUVRE else {0},
        "after_six": range(1 << s.seats if s.six_rule else 1),
        "offered_card": range(NO_CARD + 1),
        "wanted_card": range(FACE_DOWN_CARD + 1),
        "destination": range(NOWHERE + 1),
        "theme": {*range(SAB_TITLE + 1), NO_THEME},
        "purgadies": {*range(len(PURGADIES_NAMES)), NO_PURGADIES},
        "last_throw": range(7),
        "manoeuvre_size": range(DECK + 1),
        "manoeuvre_unseen": range(s.manoeuvre_size + 1),
        "chain": range(DECK + 1),
    }
    check_ranges(s, allowed)
    check_ranges(s, ALLOWED)
    require((s.last_throw == 0) == (s.last_thrower == NOBODY), "a throw without thrower, or a thrower without throw")
    by_the_rules = s.node == OVER and not s.truncated
    require(s.node == OVER or not s.truncated, "the game is truncated but not over")
    require((s.ended_by != NOT_ENDED) == by_the_rules, f"ended_by is {s.ended_by} at question {s.node}")
    winners = 0 if s.ended_by in (NOT_ENDED, BY_STALEMATE) else 1
    require(sum(s.won) == winners, f"won is {s.won} where ended_by is {s.ended_by}")


def _check_holders(s: Any) -> None:
    in_play = {seat for seat in range(s.seats) if s.in_play[seat]}
    holders = {*in_play, PACK, GARRISON_SIDE}
    for card, (holder, marks) in enumerate(zip(s.card_at, s.run_marks, strict=True)):
        if holder not in holders:  # not `require`, which would format a text for each card
            require(False, f"Continent Card {card} is at {holder}")
        if holder == GARRISON_SIDE and card != s.south_pole:
            require(False, f"Continent Card {card} is next to the Garrison")
        if marks >= 1 << s.seats:
            require(False, f"run marks {marks} on Continent Card {card}")
    counts = Counter(zip(s.card_at, s.card_region, strict=True))
    for (holder, region), held in zip(product(range(HOLDERS), range(REGIONS)), s.held, strict=True):
        if held != (counted := counts[holder, region]):
            require(False, f"holder {holder} has {held} cards of {REGION_NAMES[region]} instead of {counted}")
    require(s.card_at[s.south_pole] != PACK, "the South Pole card is in the World Pack")
    require(s.khyber_at in {*in_play, GARRISON_SIDE}, f"the Khyber Pass is at {s.khyber_at}")
    require(s.pardon_at in {*in_play, NOBODY}, f"the pardoned seat is {s.pardon_at}")


def _check_sets(s: Any) -> None:
    """Check cards out of play: Stacks of five with their Strategic Point, and all cards of a region."""
    out_of_play = [card for card in range(CARDS) if s.in_set[card] != LOOSE]
    for region in {s.card_region[card] for card in out_of_play}:
        cards = [card for card in range(CARDS) if s.card_region[card] == region]
        laid = [card for card in out_of_play if s.card_region[card] == region]
        holders = {s.card_at[card] for card in laid}
        kinds = {s.in_set[card] for card in laid}
        is_whole = kinds == {IN_WHOLE_SET} and laid == cards and continues_after_set(s)
        is_stack = kinds == {IN_STACK} and len(laid) == FIVE and s.strategic_point[region] in laid and s.stacking == 1
        require(len(holders) == 1 and PACK not in holders, f"a set of {REGION_NAMES[region]} lies with {holders}")
        require(is_whole or is_stack, f"{len(laid)} cards of {REGION_NAMES[region]} lie out of play as {kinds}")
    whole_antarctica = s.in_set[s.south_pole] != LOOSE
    require(s.antarctica_done == 1 or not whole_antarctica, "Antarctica is complete and can be entered")
    seats = [seat for seat in range(s.seats) if (s.sets_before_closure >> seat) & 1]
    require(all(s.in_play[seat] for seat in seats), f"seats {seats} keep a set of a closed region")
    due = max(s.stack_due)
    require(due == 0 or (s.manual_stacking == 1 and due <= ALL_REGIONS), f"stack_due is {s.stack_due}")


def _check_soldiers(s: Any) -> None:
    require(min(s.garrison, s.rsz, *s.army) >= 0, f"{s.garrison}, {s.rsz} and {s.army} soldiers")
    total = s.garrison + s.rsz + sum(s.army)
    require(total == stock(s), f"there are {total} soldiers instead of {stock(s)}")


def _check_seats(s: Any) -> None:
    pieces = [piece for piece in s.piece[: s.seats] if piece != NO_PIECE]
    require(len(set(pieces)) == len(pieces), "two seats have one piece")
    for seat in range(SEATS):
        here = s.place[seat]
        on_board = here == ANTARCTICA_PLACE or (here < s.ring and s.space_kind[here] != NO_SPACE)
        require(here == NOWHERE or on_board, f"seat {seat} is on space {here}")
        if s.in_play[seat] == 0:
            holds = s.army[seat] > 0 or seat in s.card_at or here != NOWHERE
            require(not holds, f"seat {seat} is out and has soldiers, cards or a piece on the board")
        else:
            require(s.in_play[seat] == 1 and seat < s.seats, f"in_play is {s.in_play[seat]} at seat {seat}")
            chooses = s.node in (CHOOSE_PIECE, SETUP_THROW)
            require(s.piece[seat] < NO_PIECE or chooses, f"seat {seat} has no piece")
        serves = s.owner[seat] == NOBODY or s.in_play[seat] <= s.in_play[s.home_seat[s.owner[seat]]]
        require(serves or s.node == OVER, f"seat {seat} is the Ally of a player who is out")
        interned_here = s.ice_turns[seat] == 0 or s.space_kind[here] == ICE_HOUSE_SPACE
        require(interned_here, f"seat {seat} is interned on space {here}")
    for player in range(SEATS):
        read = s.knowledge_drawn[player] < 2 << SAB_TITLE
        known = read and s.knows[player] & ~s.knowledge_drawn[player] == 0
        require(known, f"player {player} knows a title that was never read to them")
    require(s.node == OVER or any(s.in_play), "no seat is in play")


def _check_pack(places: list[int], size: int, unseen: int, name: str) -> None:
    in_pack = sorted(place for place in places if place < LIES_BEFORE)
    is_whole = in_pack == [0] * unseen + list(range(1, size - unseen + 1))
    require(is_whole, f"the {name} pack of {size} cards with {unseen} unseen has them at {places}")


def _check_laid_aside(s: Any) -> None:
    """Check the card on a closed region, those before players, and the unused Purgadies Cards."""
    on_board = s.closing_card == NO_MANOEUVRE or s.manoeuvre_place[s.closing_card] == LAID_ASIDE
    require(on_board, f"Manoeuvre Card {s.closing_card} is in the pack and on the board")
    counts = zip(s.purgadies_remaining, s.purgadies_cards, strict=True)
    require(all(0 <= left <= cards for left, cards in counts), f"the Purgadies Cards left are {s.purgadies_remaining}")
    require(any(s.purgadies_remaining), "no Purgadies Card is left")
    for card, place in enumerate(s.manoeuvre_place):
        if LIES_BEFORE <= place < LAID_ASIDE:
            turns, seat = divmod(place - LIES_BEFORE, TURN_TO_MISS)
            costs_turns = s.card_verb[card] == VERB_MISS_TURNS and 1 <= turns <= s.card_a[card]
            is_owed = costs_turns and seat < s.seats and s.in_play[seat]
            require(is_owed, f"Manoeuvre Card {card} lies before seat {seat} for {turns} turns")


def _check_node(s: Any) -> None:
    require(s.node <= LAST_CHANCE or s.node == OVER, f"question {s.node} is open")
    check_waiting_nodes(s, NODES)
    require(s.theme == NO_THEME or s.asker != NOBODY, f"title {s.theme} has no asker")
    require(is_possible(s), f"node {s.node} of seat {s.seat} lacks its requirements")
    if s.node not in (*BLUFF, OVER):
        for seat in range(s.seats):
            require(s.army[seat] > 0 or not s.in_play[seat], f"seat {seat} is in play without a soldier")
