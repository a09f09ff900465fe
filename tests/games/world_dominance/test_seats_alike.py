"""No seat is special: if all players move one or more seats further, the same actions make the same game.

A few actions are played from positions of every game at two tables, one of them rotated. The tables are compared after
each action.
"""

import random
from typing import Any

import pytest

from tests.games.world_dominance.random_positions import random_position
from wd_env.games.world_dominance.definitions.decision_codes import LAST_SOLDIER
from wd_env.games.world_dominance.definitions.names import HOLDERS, REGIONS, SEATS
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import all_tables
from wd_env.table.saved_table import table_from_json

BY_SEAT = (
    *("piece", "in_play", "place", "army", "ice_turns", "reinforcements", "pre_set_paid", "stack_paid", "set_paid"),
    *("stack_due", "setup_rank", "setup_throw", "fresh"),
)
BY_PLAYER = ("won", "knows", "knowledge_drawn")
SEAT = ("seat", "turn", "last_thrower", "khyber_at", "pardon_at", "drawer", "target", "asker", "tested")
SEATS_BY_PLACE = ("card_at", "waiting_seat")
POSITIONS, ANSWERS = 5, 12


class Turned:
    """The same table with all players moved some players further."""

    def __init__(self, players: int, seats: int, further: int) -> None:
        self.players, self.seats, self.further = players, seats, further

    def seat(self, seat: int) -> int:
        """Return the rotated seat; a number that is not a seat is unchanged."""
        return (seat + self.further * self.seats // self.players) % self.seats if seat < self.seats else seat

    def rows(self, rows: list[Any], around: int) -> list[Any]:
        """Rotate a list that has one number for each seat or player."""
        step = self.further * around // self.players
        return [rows[(place - step) % around] if place < around else rows[place] for place in range(len(rows))]

    def bits(self, bits: int) -> int:
        """Rotate bits, one for each seat."""
        return sum(1 << self.seat(seat) for seat in range(SEATS) if (bits >> seat) & 1)

    def state(self, state: dict[str, Any]) -> dict[str, Any]:
        """Rotate a whole state, as JSON data."""
        s = dict(state["fields"])
        s |= {name: self.rows(s[name], self.seats) for name in BY_SEAT}
        s |= {name: self.rows(s[name], self.players) for name in BY_PLAYER}
        s |= {name: self.seat(s[name]) for name in SEAT}
        s |= {name: [self.seat(seat) for seat in s[name]] for name in SEATS_BY_PLACE}
        waits = range(s["waiting"])  # the entries after them have no seat
        s["waiting_seat"] = [seat if place in waits else 0 for place, seat in enumerate(s["waiting_seat"])]
        held = [s["held"][holder * REGIONS : (holder + 1) * REGIONS] for holder in range(HOLDERS)]
        s["held"] = [number for row in self.rows(held, self.seats) for number in row]
        s["run_marks"] = [self.bits(bits) for bits in s["run_marks"]]
        s["after_six"] = self.bits(s["after_six"])
        s["note"] = self.bits(s["note"]) if s["node"] == LAST_SOLDIER else s["note"]
        return state | {"fields": s}


TABLES = [(row, players, deal) for row, players in all_tables() for deal in range(3)]


@pytest.mark.thinned(4)
@pytest.mark.parametrize(("row", "players", "deal"), TABLES, ids=lambda value: str(getattr(value, "title", value)))
def test_the_same_actions_make_the_same_game_with_rotated_seats(row, players, deal):
    rng = random.Random(f"{row.title} {players} {deal}")
    for _ in range(POSITIONS):
        table = random_position(rng, row, players)
        turned = Turned(table.players, table.state.seats, rng.randint(1, table.players - 1))
        data = table.to_json()
        other = table_from_json(data | {"state": turned.state(data["state"])}, GAME, chance="explicit")
        for _ in range(ANSWERS):
            assert other.legal_texts() == table.legal_texts()
            if table.is_terminal:
                break
            answer = rng.choice(table.legal_texts())
            table.play(answer)
            other.play(answer)
            assert other.to_json()["state"] == turned.state(table.to_json()["state"])
