"""A batch of games in the memory of a GPU: the rules and the kernel of a batch, compiled for CUDA by numba-cuda.

Importing this module imports Numba. `to_ptx` needs numba-cuda but no GPU; `CudaBatch` needs both. The modes of
`jit_modes` do not matter here: numba-cuda compiles the rules unchanged.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from wd_env.batch.batch_arguments import batch_spec, check_settings, is_int, player_counts
from wd_env.batch.initial_states import InitialStates, Options
from wd_env.batch.kernel_arrays import CUDA_PARAMETERS, OUTPUTS, Arrays, Order, as_int64, dims_of, zeros
from wd_env.batch.mask_bits import rejected_action_error, stuck_error
from wd_env.compiler.compile_modes import NATIVE
from wd_env.compiler.compile_rules import namespace
from wd_env.dependencies import missing_extra_error, require_libraries
from wd_env.errors import ConfigError, IllegalAction
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.seeding import seed_table
from wd_env.spec.game_spec import GameSpec

try:
    import numba
    from numba import cuda, types

    from wd_env.kernels import cuda_loop
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

MAX_GAMES = 1 << 22
BLOCK = 64  # threads per block
CAPABILITY = (9, 0)  # default compute capability of PTX
ORDERS: tuple[Order, ...] = ("F", "C")  # memory order of arrays, see CudaBatch
SAVED_ARRAYS = ("states", "streams", "seeds", "penalizes", "terminal", "legal_bits")


def check_gpu() -> None:
    """Raise ConfigError without a GPU, and MissingExtra, a ConfigError, without numba-cuda."""
    require_libraries("numba_cuda")
    if not cuda.is_available():
        raise ConfigError("no GPU found; an NVIDIA GPU and its driver are required")


class CudaBatch:
    """A batch of games on a GPU, one thread per game, bit-identical to a `Batch` with the same arguments.

    It has no reward shaping, always steps all rows, and plays random actions only.

    Args:
        game: Game to play.
        num_games: Number of games (rows), n.
        seed: One seed, or one per row, as for `Batch`.
        num_players: One number or a list through which rows cycle; by default that of the game.
        options: Rule options by name, or a list of them through which rows cycle.
        autoreset: Start a new game in the same call when one ends.
        order: Memory order of the arrays. With F neighbouring threads write neighbouring bytes; with C rows are
            contiguous, as in a `Batch`.

    Attributes:
        masks, obs, seat, player, rewards, done, truncated: Arrays of `Batch` in the memory of the GPU, which libraries
            with `__cuda_array_interface__` (torch.as_tensor, cupy.asarray) read without a copy.

    Raises:
        ConfigError: Without a GPU, or an argument is invalid.
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
        game: GameSpec | str,
        num_games: int,
        seed: int | Sequence[int] | None = None,
        num_players: int | Sequence[int] | None = None,
        options: Options | Sequence[Options] | None = None,
        *,
        autoreset: bool = False,
        order: Order = "F",
    ) -> None:
        game = batch_spec(game, options)
        players = player_counts(game, num_games, num_players, MAX_GAMES)
        check_settings(game, None, 1, autoreset=autoreset)
        if order not in ORDERS:
            raise ConfigError(f"order: expected {' or '.join(ORDERS)}, got {order!r}")
        check_gpu()
        self.game = game
        self.n = num_games
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats, self.max_players = game.seats, game.max_players
        self.autoreset = autoreset
        buffers = initial_arrays(game, num_games, seed, players, options, order)
        self._buffers = {name: cuda.to_device(array) for name, array in buffers.items()}
        for name in OUTPUTS:
            setattr(self, name, self._buffers[name])
        self._launch(game_loop.START)

    def play(self, num_steps: int) -> None:
        """Play `num_steps` uniformly random actions in every row, from the rows' own streams.

        Args:
            num_steps: Number of actions per row, 0 or more.

        Raises:
            ConfigError: If `num_steps` is negative.
        """
        if not is_int(num_steps) or num_steps < 0:
            raise ConfigError(f"num_steps: expected 0 or more, got {num_steps!r}")
        self._launch(game_loop.PLAY, int(num_steps))

    def step(self, actions: Any) -> None:
        """Play one action in every row.

        Args:
            actions: Integers [n], on the GPU or not.

        Raises:
            IllegalAction: As `Batch.step`.
        """
        if hasattr(actions, "__cuda_array_interface__"):
            provided = cuda.as_cuda_array(actions)
            if provided.dtype != np.int64 or not provided.is_c_contiguous():
                raise IllegalAction(f"actions: expected int64 in C order on the GPU, got {provided.dtype}")
        else:
            provided = as_int64(actions, "actions", IllegalAction)
        if provided.shape != (self.n,):
            raise IllegalAction(f"actions: expected shape {(self.n,)}, got {provided.shape}")
        self._buffers["actions"].copy_to_device(provided)
        self._buffers["illegal_row"].copy_to_device(np.array([self.n]))
        self._launch(game_loop.CHECK)
        row = int(self._buffers["illegal_row"].copy_to_host()[0])
        if row < self.n:
            self._check_stuck()
            action, terminal, words = (
                self._buffers[name].copy_to_host()[row] for name in ("actions", "terminal", "legal_bits")
            )
            raise rejected_action_error(self.game, row, int(action), bool(terminal), words)
        self._launch(game_loop.STEP)

    def _check_played(self) -> None:
        """Raise StateError if a running game on the GPU has no legal action."""
        if self._buffers["illegal_row"].copy_to_host()[0] < self.n:
            self._check_stuck()

    def _check_stuck(self) -> None:
        """Raise StateError if a running game has no legal action; the first one is named, as `Batch` does."""
        terminal, words = (self._buffers[name].copy_to_host() for name in ("terminal", "legal_bits"))
        rows = np.flatnonzero(~terminal & ~words.any(axis=1))
        if len(rows):
            state = self._buffers["states"].copy_to_host()[rows[0]]
            raise stuck_error(self.game, int(state["node"]), int(state["seat"]), int(rows[0]))

    def save(self) -> Arrays:
        """Return copies of the arrays that change during play and of the outputs, as `Batch.save` returns them."""
        self._check_played()
        return to_saved_form({name: self._buffers[name].copy_to_host() for name in (*SAVED_ARRAYS, *OUTPUTS)})

    def wait(self) -> None:
        """Wait until the GPU has finished; reading an array waits automatically."""
        cuda.synchronize()
        self._check_played()

    def _launch(self, op: int, num_steps: int = 1) -> None:
        blocks = -(-self.n // BLOCK)
        cuda_kernel_for(self.game)[blocks, BLOCK](op, num_steps, int(self.autoreset), *self._buffers.values())


def initial_arrays(
    game: GameSpec,
    num_games: int,
    seed: int | Sequence[int] | None,
    num_players: Sequence[int],
    options: Options | Sequence[Options] | None,
    order: Order,
) -> Arrays:
    """Return the arrays of games that have not started, in the order of the kernel's parameters."""
    templates = InitialStates(game, options)
    rows = np.arange(num_games)
    kind = templates.template_ids(rows, np.array(num_players, np.int64)[rows % len(num_players)])
    provided = {
        "illegal_row": np.array([num_games]),
        "outcome_counts": np.array(game.outcome_counts),
        "returns": np.array(game.returns_table, np.float32),
        "templates": templates.records,
        "template_ids": kind,
        "seeds": np.array(seed_table(seed, num_games), np.int64, order=order),
        "penalizes": templates.penalizes[kind],
    }
    return {**zeros(game, dims_of(game, num_games), CUDA_PARAMETERS, order), **provided}


def to_saved_form(arrays: Arrays) -> Arrays:
    """Return the arrays that `Batch.save` has, in its form, and the masks."""
    copied = {name: np.ascontiguousarray(arrays[name]) for name in (*SAVED_ARRAYS, *OUTPUTS)}
    return {**copied, "states": copied["states"].view(np.uint8).reshape(len(copied["states"]), -1)}


@cache
def cuda_kernel_for(game: GameSpec) -> Any:
    """Return the kernel of a game for this GPU, compiled at its first call; one object per process."""
    return cuda.jit(_play(game))


def to_ptx(game: GameSpec, capability: tuple[int, int] = CAPABILITY, order: Order = "F") -> str:
    """Return the kernel of a game as PTX text; no GPU is needed.

    Args:
        game: The game.
        capability: Compute capability of the GPU, such as (9, 0).
        order: Memory order of the arrays, as for `CudaBatch`.
    """
    arrays = initial_arrays(game, 2, 0, (game.max_players,), None, order)
    signature = types.void(*[types.int64] * 3, *map(numba.typeof, arrays.values()))
    with _compile_for(capability):
        text, _ = cuda.compile_ptx(_play(game), signature, cc=capability)
    return str(text)


def _play(game: GameSpec) -> FunctionType:
    """Return the kernel of `cuda_kernel.make_play` for this game, not compiled yet."""
    space = namespace((*game.modules, default_rules, bits, philox, game_loop), _on_device, NATIVE)
    run = game_loop.make_run("")
    space["run"] = _on_device(FunctionType(run.__code__, space, "run", None, run.__closure__))
    space |= {"cuda": cuda, "int64": types.int64}
    play = cuda_loop.make_play(game.chance_width, len(game.nodes))
    return FunctionType(play.__code__, space, f"play_{game.name}", None, play.__closure__)


def _on_device(function: Callable[..., Any]) -> Any:
    return cuda.jit(function, device=True)


@contextmanager
def _compile_for(capability: tuple[int, int]) -> Iterator[None]:
    """Make device functions compile for this capability; they would use that of the current GPU."""
    from numba.cuda import dispatcher  # Numba's simulator has none

    get_device = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = get_device
