"""Many games at once over arrays: one compiled call steps them, samples chance and writes masks and views."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wd_env.batch import saved_batch
from wd_env.batch.batch_arguments import check_settings, is_int, player_counts
from wd_env.batch.initial_states import InitialStates, Options
from wd_env.batch.kernel_arrays import BUFFERS, OUTPUTS, Arrays, as_int64, check_array, check_no_overlap, dims_of, zeros
from wd_env.batch.kernel_runner import KernelRunner
from wd_env.batch.mask_bits import rejected_action_error, stuck_error
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.kernels import game_loop
from wd_env.seeding import opponent_streams, seed_table
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping

Ints = NDArray[np.int64]

STEPS_PER_CALL = 64  # of random answers, so that a key that interrupts is heard
MAX_GAMES = 65_536
NO_ARRAYS: Mapping[str, NDArray[Any]] = {}


class BatchAgent(Protocol):
    """Whatever answers for many tables at once; every bot does.

    One whose `uses_states` is true has `choose_from_states` as well, and is asked by that (see `agents.base.Agent`).
    """

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints: ...


class Batch:
    """`n` games, mixed in numbers of players and in options.

    With one `seed`, row k plays as a single table would with this seed, were it the k-th; with a seed for each game,
    row k plays the game of a single table with that seed, and after a restart its next episode. Rows take `num_players`
    and `options` in turn.

    Arrays, rewritten by each call; see `write_to` for arrays of the caller: `masks` int8[n, actions] (1 is legal),
    `obs` int8[n, size] (view of the asked seat), `seat` and `player` int64[n] (who is asked, and who answers for
    that seat), `rewards` float32[n, max_players] (of the last step), `done` bool[n]. With `autoreset` a
    game that ends is followed at once by a new one: `done` and `rewards` are then those of the game that has ended, the
    rest is the new game's. Without it a game that is done waits for `reset`.

    `threads` share the rows of one call; the games are the same whatever their number. Without `observations` none is
    written and `obs` is int8[0, size], for those who look by `observe_seats` when they need to.

    ConfigError for arguments that cannot be.
    """

    masks: NDArray[np.int8]
    obs: NDArray[np.int8]
    seat: Ints
    player: Ints
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    def __init__(
        self,
        game: GameSpec,
        num_games: int,
        seed: int | Sequence[int],
        num_players: int | Sequence[int] | None = None,  # None: the game's usual number
        options: Options | Sequence[Options] | None = None,
        shaping: RewardShaping | None = None,
        *,
        autoreset: bool = False,
        threads: int = 1,
        observations: bool = True,
    ) -> None:
        players = player_counts(game, num_games, num_players, MAX_GAMES)
        check_settings(game, shaping, threads, autoreset=autoreset, observations=observations)
        self.game = game
        self.n = num_games
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats, self.max_players = game.seats, game.max_players
        self.shaping = shaping or RewardShaping()
        self._is_shaped = not self.shaping.is_off
        self.autoreset = bool(autoreset)
        self.observations = bool(observations)
        self._initial_states = InitialStates(game, options)
        self._make_buffers()
        self._seeds[...] = seed_table(seed, num_games)
        self.num_players = np.array([players[row % len(players)] for row in range(num_games)], np.int64)
        self._run = KernelRunner(game, num_games, threads)
        self.reset(self._all, self.num_players)

    def _make_buffers(self) -> None:
        """Make all that compiled code is given in every call."""
        self._dims = dims_of(self.game, self.n, shaped=self._is_shaped, observed=self.observations)
        self._buffers = zeros(self.game, self._dims, BUFFERS)
        self._name_buffers()

    def _name_buffers(self) -> None:
        """Name it; callers see views of their own, which they may lock or reshape without a change of the memory."""
        self._all = np.arange(self.n)
        self._sampled_actions = np.zeros(self.n, np.int64)  # the random answers of a call, which nobody reads
        self._template_ids = self._buffers["template_ids"]  # of template, row by row
        self._states = self._buffers["states"]
        self._bytes = self._states.view(np.uint8).reshape(self.n, self.game.schema.size)
        self._seeds, self._streams = self._buffers["seeds"], self._buffers["streams"]
        self._penalizes, self._potentials = self._buffers["penalizes"], self._buffers["potentials"]
        self._legal_bits = self._buffers["legal_bits"]  # what answers are checked against
        self._terminal = self._buffers["terminal"]
        self._borrowed_streams: tuple[Any, Ints] = (
            None,
            self._streams,
        )  # streams of a caller, and their memory as it is handed on
        vars(self).update({name: self._buffers[name].view() for name in OUTPUTS})

    def __setattr__(self, name: str, value: object) -> None:
        if name in OUTPUTS:
            raise ConfigError(f"{name} cannot be replaced; allowed is write_to({name}=...)")
        super().__setattr__(name, value)

    # Reading

    @property
    def won(self) -> NDArray[np.int8]:
        """1 for the player that has won a game which is done and waits, int8[n, players], read-only."""
        won: NDArray[np.int8] = self._states["won"]
        won.flags.writeable = False
        return won

    @property
    def nodes_opened(self) -> Ints:
        """How often each question was opened since the batch was made, int64[questions]."""
        used: Ints = self._run.nodes_opened.sum(axis=0)
        return used

    def field(self, name: str) -> NDArray[Any]:
        """A copy of one public field of all states; KeyError for a private or unknown one."""
        if self.game.schema.by_name[name].private:
            raise KeyError(f"{name} is known to some seats only")
        values: NDArray[Any] = self._states[name].copy()
        return values

    def write_to(self, **arrays: NDArray[Any]) -> None:
        """From now on write into these arrays of the caller, by name: `obs`, `masks` and so on, as above.

        They take over what was last written. ConfigError for another name, shape or type, or for an array that is
        read-only, not in C order, or in the memory of another one of the batch; then nothing has changed.
        """
        for name, array in arrays.items():
            if name not in OUTPUTS:
                raise ConfigError(f"{name!r} is not written by a batch; allowed are {', '.join(OUTPUTS)}")
            check_array(name, array, self._buffers[name])
        owned = {**self._all_arrays(), **arrays}
        for name, array in arrays.items():
            check_no_overlap(name, array, owned)
        for name, array in arrays.items():
            array[...] = self._buffers[name]
            self._buffers[name] = array.view(np.ndarray)
            vars(self)[name] = array

    def _all_arrays(self) -> Arrays:
        """Every array whose numbers the batch or compiled code counts on."""
        mine = {
            "num_players": self.num_players,
            "rows": self._all,
            "actions": self._sampled_actions,
            "streams": self._borrowed_streams[1],
        }
        return {**self._buffers, **self._run.arrays, **mine}

    # Playing

    def reset(self, rows: Ints, num_players: Ints | None = None, seeds: Sequence[int] | None = None) -> None:
        """New games in these rows, each with a random stream of its own.

        `num_players` int64[rows] changes their numbers of players.

        With `seeds`, one a row, they play from now on as single tables with these seeds.
        ConfigError for rows that are not here or come twice, and for a number of players that is not allowed.
        """
        rows = self._rows(rows)
        if len(rows) == 0:
            return
        count = self.num_players[rows] if num_players is None else as_int64(num_players, "num_players", ConfigError)
        low, high = self.game.min_players, self.game.max_players
        if count.shape != rows.shape or ((count < low) | (count > high)).any():
            raise ConfigError(f"{count.tolist()} players for {len(rows)} rows; allowed are {low}..{high} for each")
        if seeds is not None and (not isinstance(seeds, Sequence | np.ndarray) or len(seeds) != len(rows)):
            found = len(seeds) if isinstance(seeds, Sequence | np.ndarray) else repr(seeds)
            raise ConfigError(f"{found} seeds for {len(rows)} rows; allowed is one for each")
        sown = None if seeds is None else seed_table(list(seeds), len(rows))
        kind = self._initial_states.template_ids(rows, count)
        self._buffers["templates"] = self._initial_states.records
        self.num_players[rows] = count
        self._template_ids[rows] = kind
        self._penalizes[rows] = self._initial_states.penalizes[self._template_ids[rows]]
        if sown is not None:
            self._seeds[rows] = sown
        self._buffers["done"][rows] = self._buffers["truncated"][rows] = False
        self._start_games(rows)

    def _start_games(self, rows: Ints) -> None:
        if self._is_shaped:
            self._potentials[rows] = 0  # a smaller table leaves no trace of the seats that have gone
        self._call(game_loop.START, rows, rows)

    def step(self, actions: Ints, rows: Ints | None = None) -> None:
        """Answer in every row, or in these.

        IllegalAction when an answer is not offered, unless the rules of the game punish it; ConfigError for rows that
        are not here or come twice; then nothing has changed.
        """
        rows = self._all if rows is None else self._rows(rows)
        answers = as_int64(actions, "actions", IllegalAction)
        if answers.shape != rows.shape:
            raise IllegalAction(f"{answers.shape} answers for {rows.shape} rows")
        self._advance(game_loop.STEP, rows, answers)

    def play(self, num_steps: int, bot: BatchAgent | None = None) -> None:
        """So many answers in each row: by a bot, or uniformly random ones from the rows' own streams.

        ConfigError for a bot in a batch without views, and for fewer rounds than none.
        """
        if not is_int(num_steps) or num_steps < 0:
            raise ConfigError(f"{num_steps!r} rounds; allowed are 0 and more")
        if bot is not None and not self.observations:
            raise ConfigError("a bot needs observations; this batch writes none")
        if bot is None:
            self._play_at_random(num_steps)
            return
        for _ in range(num_steps):
            rows = self._all if self.autoreset else np.flatnonzero(~self._terminal)
            self.step(self.select_actions(bot, rows), rows)

    def select_actions(self, bot: BatchAgent, rows: Ints) -> Ints:
        """Ask a bot what it answers in these rows, int64[rows]; nothing is played.

        It is given the views and masks of the asked seats, and states that they could be in if it takes states.
        """
        is_all = np.array_equal(rows, self._all)
        seen, masks = (self.obs, self.masks) if is_all else (self.obs[rows], self.masks[rows])
        if getattr(bot, "uses_states", False):
            return bot.choose_from_states(self.game, self.resampled_states(rows), seen, masks)  # type: ignore[attr-defined,no-any-return]
        return bot.choose_batch(self.game, seen, masks)

    def resampled_states(self, rows: Ints) -> NDArray[Any]:
        """Return for each of these rows a state that the asked seat could be in: records[rows], copies.

        What the seat cannot know is dealt anew, always in the same way, whatever it really is. StateError for a game
        that does not say how.
        """
        self.game.check_resample()
        rows, states = self._rows(rows), self.full_states(rows)
        instead = {"states": states, "streams": np.zeros((len(rows), game_loop.STREAM_WORDS), np.int64)}
        self._call(game_loop.RESAMPLE, np.arange(len(rows)), self._buffers["seat"][rows], replaced=instead)
        return states

    def full_states(self, rows: Ints) -> NDArray[Any]:
        """Return the states of these rows, secrets and all, records[rows], copies: to learn from, not for bots."""
        return self._bytes[self._rows(rows)].view(self.game.schema.dtype)[:, 0]

    def _play_at_random(self, rounds: int) -> None:
        most = 1 if self._is_shaped else STEPS_PER_CALL  # shaped rewards are those of one answer
        for start in range(0, rounds, most):
            rows = self._all if self.autoreset else np.flatnonzero(~self._terminal)
            self._advance(game_loop.PLAY, rows, self._sampled_actions[: len(rows)], min(most, rounds - start))

    def random_actions(self, rows: Ints | None = None, streams: Ints | None = None) -> Ints:
        """A uniformly random legal answer for every row, or for these, int64[rows]; 0 where it is done.

        From the rows' own streams, or from `streams` int64[n, 3] apart from them (see `opponent_streams`).
        ConfigError for streams of another shape or type, read-only, or in the memory of an array of the batch.
        """
        rows = self._all if rows is None else self._rows(rows)
        actions = np.zeros(len(rows), np.int64)
        self._call(
            game_loop.SAMPLE,
            rows,
            actions,
            replaced=NO_ARRAYS if streams is None else {"streams": self._borrow_streams(streams)},
        )
        return actions

    def _borrow_streams(self, streams: Ints) -> Ints:
        """The memory of a caller's streams; what has been looked at once is known again."""
        if streams is not self._borrowed_streams[0]:
            check_array("streams", streams, self._streams)
            check_no_overlap("streams", streams, self._all_arrays())
            self._borrowed_streams = streams, streams.view(np.ndarray)
        return self._borrowed_streams[1]

    def opponent_streams(self, rows: Ints) -> Ints:
        """Make streams int64[rows, 3] apart from those of the games in these rows, for opponents that act at random."""
        return opponent_streams(self._seeds[self._rows(rows, repeated=True)])

    def _advance(self, op: int, rows: Ints, actions: Ints, num_steps: int = 1) -> None:
        before = self._potentials[rows] if self._is_shaped else None
        refused = self._call(op, rows, actions, num_steps=num_steps)
        if refused != game_loop.NO_ERROR:
            row = int(rows[refused])
            raise rejected_action_error(
                self.game, row, int(actions[refused]), bool(self._terminal[row]), self._legal_bits[row]
            )
        if before is not None:
            self._shape(rows, before)

    def _rows(self, rows: Ints, repeated: bool = False) -> Ints:
        """A copy of these rows; ConfigError for what is none, or comes twice unless `several` times are allowed."""
        found = as_int64(rows, "rows", ConfigError)
        if found.ndim != 1:
            raise ConfigError(f"rows of shape {found.shape}; allowed is a list of whole numbers")
        if len(found) == 0:
            return found
        highest = found.view(np.uint64).max()  # of those below 0 it is beyond every row
        if highest >= self.n or not (repeated or np.bincount(found).max() == 1):
            raise ConfigError(f"rows {found.tolist()}; allowed are 0..{self.n - 1}{'' if repeated else ', each once'}")
        return found

    def _shape(self, rows: Ints, before: Ints) -> None:
        after = np.where(self._buffers["done"][rows, None], 0, self._potentials[rows])
        change = (after - before).reshape(len(rows), len(self.game.shaping_terms), self.max_players)
        for weight, term in zip(self.shaping.weights, change.transpose(1, 0, 2), strict=True):
            self._buffers["rewards"][rows] += np.float32(weight) * term

    # Keeping

    def __getstate__(self) -> dict[str, Any]:
        """For `copy.deepcopy` and pickle: all games, with their random streams; records by bytes, nothing twice."""
        named = {name for name, value in vars(self).items() if isinstance(value, np.ndarray) and name != "num_players"}
        kept = {name: value for name, value in vars(self).items() if name not in {*named, "_borrowed_streams"}}
        return {**kept, "_buffers": {**self._buffers, "states": self._bytes, "templates": None}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._buffers = {name: np.array(array, order="C") for name, array in kept["_buffers"].items()}
        self._buffers["templates"] = self._initial_states.records
        self._buffers["states"] = self._buffers["states"].view(self.game.schema.dtype)[:, 0]
        self._name_buffers()

    def __copy__(self) -> "Batch":
        return deepcopy(self)  # half a copy would share the games

    def save(self) -> Arrays:
        """Everything that changes while games are played, as copies; `load` brings it back."""
        return {name: array.copy() for name, array in self._saved_arrays().items()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring all games to where `save` took them, be it in another batch of the same arguments.

        StateError for arrays that no such batch can have saved; then nothing has changed. Every state is held to the
        game's own check, which takes a third of a millisecond a row.
        """
        found = saved_batch.copy_arrays(arrays, self._saved_arrays())
        look = partial(self._call, game_loop.REFRESH, self._all, self._all)
        found |= saved_batch.recompute(self._initial_states, found, self._dims, look)
        saved_batch.check_ends(found, self.autoreset)
        saved_batch.check_rewards(found["rewards"], self.shaping)
        self._buffers["templates"] = found.pop("templates")
        self._bytes[...] = found.pop("states").view(np.uint8).reshape(self._bytes.shape)
        self.num_players[...], self._run.nodes_opened[...] = found.pop("num_players"), 0
        self._run.nodes_opened[0] = found.pop("nodes_opened")
        for name, array in found.items():
            self._buffers[name][...] = array

    def _saved_arrays(self) -> Arrays:
        """What is saved; templates and kinds follow from the players, masks from the states."""
        held = {
            name: array for name, array in self._buffers.items() if name not in ("templates", "template_ids", "masks")
        }
        return {**held, "states": self._bytes, "num_players": self.num_players, "nodes_opened": self.nodes_opened}

    # Seeing

    def observe_players(self, rows: Ints, players: Ints) -> NDArray[np.int8]:
        """What players see in these rows, int8[rows, size]; WrongSeat for one who is not there.

        A player looks from the seat that is asked if it is one of theirs, else from their own.
        """
        rows, players = self._rows(rows, repeated=True), as_int64(players, "players", ConfigError)
        self._check_present(rows, "player", players, self.num_players)
        is_asked = (self._buffers["player"][rows] == players) & ~self._terminal[rows]
        seats = np.where(is_asked, self._buffers["seat"][rows], self._states["home_seat"][rows, players])
        return self._observe(rows, seats)

    def observe_seats(self, rows: Ints, seats: Ints) -> NDArray[np.int8]:
        """The view of any seat in these rows (also several times), int8[rows, size]; WrongSeat else."""
        rows, seats = self._rows(rows, repeated=True), as_int64(seats, "seats", ConfigError)
        self._check_present(rows, "seat", seats, self._states["seats"])
        return self._observe(rows, seats)

    def _check_present(self, rows: Ints, subject: str, numbers: Ints, counts: NDArray[Any]) -> None:
        if numbers.shape != rows.shape:
            raise ConfigError(f"{numbers.shape} {subject}s for {rows.shape} rows; allowed is one for each")
        there = counts[rows]
        absent = np.flatnonzero((numbers < 0) | (numbers >= there))
        if len(absent):
            k = absent[0]
            told = f"{subject} {numbers[k]} is not at the table in row {rows[k]}"
            raise WrongSeat(f"{told}; allowed are 0..{there[k] - 1}")

    def _observe(self, rows: Ints, seats: Ints) -> NDArray[np.int8]:
        obs = np.zeros((len(rows), self.obs_size), np.int8)
        self._call(game_loop.OBSERVE, rows, seats, replaced={"obs": obs})
        return obs

    def _call(
        self, op: int, rows: Ints, actions: Ints, num_steps: int = 1, replaced: Mapping[str, NDArray[Any]] = NO_ARRAYS
    ) -> int:
        """The compiled entry over these rows, with other arrays in place of some; which answer is refused, if any.

        StateError where a game goes on and offers nothing: its description, or what it was agreed to play, is at fault.
        """
        games = {**self._buffers, **replaced} if replaced else self._buffers
        found = self._run(op, rows, actions, games, num_steps, self.autoreset)
        if found <= game_loop.STUCK:
            row = int(rows[game_loop.STUCK - found])
            raise stuck_error(self.game, int(games["states"]["node"][row]), int(games["states"]["seat"][row]), row)
        return found
