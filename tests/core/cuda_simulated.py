"""The kernel of a GPU in Numba's simulator, beside a batch; run it with NUMBA_ENABLE_CUDASIM=1.

The simulator makes a thread of Python of each thread of the device. Games are plain objects and lists here: a number
taken out of a NumPy record would wrap around at the width of its field, which no compiled rule does.
"""

import random
from types import FunctionType

import numpy as np
from numba import config, cuda

from tests.core.test_lockstep import interpreted_run
from tests.world_dominance.agreements import random_options
from wd_env.core import cuda_kernel, kernel
from wd_env.core.batch import WRITTEN, Batch
from wd_env.core.cuda import KEPT, arrays_of
from wd_env.world_dominance.game import GAME

TABLES = 10
BLOCK = 4  # threads; the last block has some without a game


class Copied(list):  # type: ignore[type-arg]
    """Reading a record of an array into another copies it."""

    def __getitem__(self, at):
        return super().__getitem__(at).copy()


class Simulated:
    """The games of a `CudaBatch`, without a GPU."""

    def __init__(self, tables, seed, players, options, restarts):
        arrays = arrays_of(GAME, tables, seed, players, options, "F")
        self.types = {name: array.dtype for name, array in arrays.items()}
        self.held = {name: array.tolist() for name, array in arrays.items()}
        self.held["templates"] = Copied(map(GAME.schema.from_record, arrays["templates"]))
        self.held["states"] = list(map(GAME.schema.from_record, arrays["states"]))
        self.tables, self.restarts = tables, restarts
        play = cuda_kernel.make_play(GAME.luck_width, len(GAME.questions))
        space = {**vars(cuda_kernel), "run": interpreted_run()}
        self.kernel = cuda.jit(FunctionType(play.__code__, space, "play", None, play.__closure__))
        self.launch(kernel.START)

    def launch(self, op, rounds=1):
        self.kernel[-(-self.tables // BLOCK), BLOCK](op, rounds, int(self.restarts), *self.held.values())

    def refused(self, answers):
        """Which row refuses its answer first; as many as there are rows for none."""
        self.held["answers"][:] = answers
        self.held["refused"][0] = self.tables
        self.launch(kernel.CHECK)
        return self.held["refused"][0]

    def save(self):
        saved = {
            name: np.array(self.held[name]).astype(self.types[name]) for name in (*KEPT, *WRITTEN) if name != "states"
        }
        return {**saved, "states": np.array([list(state.to_bytes()) for state in self.held["states"]], np.uint8)}


def assert_equal(simulated, batch):
    mine, theirs = simulated.save(), {**batch.save(), "masks": batch.masks}
    for name, array in mine.items():
        assert array.dtype == theirs[name].dtype, name
        assert np.array_equal(array, theirs[name]), name


def both(players, options, restarts):
    """The same new games twice."""
    simulated = Simulated(TABLES, 7, players, options, restarts)
    batch = Batch(GAME, TABLES, 7, players, options, restarts=restarts)
    assert_equal(simulated, batch)
    return simulated, batch


def play_at_random(players, options, restarts):
    """Random answers, here and in a batch, equal after each call; how many games have ended."""
    simulated, batch = both(players, options, restarts)
    for rounds in (1, 80, 3, 120):
        simulated.launch(kernel.PLAY, rounds)
        batch.play(rounds)
        assert_equal(simulated, batch)
    return int(simulated.save()["seeds"][:, kernel.EPISODE].sum() if restarts else batch.done.sum())


def play_by_answers(players, options):
    """Given answers, among them some that are refused or punished."""
    simulated, batch = both(players, options, True)
    for wrong in (-1, len(GAME.actions), int(np.flatnonzero(batch.masks[5] == 0)[0])):
        answers = batch.masks.argmax(axis=1)
        answers[[5, 7]] = wrong
        assert simulated.refused(answers) == 5, wrong
    for _ in range(60):
        answers = batch.masks.argmax(axis=1)
        assert simulated.refused(answers) == batch.n
        simulated.launch(kernel.STEP)
        batch.step(answers)
        assert_equal(simulated, batch)


def main():
    assert config.ENABLE_CUDASIM, "NUMBA_ENABLE_CUDASIM is not set"
    short = [{"max_turns": turns} for turns in (8, 30)]
    assert play_at_random((2, 3, 4, 5), short, restarts=True) > TABLES
    assert play_at_random((2, 3, 4, 5), short, restarts=False) > TABLES // 2
    luck = random.Random(1)
    fixed = {"num_players": 2, "max_turns": 40, "knowledge_model": "profile"}  # a batch asks nobody: no quiz
    play_at_random((2,), [random_options(luck, **fixed) for _ in range(TABLES)], restarts=True)
    play_by_answers((2, 5), {"max_turns": 40})


if __name__ == "__main__":
    main()
