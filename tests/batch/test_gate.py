"""Compiled code only gets arrays for which it was compiled: type, shape, order, and separate memory."""

import ast
import inspect

import numpy as np
import pytest

pytest.importorskip("numba")

import numba

from wd_env.agents.world_dominance.scripted_agent import ScriptedAgent, _batch_policy
from wd_env.batch.batch import Batch
from wd_env.batch.kernel_arrays import (
    BUFFERS,
    CALL,
    CUDA_PARAMETERS,
    LOOP_PARAMETERS,
    OUTPUTS,
    RECORD,
    SCALARS,
    SCRATCH,
    check_array,
    dims_of,
    zeros,
)
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.world_dominance.game import GAME
from wd_env.kernels import cuda_loop, game_loop
from wd_env.spec.rewards import RewardShaping

N = 20
LOOP_SCALARS = (*SCALARS, "games_at_once")


def batch_of(tables=N, **more):
    return Batch(GAME, tables, 1, (2, 3, 4, 5), {"max_turns": 40}, **more)


def everything(batch):
    return b"".join(array.tobytes() for array in (*batch.save().values(), batch.masks))


def first_offered(batch):
    return batch.masks.argmax(axis=1)


def strided(array):
    """Return the same numbers as every other element of a wider array."""
    wide = np.zeros((*array.shape, 2), array.dtype)
    wide[..., 0] = array
    return wide[..., 0]


def locked(array):
    array = array.copy()
    array.flags.writeable = False
    return array


FORMS = {
    "a list": lambda array: array.tolist(),
    "strided": strided,
    "read-only": locked,
    "backwards": lambda array: array[::-1].copy()[::-1],
    "narrow": lambda array: array.astype(np.int16),
    "unsigned": lambda array: array.astype(np.uint64),
    "of the other byte order": lambda array: array.astype(">i8"),
    "of a subclass": lambda array: array.view(np.recarray),
}


# The declaration


def names_of(scalars, parameters):
    return [*scalars, *(parameter.name for parameter in parameters)]


def test_the_entry_and_the_kernel_take_their_arrays_in_the_declared_order():
    assert list(inspect.signature(game_loop.make_run("")).parameters) == names_of(LOOP_SCALARS, LOOP_PARAMETERS)
    assert list(inspect.signature(cuda_loop.make_play(1, 1)).parameters) == names_of(SCALARS, CUDA_PARAMETERS)


def test_the_kernel_hands_its_arrays_on_in_the_declared_order():
    """Check that only the arguments of a call and the scratch arrays differ: one row, one action."""
    tree = ast.parse(inspect.getsource(cuda_loop))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "run"]
    own = {"row": "rows", "action": "actions", "1": "games_at_once"}
    assert len(calls) == 1
    names = [ast.unparse(argument) for argument in calls[0].args]
    assert [own.get(name, name) for name in names] == names_of(LOOP_SCALARS, LOOP_PARAMETERS)


def test_compiled_types_are_the_declared_ones():
    batch = batch_of()
    (types,) = batch._run._entry.compiled.signatures
    for parameter, found in zip(LOOP_PARAMETERS, types[len(LOOP_SCALARS) :], strict=True):
        kind = GAME.schema.dtype if parameter.dtype == RECORD else np.dtype(parameter.dtype)
        assert (found.dtype, found.ndim) == (numba.from_dtype(kind), len(parameter.dims)), parameter.name
        assert (found.layout, found.mutable, found.aligned) == ("C", True, True), parameter.name


def test_the_arrays_of_a_batch_and_of_its_calls_are_the_declared_ones():
    batch = batch_of(shaping=RewardShaping((0.25, 0.5)))
    sides = dims_of(GAME, N, shaped=True)
    declared = zeros(GAME, {**sides, "kinds": len(batch._initial_states.records)}, LOOP_PARAMETERS)
    assert list(batch._buffers) == [parameter.name for parameter in BUFFERS]
    for name, array in {**batch._buffers, **batch._run.arrays}.items():
        if name not in (parameter.name for parameter in SCRATCH):  # one row for each thread
            assert check_array(name, array, declared[name]) is array
    assert [parameter.dims for parameter in CALL] == [("called",)] * 2
    assert sides["returns"] == len(GAME.returns_table)


# One compiled form


def test_every_call_of_a_batch_whatever_it_is_given_is_one_compiled_form():
    batch = batch_of(shaping=RewardShaping((0.25, 0.5)))
    rows, streams = np.arange(N), np.zeros((N, 3), np.int64)
    for form in FORMS.values():
        batch.step(form(first_offered(batch)))
        batch.reset(form(rows), form(batch.num_players))
        batch.step(form(first_offered(batch)[rows]), form(rows))
        batch.observe_seats(form(rows), form(batch.seat))
        batch.observe_players(form(rows), form(batch.player))
        batch.random_actions(form(rows))
        batch.opponent_streams(form(rows))
    batch.observe_players(*np.nonzero(np.ones((N, 2), bool)))
    batch.random_actions(rows, streams.view(np.recarray))
    for name in OUTPUTS:
        batch.write_to(**{name: np.zeros_like(getattr(batch, name)).view(np.recarray)})
        batch.step(first_offered(batch))
        getattr(batch, name).flags.writeable = False
        batch.reset(np.flatnonzero(batch.done))
    for other in (batch_of(1), batch_of(300, threads=4), batch_of(autoreset=True, observations=False)):
        other.play(3)
        other.observe_seats(np.zeros(400, int), np.zeros(400, int))
        other.load(other.save())
    batch.step([], [])
    assert len(batch._run._entry.compiled.signatures) == 1


def test_the_scripted_bot_is_one_compiled_form():
    batch, bot = batch_of(), ScriptedAgent(np.random.default_rng(1))
    for obs, masks in ((batch.obs, batch.masks), (strided(batch.obs), locked(batch.masks)), (batch.obs[:0],) * 2):
        bot.choose_batch(GAME, obs, masks[: len(obs)].reshape(len(obs), -1) if len(obs) else batch.masks[:0])
    bot.choose_batch(GAME, batch.obs[::2], batch.masks[1::2])
    bot.choose_batch(GAME, np.asfortranarray(batch.obs), batch.masks.view(np.recarray))
    assert len(_batch_policy().compiled.signatures) == 1


@pytest.mark.parametrize("form", FORMS)
def test_rows_and_answers_of_any_form_play_the_same_game(form):
    one, other = batch_of(), batch_of()
    for _ in range(30):
        one.reset(np.flatnonzero(one.done))
        other.reset(FORMS[form](np.flatnonzero(other.done)))
        rows = np.arange(N - 1, -1, -1)
        one.step(first_offered(one)[rows], rows)
        other.step(FORMS[form](first_offered(other)[rows]), FORMS[form](rows))
    assert everything(one) == everything(other)


# Memory


def test_rows_and_answers_that_a_step_rewrites_are_read_before_it():
    """Pass the array of seats as rows: it is rewritten while the rows are processed."""
    one, other = batch_of(), batch_of()
    rows = np.array([3, 1, 0, 2])
    for batch, mine in ((one, rows), (other, other.seat[:4])):
        batch.seat[:4] = rows
        batch.step(first_offered(batch)[rows], mine)
    assert everything(one) == everything(other)
    answers = first_offered(one)
    for batch in (one, other):
        batch.seat[:] = answers
    one.step(answers)
    other.step(other.seat)
    assert everything(one) == everything(other)


@pytest.mark.parametrize("name", ["seat", "player"])
def test_the_numbers_of_players_cannot_be_written_over(name):
    batch = batch_of()
    with pytest.raises(ConfigError, match=f"{name}: expected memory that no other array uses, got that of num_players"):
        batch.write_to(**{name: batch.num_players})


@pytest.mark.parametrize("name", ["_template_ids", "_seeds", "_streams", "_legal_bits", "_all", "_sampled_actions"])
def test_arrays_that_a_batch_relies_on_cannot_be_replaced(name):
    batch = batch_of()
    before = everything(batch)
    memory = getattr(batch, name).reshape(-1)[:N]
    with pytest.raises(ConfigError, match="expected memory that no other array uses"):
        batch.write_to(seat=memory)
    assert everything(batch) == before


def test_returned_arrays_can_be_locked_and_reshaped_but_not_replaced():
    batch, plain = batch_of(), batch_of()
    batch.obs.flags.writeable = False
    batch.masks.shape = (-1,)
    for name in OUTPUTS:
        with pytest.raises(ConfigError, match=rf"{name} cannot be replaced; use write_to\({name}=\.\.\.\)"):
            setattr(batch, name, np.zeros(3))
    answers = first_offered(plain)
    batch.step(answers)
    plain.step(answers)
    assert everything(batch) == everything(plain)


def test_the_winners_are_read_only():
    batch = batch_of()
    with pytest.raises(ValueError, match="read-only"):
        batch.won[0] = 1


@pytest.mark.parametrize(
    "weights",
    [
        np.zeros((N, 3), np.int64).tolist(),
        np.zeros((N - 1, 3), np.int64),
        np.zeros((N, 2), np.int64),
        np.zeros(N, np.int64),
        np.zeros((N, 3)),
        np.zeros((N, 3), np.int32),
        np.zeros((N, 3), np.int64, "F"),
        np.zeros((N, 6), np.int64)[:, ::2],
        locked(np.zeros((N, 3), np.int64)),
        5,
    ],
)
def test_chance_that_cannot_be_drawn_from_is_refused(weights):
    batch = batch_of()
    before = everything(batch)
    with pytest.raises(ConfigError, match="streams: expected"):
        batch.random_actions(streams=weights)
    assert everything(batch) == before


def test_chance_in_the_memory_of_the_batch_is_refused():
    batch, memory = batch_of(), np.zeros((2 * N, 3), np.int64)
    batch.write_to(seat=memory.reshape(-1)[:N])
    with pytest.raises(ConfigError, match="streams: expected memory that no other array uses, got that of seat"):
        batch.random_actions(streams=memory[:N])
    batch.random_actions(streams=memory[N:])
    with pytest.raises(ConfigError, match="player: expected memory that no other array uses, got that of streams"):
        batch.write_to(player=memory[N:].reshape(-1)[:N])


def test_random_streams_stay_valid_after_changes_of_their_flags_and_shape():
    batch, streams = batch_of(), batch_of().opponent_streams(np.arange(N))
    first = batch.random_actions(streams=streams)
    streams.flags.writeable = False
    streams.shape = (3, N)
    second = batch.random_actions(streams=streams)
    assert not np.array_equal(first, second)
    assert streams.reshape(N, 3)[:, 2].tolist() == [2] * N


# One clear error each


@pytest.mark.parametrize(
    ("rows", "who", "error", "message"),
    [
        ([100], [0], ConfigError, r"rows: expected 0 to 19, got \[100\]"),
        ([-1], [0], ConfigError, r"rows: expected 0 to 19, got \[-1\]"),
        ([0, 1], [0], ConfigError, r"(players|seats): expected shape \(2,\), got \(1,\)"),
        ([0], [[0]], ConfigError, r"(players|seats): expected shape \(1,\), got \(1, 1\)"),
        ([[0]], [[0]], ConfigError, r"rows: expected a list of integers, got shape \(1, 1\)"),
        (0, 0, ConfigError, r"rows: expected a list of integers, got shape \(\)"),
        ([0.5], [0], ConfigError, "rows: expected integers, got float64"),
        ([0], ["0"], ConfigError, r"(players|seats): expected integers, got <U1"),
        ([0], None, ConfigError, r"(players|seats): expected integers, got object"),
        ([[0], [1, 2]], [0], ConfigError, "rows: expected integers, got an error"),
        ([2**70], [0], ConfigError, "rows: expected integers, got object"),
        ([0], [2], WrongSeat, r"(player|seat): expected 0 to 1 in row 0, got 2"),
    ],
)
@pytest.mark.parametrize("look", ["observe_players", "observe_seats"])
def test_absent_players_cannot_be_observed(look, rows, who, error, message):
    with pytest.raises(error, match=message):
        getattr(batch_of(), look)(rows, who)


@pytest.mark.parametrize("rows", [[N], [-1], [0.5], 3, "0"])
def test_generators_of_unknown_rows_are_rejected(rows):
    with pytest.raises(ConfigError, match="rows"):
        batch_of().opponent_streams(rows)


@pytest.mark.parametrize("actions", [[[0], [1, 2]], ["0"] * N, {}, None, [2**70] * N, 1j])
def test_an_invalid_action_is_rejected(actions):
    batch = batch_of()
    before = everything(batch)
    with pytest.raises(IllegalAction, match="actions"):
        batch.step(actions)
    assert everything(batch) == before


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"options": 5}, "options: expected a dict of options by name or a list of them, got 5"),
        ({"options": "fast"}, "options: expected a dict of options by name or a list of them, got 'f'"),
        ({"options": [{}, 5]}, "options: expected a dict of options by name or a list of them, got 5"),
        ({"options": {1: 2}}, r"options: expected a dict of options by name or a list of them, got \{1: 2\}"),
        ({"game": 5}, "game: expected a name, a registry entry or a GameSpec, got 5"),
        ({"num_players": "4"}, "num_players: expected an integer or a list of integers, got '4'"),
        ({"num_players": [[4]]}, r"num_players: expected an integer or a list of integers, got \[\[4\]\]"),
        ({"num_players": [2**70]}, "num_players: expected 2 to 5"),
        ({"num_games": 2.0}, r"num_games: expected 1 to \d+, got 2\.0"),
        ({"num_games": "2"}, "num_games: expected .*, got '2'"),
        ({"threads": True}, "threads: expected .*, got True"),
        ({"autoreset": "no"}, "autoreset: expected True or False, got 'no'"),
        ({"observations": None}, "observations: expected True or False, got None"),
        ({"shaping": 0.5}, r"shaping: expected None or a RewardShaping, got 0\.5"),
        ({"shaping": RewardShaping((1.0,))}, "a finite weight for each of 2 terms"),
        ({"shaping": RewardShaping((1.0, float("nan")))}, "a finite weight for each of 2 terms"),
        ({"seed": np.array([[1], [2]])}, "got array"),
        ({"seed": {1, 2}}, r"got \{1, 2\}"),
        ({"seed": [1]}, "seed: expected one, or one for each of 2 games, got 1"),
    ],
)
def test_an_invalid_batch_is_rejected_at_construction(changed, message):
    with pytest.raises(ConfigError, match=message):
        Batch(**{"game": GAME, "num_games": 2, "seed": 1, **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"num_players": 3}, "num_players: expected .* for each of 2 rows, got 3"),
        ({"num_players": [3.0, 3.0]}, "num_players: expected integers, got float64"),
        ({"num_players": [True, True]}, "num_players: expected integers, got bool"),
        ({"seeds": 7}, "seeds: expected one for each of 2 rows, got 7"),
        ({"seeds": [7]}, "seeds: expected one for each of 2 rows, got 1"),
        ({"seeds": [7, -1]}, "got -1"),
        ({"rows": None}, "rows: expected integers"),
    ],
)
def test_an_invalid_reset_is_rejected_and_changes_nothing(changed, message):
    batch = batch_of()
    before = everything(batch)
    with pytest.raises(ConfigError, match=message):
        batch.reset(**{"rows": [0, 1], **changed})
    assert everything(batch) == before


def test_a_shaped_batch_in_which_every_game_waits_plays_nothing():
    batch = batch_of(shaping=RewardShaping((0.25, 0.5)))
    batch.play(2000)
    before = everything(batch)
    batch.play(3)
    assert everything(batch) == before
