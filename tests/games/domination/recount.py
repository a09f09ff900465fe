"""Invariants of every table, recounted from scratch over the arrays of a batch: the rows that break each of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_TO,
    BONUS_WHERE,
    CLAIM,
    FORT_FROM,
    OCCUPY,
    OVER,
    PLACE,
    TRADE,
)
from wd_env.games.domination.definitions.rule_constants import (
    DECK,
    DISCARD,
    EXACT,
    HANDS,
    MIN_GARRISON,
    NOBODY,
    NOWHERE,
    OFF_MAP,
    PASS_VERB,
    REMOVED,
    SEATS,
    SET_SIZE,
    VERBS,
)

Bools = NDArray[np.bool_]
SEAT_NUMBERS = np.arange(SEATS)


def broken_rows(batch: Batch, rows: NDArray[np.int64], before: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """Return the rows that break an invariant, by invariant; `before` has the states before the last action."""
    now = batch._states[rows]
    checks = {**_counts(now), **_ends(now), **_changes(before, now)}
    going = now["node"] != OVER
    checks |= _offers(now, batch.masks[rows], going)
    checks |= _views(now, batch, rows, going)
    return {sentence: rows[~holds] for sentence, holds in checks.items() if not holds.all()}


def _counts(s: NDArray[Any]) -> dict[str, Bools]:
    """Check quantities that are stored twice, and the places of armies and cards."""
    holder, card_at = s["holder"], s["card_at"]
    by_seat = (holder[:, None, :] == SEAT_NUMBERS[:, None]).sum(axis=2)
    hands = (card_at[:, None, :] == HANDS + SEAT_NUMBERS[:, None]).sum(axis=2)
    is_early = (holder == NOBODY).any(axis=1)
    seated = s["seats"][:, None] > SEAT_NUMBERS
    waits = np.arange(holder.shape[1]) == s["target"][:, None]
    waits &= ((s["node"] == OCCUPY) & (s["amounts"] != EXACT))[:, None]
    is_empty = (holder == NOBODY) | (holder == OFF_MAP) | waits
    named = s["picked"].sum(axis=1)
    left_out, was_removed = s["has_no_cards"] == 1, s["removed_by"] != NOBODY
    discards = (card_at == DISCARD).sum(axis=1)
    return {
        "every country is counted once": (by_seat == s["country_counts"]).all(axis=1),
        "groups are counted as their countries": (_held_of(s) == s["group_counts"]).all(axis=1),
        "every hand has its cards": (hands == s["hand_size"]).all(axis=1),
        "every country with a holder has an army": ((s["armies"] > 0) != is_empty).all(axis=1),
        "a seat needs a country": is_early | ((s["in_play"] == 1) == (s["country_counts"] > 0) & seated).all(axis=1),
        "a seat that is out was removed by one": is_early | (was_removed == (s["in_play"] == 0) & seated).all(axis=1),
        "discards are those of sets": left_out | (discards <= SET_SIZE * s["sets_traded"] + named),
        "cards are somewhere": ((card_at >= DECK) & (card_at < HANDS + s["seats"][:, None])).all(axis=1),
        "cards are named only of a set that is traded": (named == 0) | (s["node"] == TRADE) & (named < SET_SIZE),
        "no stock is negative": (s["stock"] >= 0).all(axis=1),
        "capitals and missions differ between seats": _are_different(s["capital"]) & _are_different(s["mission"]),
    }  # fmt: skip


def _held_of(s: NDArray[Any]) -> NDArray[Any]:
    """Return how many countries of each group each seat holds, seat by seat."""
    by_seat = s["holder"][:, None, None, :] == SEAT_NUMBERS[:, None, None]
    groups = np.arange(s["group_bonus"].shape[1])
    in_group = s["group_of"][:, None, :] == groups[:, None]
    counts: NDArray[Any] = (by_seat & in_group[:, None]).sum(axis=3)
    return counts.reshape(len(s), -1)


def _are_different(of_seats: NDArray[Any]) -> Bools:
    placed = np.where(of_seats == NOWHERE, -1 - SEAT_NUMBERS, of_seats)
    in_order = np.sort(placed, axis=1)
    different: Bools = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    return different


def _ends(s: NDArray[Any]) -> dict[str, Bools]:
    """Check winners, and games that are truncated."""
    is_terminal, is_cut = s["node"] == OVER, s["truncated"] == 1
    winners = s["won"].sum(axis=1)
    rows = np.arange(len(s))
    winner = s["home_seat"][rows, s["won"].argmax(axis=1)]
    holds_all = s["country_counts"][rows, winner] == s["countries"]
    return {
        "one player wins a game that is not truncated": winners == (is_terminal & ~is_cut),
        "a game is truncated after its last round": ~is_cut | (is_terminal & (s["round"] >= s["max_rounds"])),
        "no game lasts longer than its rounds": is_terminal | (s["max_rounds"] == 0) | (s["round"] < s["max_rounds"]),
        "the winner of a conquest holds everything": (winners == 0) | (s["ended_by"] != 1) | holds_all,
        "the winner is in play": (winners == 0) | (s["in_play"][rows, winner] == 1),
        "the seat on turn is in play": s["in_play"][rows, s["turn"]] == 1,
    }


def _changes(old: NDArray[Any], new: NDArray[Any]) -> dict[str, Bools]:
    """Check the changes that one action can make to armies and cards."""
    same_turn = (old["turn"] == new["turn"]) & (old["round"] == new["round"])
    same_sets = (old["sets_traded"] == new["sets_traded"]) & (old["node"] != BONUS_WHERE)
    armies = [s["armies"].sum(axis=1) + s["stock"].sum(axis=1) for s in (old, new)]
    removed = [(s["card_at"] == REMOVED).sum(axis=1) for s in (old, new)]
    capitals = [(s["capital"] != NOWHERE).sum(axis=1) for s in (old, new)]
    return {
        "armies come with turns and sets only": ~(same_turn & same_sets) | (armies[1] <= armies[0]),
        "only a capital takes a card out of the game": (removed[1] == removed[0]) | (capitals[1] > capitals[0]),
        "sets and rounds only grow": (new["sets_traded"] >= old["sets_traded"]) & (new["round"] >= old["round"]),
        "a seat that is out stays out": ((new["in_play"] == 0) | (old["in_play"] == 1)).all(axis=1),
    }


def _offers(s: NDArray[Any], masks: NDArray[np.int8], going: Bools) -> dict[str, Bools]:
    """Check the legal actions."""
    count = s["holder"].shape[1]
    question, own = s["node"], s["holder"] == s["seat"][:, None]
    named = masks[:, :count] == 1
    can_leave = own & (s["armies"] > MIN_GARRISON)
    compact = masks.shape[1] == count + VERBS
    free = s["holder"] == NOBODY
    leaving = (question == ATTACK_FROM) | (question == FORT_FROM)
    return {
        "a legal action exists until the game ends": masks.any(axis=1) == going,
        "armies are placed on own countries": (question != PLACE) | (named == own).all(axis=1),
        "only free countries are claimed": (question != CLAIM) | (named == free).all(axis=1),
        "armies may leave only countries with at least two": ~leaving | (named <= can_leave).all(axis=1),
        "attacks and moves can be passed": ~leaving | (masks[:, count + PASS_VERB] == 1),
        "no seat attacks its own countries": (question != ATTACK_TO) | (compact & (named <= ~own).all(axis=1)),
    }


def _views(s: NDArray[Any], batch: Batch, rows: NDArray[np.int64], going: Bools) -> dict[str, Bools]:
    """Check the board in the observation of the seat to move."""
    layout, views = batch.game.layout, batch.obs[rows]
    pieces = {
        name: views[:, layout.slice(name)]
        for name in ("holder", "armies_rest", "armies_blocks", "country_counts", "to_move")
    }
    seat = s["seat"][:, None]
    clockwise = (seat + SEAT_NUMBERS) % s["seats"][:, None]
    seated = s["seats"][:, None] > SEAT_NUMBERS
    planes = pieces["holder"].reshape(len(s), SEATS, -1) == 1
    wanted = (s["holder"][:, None, :] == clockwise[:, :, None]) & seated[:, :, None]
    shown = pieces["armies_rest"].astype(np.int64) + 128 * pieces["armies_blocks"].astype(np.int64)
    few = np.minimum(127, np.where(seated, np.take_along_axis(s["country_counts"], clockwise, axis=1), 0))
    return {
        "views show the holders of countries": ~going | (planes == wanted).all(axis=(1, 2)),
        "views show the number of armies": ~going | ((shown == s["armies"]) | (s["armies"] >= 128 * 128)).all(axis=1),
        "views count countries": ~going | (pieces["country_counts"] == few).all(axis=1),
        "views show the seat to move": ~going | (pieces["to_move"][:, 0] == 1),
    }
