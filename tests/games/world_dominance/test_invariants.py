"""Random games are recounted from scratch after every action: invariants of the game (ledger 5.5).

`WD_GAMES` times ten is the number of games of each kind played interpreted here. Six thousand are played compiled, and
`make games` plays a hundred thousand.
"""

import random

import pytest

from tests.games.world_dominance import random_games
from tests.games.world_dominance.invariants import (
    CARDS_ARE_HELD,
    CHANGES_ONE_WAY,
    END_IS_THE_END,
    FRAMES_ARE_ORDERED,
    IN_PLAY_HAS_A_SOLDIER,
    INTERNED_IN_THE_ICE_HOUSE,
    INVARIANTS,
    LEGAL_ACTION_EXISTS,
    MEMORY,
    NOT_BROKEN,
    OBSERVATIONS_ARE_IN_RANGE,
    ONE_PLACE_EACH,
    OPTIONS_UNCHANGED,
    OUT_HAS_NOTHING,
    PACKS_ARE_COMPLETE,
    PLAYER_CAN_DECIDE,
    SECRETS_ARE_PRIVATE,
    SETS_LIE_TOGETHER,
    SOLDIERS_COUNT,
    TURN_BEGINS_CLEAN,
    TURN_ENDS,
)
from tests.games.world_dominance.policies import GAMES, PREFERENCES
from tests.games.world_dominance.random_games import Cell, cells
from tests.games.world_dominance.random_options import each_value, random_options
from tests.games.world_dominance.recount import recount, recount_frames, recount_observation
from tests.games.world_dominance.recount_pieces import recount_soldiers
from tests.games.world_dominance.recounted_games import (
    IMPOSSIBLE,
    MAX_ACTIONS,
    NUM_ACTIONS,
    NUM_TOTALS,
    choose,
    play_action,
    preference_of,
    reset_memory,
)
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.decision_codes import OVER, SETTLE
from wd_env.games.world_dominance.definitions.names import BY_LAST_SURVIVOR, BY_STALEMATE, NO_PIECE, NOWHERE
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.variants import VARIANT_ROWS
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record

FIVE_CARD = VARIANT_ROWS[0]
COMPILED = 6000
POLICIES_A_VALUE = 1  # of the four, drawn for each value
LONG_ENOUGH = 3000  # actions of a game without a limit of turns


def one_policy_each():
    """Return every table with one policy, cycling through them; compiled games use all four."""
    policies = len(PREFERENCES)
    return [cell for at, cell in enumerate(cells()) if (at + at // policies) % policies == 0]


class Game:
    """A game that is played interpreted, action by action."""

    def __init__(self, cell, number, config=None):
        self.state = new_state(config or cell.config(number))
        self.stream = cell.stream(1, number)
        self.preferences = preference_of(cell.policy)
        self.memory, self.tally, self.log = [0] * MEMORY, [0] * NUM_TOTALS, [0] * MAX_ACTIONS
        reset_memory(self.state, self.memory, self.tally)

    def answer(self):
        """Play the next action, and return the invariant that it breaks."""
        mask, weights = [0] * len(GAME.actions), [0] * GAME.chance_width
        number = choose(self.state, self.stream, self.preferences, mask, weights)
        return play_action(self.state, number, 1, self.memory, [0] * GAME.layout.size, self.log, self.tally)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("cell", one_policy_each(), ids=lambda cell: cell.name)
def test_every_invariant_holds_after_every_answer(cell):
    for number in range(max(1, GAMES // 10)):
        game = Game(cell, number)
        while game.state.node != OVER:
            broken = game.answer()
            assert broken == NOT_BROKEN, f"game {number}, answer {game.tally[NUM_ACTIONS]}: {INVARIANTS[broken]}"
            check_state(game.state)
            game.state.to_record()  # OverflowError if a number does not fit its field


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("name", "value"), each_value())
def test_every_invariant_holds_under_every_value_of_every_option(name, value):
    for policy in random.Random(f"{name} {value}").sample([*PREFERENCES], POLICIES_A_VALUE):
        rng = random.Random(f"{name} {value} {policy}")
        config = Config.of(**random_options(rng, **{"max_turns": 60, name: value}))
        game = Game(Cell(FIVE_CARD, 2, policy), rng.randrange(100), config)
        for _ in range(LONG_ENOUGH):
            if game.state.node == OVER:
                break
            broken = game.answer()
            assert broken == NOT_BROKEN, f"{config}, answer {game.tally[NUM_ACTIONS]}: {INVARIANTS[broken]}"
            check_state(game.state)


@pytest.mark.parametrize("last_player", ["stalemate", "last_survivor_wins"])
def test_the_last_survivor_wins_depending_on_the_option(last_player):
    ended = 0
    for number in range(6):
        config = Config(num_players=2, max_turns=400, last_player=last_player)
        game = Game(Cell(FIVE_CARD, 2, "hoarding"), number, config)
        while game.state.node != OVER:
            assert game.answer() == NOT_BROKEN
        s = game.state
        if s.ended_by in (BY_LAST_SURVIVOR, BY_STALEMATE):
            ended += 1
            assert sum(s.in_play) == 1
            assert s.won[:2] == (s.in_play[:2] if last_player == "last_survivor_wins" else [0, 0])
    assert ended > 0


# Each invariant is broken once by hand, which shows that the recount detects it.


def lay(name, *at_and_value):
    """Return a function that sets a field, or one element of it."""

    def change(s):
        *at, value = at_and_value
        if at:
            getattr(s, name)[at[0]] = value
        else:
            setattr(s, name, value)

    return change


def wait_beneath_its_better(s):
    s.waiting, s.waiting_node[0] = 1, SETTLE


BREACHES = [
    (SOLDIERS_COUNT, lay("garrison", 71)),
    (SOLDIERS_COUNT, lay("rsz", 1)),
    (FRAMES_ARE_ORDERED, wait_beneath_its_better),
    (FRAMES_ARE_ORDERED, lay("waiting_note", 1, 1)),
    (CARDS_ARE_HELD, lay("card_at", 0, 6)),
    (CARDS_ARE_HELD, lay("card_at", 0, 3)),
    (CARDS_ARE_HELD, lay("card_region", 0, 1)),
    (CARDS_ARE_HELD, lay("held", 3, 9)),
    (PACKS_ARE_COMPLETE, lay("manoeuvre_size", 26)),
    (PACKS_ARE_COMPLETE, lay("manoeuvre_place", 3, 4)),
    (PACKS_ARE_COMPLETE, lay("theme_place", 3, 4)),
    (PACKS_ARE_COMPLETE, lay("closed", 0)),
    (PACKS_ARE_COMPLETE, lay("manoeuvre_unseen", 28)),
    (ONE_PLACE_EACH, lay("khyber_at", 4)),
    (ONE_PLACE_EACH, lay("pardon_at", 3)),
    (ONE_PLACE_EACH, lay("piece", [2, 2, 1, 8, 8])),
    (ONE_PLACE_EACH, lay("place", 0, 24)),
    (OUT_HAS_NOTHING, lay("in_play", 3, 1)),
    (OUT_HAS_NOTHING, lay("in_play", 1, 0)),
    (OUT_HAS_NOTHING, lay("reinforcements", 4, 1)),
    (IN_PLAY_HAS_A_SOLDIER, lay("army", 2, 0)),
    (INTERNED_IN_THE_ICE_HOUSE, lay("ice_turns", 1, 1)),
    (SECRETS_ARE_PRIVATE, lay("knows", 1, 8)),
    (PLAYER_CAN_DECIDE, lay("seat", 3)),
    (PLAYER_CAN_DECIDE, lay("node", SETTLE)),
    (TURN_BEGINS_CLEAN, lay("theme", 5)),
    (TURN_BEGINS_CLEAN, lay("fresh", 1, 2)),
    (TURN_BEGINS_CLEAN, lay("setup_rank", [0, 0, 2, 0, 0])),
    (END_IS_THE_END, lay("won", 0, 1)),
    (END_IS_THE_END, lay("ended_by", 1)),
    (END_IS_THE_END, lay("node", OVER)),
    (CHANGES_ONE_WAY, lay("turn_number", 1)),
    (CHANGES_ONE_WAY, lay("run_marks", 8, 0)),
    (CHANGES_ONE_WAY, lay("reinforcements", 0, 1)),
    (OBSERVATIONS_ARE_IN_RANGE, lay("garrison", -1)),
    (SETS_LIE_TOGETHER, lay("in_set", 8, 1)),
    (SETS_LIE_TOGETHER, lay("in_set", [1] * 5 + [0] * 60)),
    (SETS_LIE_TOGETHER, lay("in_set", [0] * 20 + [2] * 5 + [0] * 40)),
    (CHANGES_ONE_WAY, lay("stack_paid", 0, 0)),
]


def recount_all(s, memory):
    broken = recount_frames(s) or recount(s, memory) or recount_observation(s, 0, [0] * GAME.layout.size)
    return broken or recount_soldiers(s)


def in_the_middle():
    """Return a state in the middle of a game, and the memory of the recount."""
    s = position(players=3, at={0: "S02", 1: "S05", 2: "S07"}, reinforcements_used=[0]).state
    s.turn_number, s.run_marks[8], s.stack_paid[0] = 9, 1, 1
    memory = [0] * MEMORY
    reset_memory(s, memory, [0] * NUM_TOTALS)
    assert recount_all(s, memory) == NOT_BROKEN
    return s, memory


@pytest.mark.parametrize(("invariant", "breach"), BREACHES)
def test_a_breach_is_seen_and_named(invariant, breach):
    s, memory = in_the_middle()
    breach(s)
    assert INVARIANTS[recount_all(s, memory)] == INVARIANTS[invariant]


def fall(s):
    s.in_play[0], s.army[0], s.place[0] = 0, 0, NOWHERE


ALLY_BREACHES = [(OUT_HAS_NOTHING, fall), (TURN_BEGINS_CLEAN, lay("piece", 1, NO_PIECE))]


@pytest.mark.parametrize(("invariant", "breach"), ALLY_BREACHES)
def test_a_breach_in_the_ally_game_is_seen_and_named(invariant, breach):
    s = position(players=2, variant="ally", allies=[1], at={0: "S02", 1: "S05", 2: "S07"}).state
    memory = [0] * MEMORY
    reset_memory(s, memory, [0] * NUM_TOTALS)
    assert recount_all(s, memory) == NOT_BROKEN
    breach(s)
    assert INVARIANTS[recount_all(s, memory)] == INVARIANTS[invariant]


def test_the_remaining_invariants_are_broken_elsewhere_in_this_file():
    elsewhere = {LEGAL_ACTION_EXISTS, TURN_ENDS, OPTIONS_UNCHANGED}
    assert {invariant for invariant, _ in BREACHES} | elsewhere == set(range(1, len(INVARIANTS)))


def test_a_set_that_a_claim_keeps_waiting_is_no_breach_until_the_claim_is_answered():
    three, four = ["Alaska", "Vancouver", "Montreal"], ["Cairo", "Kenya", "Angola", "Nigeria"]
    cards = {0: [*three, "Mozambique"], 1: [*four, "Mexico"]}
    options = {"players": 2, "variant": "ten_card", "manual_declarations": True, "preset_bonus_in_ten_card": True}
    game = position(cards=cards, lands="S01", queue=["M14"], **options)
    memory = [0] * MEMORY
    reset_memory(game.state, memory, [0] * NUM_TOTALS)
    for answer in ("accept", "card Mozambique", "card Mexico"):
        game.play(answer)
    assert game.node.name == "pre_set_claim"
    assert recount(game.state, memory) == NOT_BROKEN
    game.play("claim")
    assert recount(game.state, memory) == NOT_BROKEN
    game.state.in_set = [0] * 65
    assert recount(game.state, memory) == SETS_LIE_TOGETHER


def test_a_question_without_an_answer_and_an_endless_turn_are_seen():
    game = Game(Cell(FIVE_CARD, 2, "uniform"), 0)
    assert play_action(game.state, IMPOSSIBLE, 1, game.memory, [], game.log, game.tally) == LEGAL_ACTION_EXISTS
    game.tally[NUM_ACTIONS] = MAX_ACTIONS
    assert game.answer() == TURN_ENDS


# The same recount, compiled.


@pytest.mark.long
def test_compiled_games_are_those_that_are_recounted_interpreted():
    pytest.importorskip("numba")
    for cell in (Cell(FIVE_CARD, 3, "greedy"), Cell(FIVE_CARD, 5, "stalling")):
        game = Game(cell, 0)
        while game.state.node != OVER:
            assert game.answer() == NOT_BROKEN
        table = random_games.record_of(cell, 1, 0)
        assert table.state == game.state
        assert len(table.lines) == game.tally[NUM_ACTIONS]


@pytest.mark.long
def test_make_games_plays_every_kind_and_finds_nothing_broken(tmp_path, capsys):
    pytest.importorskip("numba")
    assert random_games.main(["--games", str(COMPILED), "--seed", "5", "--records", str(tmp_path)]) == 0
    *_, last, _, note, memory = capsys.readouterr().out.splitlines()
    assert last.split()[0] == "all"
    assert int(last.split()[1].replace(",", "")) >= COMPILED
    assert last.split()[-1] == "0"
    assert note.startswith("Seed 5")
    assert memory.startswith("Peak memory: ")


def tampered(config):
    """Return a state in which another card is the South Pole: once returned, it is next to the Garrison."""
    s = new_state(config)
    s.south_pole = 1
    return s


@pytest.mark.long
def test_a_broken_invariant_is_named_with_a_record_to_replay(capsys, tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(random_games, "new_state", tampered)
    monkeypatch.setattr(random_games, "cells", lambda: iter([Cell(FIVE_CARD, 4, "uniform")]))
    assert random_games.main(["--games", "300", "--records", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert INVARIANTS[CARDS_ARE_HELD] in out
    (path,) = tmp_path.iterdir()
    assert f"wd replay {path}" in out
    replayed = replay_record(GameRecord.loads(path.read_text()), GAME)
    assert f"after action {len(replayed.lines)} " in out
    assert len(replayed.lines) > 10


@pytest.mark.long
def test_options_that_change_in_a_game_are_detected(monkeypatch):
    pytest.importorskip("numba")
    whole = random_games._option_bytes
    seen = []

    def once_changed(states):
        seen.append(whole(states))
        return seen[-1] if len(seen) == 1 else seen[-1][::-1]

    monkeypatch.setattr(random_games, "_option_bytes", once_changed)
    totals = random_games.play(Cell(FIVE_CARD, 2, "uniform"), 1, 0, 3)
    assert totals.broken == {0: OPTIONS_UNCHANGED, 2: OPTIONS_UNCHANGED}
