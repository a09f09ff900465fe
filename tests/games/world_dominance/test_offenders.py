"""Random games in which illegal actions are punished: every invariant holds, and records replay them."""

import random

import pytest

from tests.games.world_dominance.invariants import AT_BONUS, MEMORY, NOT_BROKEN
from tests.games.world_dominance.recount import recount
from tests.games.world_dominance.recounted_games import NUM_TOTALS, reset_memory
from wd_env.errors import StateError, WrongSeat
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.game_spec import PLAYER
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record

MISDEMEANOUR = {"illegal_action": "misdemeanour"}
EJECT = {"illegal_action": "eject"}


def offending(seed, options):
    """Play a random game in which one action in ten is chosen without regard to legality."""
    rng = random.Random(seed)
    players = 2 if options.get("variant") == "ally" else 2 + seed % 4
    table = WorldDominance(Config(num_players=players, max_turns=60, **options), chance="explicit")
    while not table.is_terminal:
        yield table
        asked = table.node.kind == PLAYER
        if rng.random() < 0.1 and table.state.turn_number > 0:
            seat = rng.choice([seat for seat in table.board.in_play if not table.board.interned(seat)] or [table.seat])
            legal = asked and seat == table.seat
            try:
                table.play(rng.randrange(len(ACTIONS)) if legal else "roll", seat=seat)
            except WrongSeat:
                assert table.board.interned(seat)
        else:
            table.play(rng.choice(table.legal_texts()))
    yield table


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "options",
    [
        MISDEMEANOUR,
        EJECT,
        {**MISDEMEANOUR, "manual_declarations": True},
        {**MISDEMEANOUR, "variant": "ally", "start_soldiers": 6},
        {**EJECT, "variant": "ally", "start_soldiers": 6},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", range(12))
def test_games_with_illegal_answers_hold_every_invariant_and_replay(seed, options):
    memory = [0] * MEMORY
    for answers, table in enumerate(offending(seed, options)):
        if answers == 0:
            reset_memory(table.state, memory, [0] * NUM_TOTALS)
        check_state(table.state)
        memory[AT_BONUS] = 1  # the check for a win may wait for a second draw
        assert recount(table.state, memory) == NOT_BROKEN
        assert table.is_terminal or table.legal_texts()
    assert any(line.is_illegal for line in table.lines)
    again = replay_record(GameRecord.loads(table.record().dumps()), table.game)
    assert again.state == table.state


def test_a_line_that_is_not_as_illegal_as_it_says_is_refused():
    *_, table = offending(1, MISDEMEANOUR)
    text = table.record().dumps()
    first = next(str(line) for line in table.lines if line.is_illegal)
    with pytest.raises(StateError, match=r"cannot be played: .* is illegal there"):
        replay_record(GameRecord.loads(text.replace(first, first.replace("!", ""), 1)), table.game)
