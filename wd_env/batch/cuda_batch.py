"""Many games in the memory of a GPU: the rules and the entry that a batch has, compiled for CUDA by numba-cuda.

Importing this module imports Numba. `to_ptx` needs that compiler and no GPU, `CudaBatch` needs both. Both modes of
compiling (`modes.py`) are the same here: the rules go to numba-cuda as they stand.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from wd_env.batch.batch_arguments import check_how, checked_size, is_whole
from wd_env.batch.initial_states import Options, Templates
from wd_env.batch.kernel_arrays import KERNEL, WRITTEN, Arrays, Order, sides_of, whole_numbers, zeros
from wd_env.batch.mask_bits import refusal, stuck
from wd_env.compiler.compile_modes import NATIVE
from wd_env.compiler.compile_rules import namespace
from wd_env.dependencies import is_installed, missing, need
from wd_env.errors import ConfigError, IllegalAction
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.seeding import seeds_of
from wd_env.spec.game_spec import GameSpec

try:
    import numba
    from numba import cuda, types

    from wd_env.kernels import cuda_loop
except ModuleNotFoundError as problem:
    raise missing(problem) from None

MOST_GAMES = 1 << 22
BLOCK = 64  # threads
CAPABILITY = (9, 0)  # of the GPU that PTX is made for where none is named
ORDERS: tuple[Order, ...] = ("F", "C")  # see CudaBatch
KEPT = ("states", "streams", "seeds", "punishes", "over", "offered")


def is_compiler_here() -> bool:
    """numba-cuda is installed."""
    return is_installed("numba_cuda")


def check_gpu() -> None:
    """ConfigError where games cannot be played on a GPU; MissingExtra, which is one, without the compiler."""
    need("numba_cuda")
    if not cuda.is_available():
        raise ConfigError("no GPU was found; allowed is a machine with one of NVIDIA's and its driver")


class CudaBatch:
    """`tables` games on a GPU, a thread each: those that a `Batch` of the same arguments plays, bit for bit.

    `masks`, `obs`, `seat`, `player`, `rewards`, `done` and `truncated` are a batch's, in the GPU's memory: whatever
    knows `__cuda_array_interface__` (torch.as_tensor, cupy.asarray) reads them where they are. With `order` F they lie
    column by column, so that neighbouring threads write neighbouring bytes; with C row by row, as a `Batch` has them.

    Shaping, some of the rows and other agents than random ones inside are a `Batch`'s. ConfigError where no GPU is.
    """

    masks: Any
    obs: Any
    seat: Any
    player: Any
    rewards: Any
    done: Any
    truncated: Any

    def __init__(
        self,
        game: GameSpec,
        tables: int,
        seed: int | Sequence[int],
        num_players: int | Sequence[int] | None = None,  # None: the game's usual number
        options: Options | Sequence[Options] | None = None,
        *,
        restarts: bool = False,
        order: Order = "F",
    ) -> None:
        players = checked_size(game, tables, num_players, MOST_GAMES)
        check_how(game, None, 1, restarts=restarts)
        if order not in ORDERS:
            raise ConfigError(f"order {order!r}; allowed are {', '.join(ORDERS)}")
        check_gpu()
        self.game = game
        self.n = tables
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats, self.max_players = game.seats, game.max_players
        self.restarts = restarts
        held = arrays_of(game, tables, seed, players, options, order)
        self._held = {name: cuda.to_device(array) for name, array in held.items()}
        for name in WRITTEN:
            setattr(self, name, self._held[name])
        self._launch(game_loop.START)

    def play(self, rounds: int) -> None:
        """So many uniformly random answers in each row, from the rows' own streams; ConfigError for fewer than none."""
        if not is_whole(rounds) or rounds < 0:
            raise ConfigError(f"{rounds!r} rounds; allowed are 0 and more")
        self._launch(game_loop.PLAY, int(rounds))

    def step(self, actions: Any) -> None:
        """Answer in every row: whole numbers [n], on the GPU or not; IllegalAction as a batch has it."""
        if hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
            if given.dtype != np.int64 or not given.is_c_contiguous():
                raise IllegalAction(f"answers of type {given.dtype} on the GPU; allowed is int64 in C order")
        else:
            given = whole_numbers(actions, "answers", IllegalAction)
        if given.shape != (self.n,):
            raise IllegalAction(f"{given.shape} answers for {(self.n,)} rows")
        self._held["answers"].copy_to_device(given)
        self._held["refused"].copy_to_device(np.array([self.n]))
        self._launch(game_loop.CHECK)
        row = int(self._held["refused"].copy_to_host()[0])
        if row < self.n:
            self._check_stuck()
            action, over, words = (self._held[name].copy_to_host()[row] for name in ("answers", "over", "offered"))
            raise refusal(self.game, row, int(action), bool(over), words)
        self._launch(game_loop.STEP)

    def _check_played(self) -> None:
        """StateError if the GPU has come to a game that is stuck."""
        if self._held["refused"].copy_to_host()[0] < self.n:
            self._check_stuck()

    def _check_stuck(self) -> None:
        """StateError for the first game that goes on and offers nothing, as a batch has it."""
        over, words = (self._held[name].copy_to_host() for name in ("over", "offered"))
        rows = np.flatnonzero(~over & ~words.any(axis=1))
        if len(rows):
            state = self._held["states"].copy_to_host()[rows[0]]
            raise stuck(self.game, int(state["question"]), int(state["seat"]), int(rows[0]))

    def save(self) -> Arrays:
        """What changes while games are played and what was last written, copied from the GPU, as a batch saves it."""
        self._check_played()
        return saved({name: self._held[name].copy_to_host() for name in (*KEPT, *WRITTEN)})

    def wait(self) -> None:
        """Until the GPU has done all that it was told; reading an array waits by itself."""
        cuda.synchronize()
        self._check_played()

    def _launch(self, op: int, rounds: int = 1) -> None:
        blocks = -(-self.n // BLOCK)
        entry(self.game)[blocks, BLOCK](op, rounds, int(self.restarts), *self._held.values())


def arrays_of(
    game: GameSpec,
    tables: int,
    seed: int | Sequence[int],
    players: Sequence[int],
    options: Options | Sequence[Options] | None,
    order: Order,
) -> Arrays:
    """Every array of so many games that wait to begin, in the order in which the kernel takes them."""
    templates = Templates(game, options)
    rows = np.arange(tables)
    kind = templates.kinds(rows, np.array(players, np.int64)[rows % len(players)])
    given = {
        "refused": np.array([tables]),
        "outcomes": np.array(game.chance_counts),
        "returns": np.array(game.returns_table, np.float32),
        "templates": templates.records,
        "kind": kind,
        "seeds": np.array(seeds_of(seed, tables), np.int64, order=order),
        "punishes": templates.punishes[kind],
    }
    return {**zeros(game, sides_of(game, tables), KERNEL, order), **given}


def saved(arrays: Arrays) -> Arrays:
    """Those of these arrays that `Batch.save` knows, in its form, and the masks."""
    copied = {name: np.ascontiguousarray(arrays[name]) for name in (*KEPT, *WRITTEN)}
    return {**copied, "states": copied["states"].view(np.uint8).reshape(len(copied["states"]), -1)}


@cache
def entry(game: GameSpec) -> Any:
    """The kernel for the GPU that is here, compiled at its first call; the same object in the whole process."""
    return cuda.jit(_play(game))


def to_ptx(game: GameSpec, capability: tuple[int, int] = CAPABILITY, order: Order = "F") -> str:
    """The kernel as text for NVIDIA's virtual machine, for arrays in this order; no GPU is needed."""
    arrays = arrays_of(game, 2, 0, (game.max_players,), None, order)
    signature = types.void(*[types.int64] * 3, *map(numba.typeof, arrays.values()))
    with _aimed_at(capability):
        text, _ = cuda.compile_ptx(_play(game), signature, cc=capability)
    return str(text)


def _play(game: GameSpec) -> FunctionType:
    """`cuda_kernel.make_play`'s kernel for this game, not yet compiled; what it calls compiles with it."""
    space = namespace((*game.modules, default_rules, bits, philox, game_loop), _on_device, NATIVE)
    run = game_loop.make_run("")
    space["run"] = _on_device(FunctionType(run.__code__, space, "run", None, run.__closure__))
    space |= {"cuda": cuda, "int64": types.int64}
    play = cuda_loop.make_play(game.chance_width, len(game.questions))
    return FunctionType(play.__code__, space, f"play_{game.name}", None, play.__closure__)


def _on_device(function: Callable[..., Any]) -> Any:
    return cuda.jit(function, device=True)


@contextmanager
def _aimed_at(capability: tuple[int, int]) -> Iterator[None]:
    """Functions of a device ask the GPU at hand what to compile for, although the caller has said it."""
    from numba.cuda import dispatcher  # Numba's simulator has none

    ask = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = ask
