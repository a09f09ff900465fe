"""A batch of games: one compiled call steps them, samples chance, and writes masks and observations."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wd_env.batch import saved_batch
from wd_env.batch.batch_arguments import batch_spec, check_settings, is_int, player_counts
from wd_env.batch.hidden_states import HiddenStates, owner_id
from wd_env.batch.initial_states import InitialStates, Options
from wd_env.batch.kernel_arrays import BUFFERS, OUTPUTS, Arrays, as_int64, check_array, check_no_overlap, dims_of, zeros
from wd_env.batch.kernel_runner import KernelRunner
from wd_env.batch.mask_bits import rejected_action_error, stuck_error
from wd_env.batch.row_arguments import check_player_counts, check_present, check_rows, check_seeds
from wd_env.errors import ConfigError, IllegalAction
from wd_env.kernels import game_loop
from wd_env.seeding import opponent_streams, seed_table
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping

Ints = NDArray[np.int64]

STEPS_PER_CALL = 64  # of random play, so that Ctrl-C is handled between calls
MAX_GAMES = 65_536
NO_ARRAYS: Mapping[str, NDArray[Any]] = {}


class BatchAgent(Protocol):
    """A bot that chooses actions for many games at once; every `Agent` does.

    A bot with `uses_states` also has `choose_from_states`, and one with a `hidden_size` `choose_recurrent`, which are
    called instead (see `Agent`).
    """

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints: ...


class Batch:
    """A batch of `n` games played in parallel, with any numbers of players and options.

    Args:
        game: Game to play.
        num_games: Number of games (rows), n.
        seed: One seed, from which each row derives its own random stream by its index, or one seed per row: then row k
            plays the same games as a single table with that seed, also after resets.
        num_players: One number or a list through which rows cycle; by default that of the game.
        options: Rule options by name, or a list of them through which rows cycle.
        shaping: Reward shaping; None for none.
        autoreset: Start a new game in the same call when one ends. `done`, `truncated` and `rewards` then describe the
            finished game, all other arrays the new one. Otherwise a finished game waits for `reset`.
        threads: Threads that share the rows of a call; games do not depend on it.
        observations: If False, no observations are written and `obs` is int8[0, size]; call `observe_seats` instead.

    Attributes:
        masks: int8[n, actions], 1 for each legal action.
        obs: int8[n, size], observation of the seat to move.
        seat: int64[n], the seat to move.
        player: int64[n], the player who controls it.
        rewards: float32[n, max_players], reward of each player in the last step.
        done: bool[n], whether the game ended.
        truncated: bool[n], whether it was truncated.

    Every call rewrites these arrays in place; `write_to` replaces them by arrays of the caller.

    Raises:
        ConfigError: If an argument is invalid.
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
        game: GameSpec | str,
        num_games: int,
        seed: int | Sequence[int] | None = None,
        num_players: int | Sequence[int] | None = None,
        options: Options | Sequence[Options] | None = None,
        shaping: RewardShaping | None = None,
        *,
        autoreset: bool = False,
        threads: int = 1,
        observations: bool = True,
    ) -> None:
        game = batch_spec(game, options)
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
        self.hidden_states = HiddenStates(num_games, self.max_players)
        self.reset(self._all, self.num_players)

    def _make_buffers(self) -> None:
        """Make the arrays that every call of compiled code gets."""
        self._dims = dims_of(self.game, self.n, shaped=self._is_shaped, observed=self.observations)
        self._buffers = zeros(self.game, self._dims, BUFFERS)
        self._name_buffers()

    def _name_buffers(self) -> None:
        """Set the attributes to views of the arrays, so that callers cannot lock or reshape the arrays themselves."""
        self._all = np.arange(self.n)
        self._sampled_actions = np.zeros(self.n, np.int64)  # written by random play and not read
        self._template_ids = self._buffers["template_ids"]  # index of the template of each row
        self._states = self._buffers["states"]
        self._bytes = self._states.view(np.uint8).reshape(self.n, self.game.schema.size)
        self._seeds, self._streams = self._buffers["seeds"], self._buffers["streams"]
        self._penalizes, self._potentials = self._buffers["penalizes"], self._buffers["potentials"]
        self._legal_bits = self._buffers["legal_bits"]  # actions are checked against them
        self._terminal = self._buffers["terminal"]
        # random streams of a caller, and their memory as compiled code gets it
        self._borrowed_streams: tuple[Any, Ints] = None, self._streams
        vars(self).update({name: self._buffers[name].view() for name in OUTPUTS})

    def __repr__(self) -> str:
        return f"<Batch {self.game.name}, {self.n} games, {int(self.done.sum())} done>"

    def __setattr__(self, name: str, value: object) -> None:
        if name in OUTPUTS:
            raise ConfigError(f"{name} cannot be replaced; use write_to({name}=...)")
        super().__setattr__(name, value)

    # State

    @property
    def won(self) -> NDArray[np.int8]:
        """1 for each player who has won a finished game that waits for `reset`, int8[n, players], read-only."""
        won: NDArray[np.int8] = self._states["won"]
        won.flags.writeable = False
        return won

    @property
    def nodes_opened(self) -> Ints:
        """Number of times each node was opened since the batch was made, int64[nodes]."""
        used: Ints = self._run.nodes_opened.sum(axis=0)
        return used

    def field(self, name: str) -> NDArray[Any]:
        """Return a copy of a public field of all states.

        Args:
            name: Name of the field in the game's schema.

        Returns:
            Array [n, ...] of the field's type.

        Raises:
            KeyError: If the field is private or unknown.
        """
        if self.game.schema.by_name[name].private:
            raise KeyError(f"{name} is known to some seats only")
        values: NDArray[Any] = self._states[name].copy()
        return values

    def write_to(self, **arrays: NDArray[Any]) -> None:
        """Write into arrays of the caller from now on. They get the current values.

        Args:
            **arrays: Arrays by the name of the attribute that they replace, of its shape and dtype.

        Raises:
            ConfigError: If a name is unknown, or an array has another shape or dtype, is read-only or not in C order,
                or overlaps another array of the batch. Nothing is changed then.
        """
        for name, array in arrays.items():
            if name not in OUTPUTS:
                raise ConfigError(f"unknown array {name!r}; expected {', '.join(OUTPUTS)}")
            check_array(name, array, self._buffers[name])
        owned = {**self._all_arrays(), **arrays}
        for name, array in arrays.items():
            check_no_overlap(name, array, owned)
        for name, array in arrays.items():
            array[...] = self._buffers[name]
            self._buffers[name] = array.view(np.ndarray)
            vars(self)[name] = array

    def _all_arrays(self) -> Arrays:
        """Return all arrays whose content the batch or compiled code relies on."""
        arrays_by_name = {
            "num_players": self.num_players,
            "rows": self._all,
            "actions": self._sampled_actions,
            "streams": self._borrowed_streams[1],
        }
        return {**self._buffers, **self._run.arrays, **arrays_by_name}

    # Play

    def reset(self, rows: Ints, num_players: Ints | None = None, seeds: Sequence[int] | None = None) -> None:
        """Start new games in these rows, each with a new random stream.

        Args:
            rows: int64[k], different rows.
            num_players: int64[k], new numbers of players; None keeps them.
            seeds: A seed for each of the rows, which then play the games of single tables with these seeds.

        Raises:
            ConfigError: If a row does not exist or occurs twice, or a number of players is not allowed.
        """
        rows = check_rows(rows, self.n)
        if len(rows) == 0:
            return
        count = self.num_players[rows] if num_players is None else check_player_counts(self.game, num_players, rows)
        check_seeds(seeds, rows)
        sown = None if seeds is None else seed_table(list(seeds), len(rows))
        kind = self._initial_states.template_ids(rows, count)
        self._buffers["templates"] = self._initial_states.records
        self.num_players[rows] = count
        self._template_ids[rows] = kind
        self._penalizes[rows] = self._initial_states.penalizes[self._template_ids[rows]]
        if sown is not None:
            self._seeds[rows] = sown
        self._buffers["done"][rows] = self._buffers["truncated"][rows] = False
        self.hidden_states.clear(rows)
        self._start_games(rows)

    def _start_games(self, rows: Ints) -> None:
        if self._is_shaped:
            self._potentials[rows] = 0  # clear the potentials of seats that a smaller game does not have
        self._call(game_loop.START, rows, rows)

    def step(self, actions: Ints, rows: Ints | None = None) -> None:
        """Play one action in every row, or in these rows.

        Args:
            actions: int64[n] or int64[k], an action for each row.
            rows: int64[k], different rows; None is all.

        Raises:
            IllegalAction: If an action is illegal and the rules do not penalise it. Nothing is changed then.
            ConfigError: If a row does not exist or occurs twice. Nothing is changed then.
        """
        rows = self._all if rows is None else check_rows(rows, self.n)
        action_array = as_int64(actions, "actions", IllegalAction)
        if action_array.shape != rows.shape:
            raise IllegalAction(f"actions: expected shape {rows.shape}, got {action_array.shape}")
        self._advance(game_loop.STEP, rows, action_array)

    def play(self, num_steps: int, bot: BatchAgent | None = None) -> None:
        """Play `num_steps` actions in every row, chosen by `bot` or uniformly at random.

        Args:
            num_steps: Number of actions per row, 0 or more.
            bot: Bot that chooses; None takes random actions from the rows' own streams.

        Raises:
            ConfigError: If `num_steps` is negative, or there is a bot and the batch writes no observations.
        """
        if not is_int(num_steps) or num_steps < 0:
            raise ConfigError(f"num_steps: expected 0 or more, got {num_steps!r}")
        if bot is not None and not self.observations:
            raise ConfigError("bot: expected None in a batch without observations, got a bot")
        if bot is None:
            self._play_at_random(num_steps)
            return
        for _ in range(num_steps):
            rows = self._all if self.autoreset else np.flatnonzero(~self._terminal)
            self.step(self.select_actions(bot, rows), rows)

    def select_actions(self, bot: BatchAgent, rows: Ints) -> Ints:
        """Return the actions that a bot chooses in these rows, int64[k], without playing them.

        Args:
            bot: Bot that chooses. It gets observations and masks of the seats to move, and resampled states if it uses
                them. The hidden states of a recurrent bot advance by this decision, so call it once per decision.
            rows: int64[k], rows of running games.
        """
        is_all = np.array_equal(rows, self._all)
        obs, masks = (self.obs, self.masks) if is_all else (self.obs[rows], self.masks[rows])
        if getattr(bot, "uses_states", False):
            return bot.choose_from_states(self.game, self.resampled_states(rows), obs, masks)  # type: ignore[attr-defined,no-any-return]
        if size := getattr(bot, "hidden_size", 0):
            players, owner = self.player[rows], owner_id(bot)
            hidden = self.hidden_states.read(rows, players, owner, size)
            actions = bot.choose_recurrent(self.game, obs, masks, hidden)  # type: ignore[attr-defined]
            self.hidden_states.write(rows, players, owner, hidden)
            return actions  # type: ignore[no-any-return]
        return bot.choose_batch(self.game, obs, masks)

    def resampled_states(self, rows: Ints) -> NDArray[Any]:
        """Return a state that the seat to move could be in, for each of these rows.

        Everything hidden from the seat is resampled in a way that depends only on what it knows.

        Args:
            rows: int64[k].

        Returns:
            Copies, records[k].

        Raises:
            StateError: If the game does not define resampling.
        """
        self.game.check_resample()
        rows, states = check_rows(rows, self.n), self.full_states(rows)
        instead = {"states": states, "streams": np.zeros((len(rows), game_loop.STREAM_WORDS), np.int64)}
        self._call(game_loop.RESAMPLE, np.arange(len(rows)), self._buffers["seat"][rows], replaced=instead)
        return states

    def full_states(self, rows: Ints) -> NDArray[Any]:
        """Return copies of the states with all hidden information, records[k]: for training, not for bots."""
        return self._bytes[check_rows(rows, self.n)].view(self.game.schema.dtype)[:, 0]

    def _play_at_random(self, num_steps: int) -> None:
        # shaping needs the potentials of every step, hidden states the end of every game
        maximum = 1 if self._is_shaped or self.hidden_states.size else STEPS_PER_CALL
        for start in range(0, num_steps, maximum):
            rows = self._all if self.autoreset else np.flatnonzero(~self._terminal)
            self._advance(game_loop.PLAY, rows, self._sampled_actions[: len(rows)], min(maximum, num_steps - start))

    def random_actions(self, rows: Ints | None = None, streams: Ints | None = None) -> Ints:
        """Sample a uniformly random legal action for every row, or for these rows.

        Args:
            rows: int64[k]; None is all.
            streams: int64[n, 3], separate random streams (see `opponent_streams`); None uses the rows' own.

        Returns:
            int64[k]; 0 for games that are over.

        Raises:
            ConfigError: If `streams` has another shape or dtype, is read-only, or overlaps an array of the batch.
        """
        rows = self._all if rows is None else check_rows(rows, self.n)
        actions = np.zeros(len(rows), np.int64)
        replaced = NO_ARRAYS if streams is None else {"streams": self._borrow_streams(streams)}
        self._call(game_loop.SAMPLE, rows, actions, replaced=replaced)
        return actions

    def _borrow_streams(self, streams: Ints) -> Ints:
        """Return the memory of a caller's streams; an array is checked once."""
        if streams is not self._borrowed_streams[0]:
            check_array("streams", streams, self._streams)
            check_no_overlap("streams", streams, self._all_arrays())
            self._borrowed_streams = streams, streams.view(np.ndarray)
        return self._borrowed_streams[1]

    def opponent_streams(self, rows: Ints) -> Ints:
        """Return random streams int64[k, 3] for random opponents in these rows, separate from those of the games."""
        return opponent_streams(self._seeds[check_rows(rows, self.n, repeated=True)])

    def _advance(self, op: int, rows: Ints, actions: Ints, num_steps: int = 1) -> None:
        before = self._potentials[rows] if self._is_shaped else None
        error = self._call(op, rows, actions, num_steps=num_steps)
        if error != game_loop.NO_ERROR:
            row = int(rows[error])
            raise rejected_action_error(
                self.game, row, int(actions[error]), bool(self._terminal[row]), self._legal_bits[row]
            )
        if before is not None:
            self._shape(rows, before)
        if self.hidden_states.size:
            self.hidden_states.clear(rows[self._buffers["done"][rows]])

    def _shape(self, rows: Ints, before: Ints) -> None:
        after = np.where(self._buffers["done"][rows, None], 0, self._potentials[rows])
        change = (after - before).reshape(len(rows), len(self.game.shaping_terms), self.max_players)
        for weight, term in zip(self.shaping.weights, change.transpose(1, 0, 2), strict=True):
            self._buffers["rewards"][rows] += np.float32(weight) * term

    # Saving

    def __getstate__(self) -> dict[str, Any]:
        """Return all games with their random streams, for `copy.deepcopy` and pickle; records as bytes, only once."""
        named = {name for name, value in vars(self).items() if isinstance(value, np.ndarray) and name != "num_players"}
        state = {name: value for name, value in vars(self).items() if name not in {*named, "_borrowed_streams"}}
        return {**state, "_buffers": {**self._buffers, "states": self._bytes, "templates": None}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._buffers = {name: np.array(array, order="C") for name, array in state["_buffers"].items()}
        self._buffers["templates"] = self._initial_states.records
        self._buffers["states"] = self._buffers["states"].view(self.game.schema.dtype)[:, 0]
        self._name_buffers()

    def __copy__(self) -> "Batch":
        return deepcopy(self)  # a shallow copy would share the games

    def save(self) -> Arrays:
        """Return copies of all arrays that change during play, by name; `load` restores them."""
        arrays = {**self._saved_arrays(), **self.hidden_states.arrays()}
        return {name: array.copy() for name, array in arrays.items()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore all games from arrays of `save`, also in another batch with the same arguments.

        Every state is checked by the game, which takes a third of a millisecond per row.

        Args:
            arrays: Arrays by name.

        Raises:
            StateError: If such a batch cannot have saved these arrays. Nothing is changed then.
        """
        result = saved_batch.copy_arrays(arrays, self._saved_arrays())
        refresh = partial(self._call, game_loop.REFRESH, self._all, self._all)
        result |= saved_batch.recompute(self._initial_states, result, self._dims, refresh)
        saved_batch.check_ends(result, self.autoreset)
        saved_batch.check_rewards(result["rewards"], self.shaping)
        hidden_states = HiddenStates.from_arrays(arrays, self.n, self.max_players)
        hidden_states.reserve(self.hidden_states.size)
        self.hidden_states = hidden_states
        self._buffers["templates"] = result.pop("templates")
        self._bytes[...] = result.pop("states").view(np.uint8).reshape(self._bytes.shape)
        self.num_players[...], self._run.nodes_opened[...] = result.pop("num_players"), 0
        self._run.nodes_opened[0] = result.pop("nodes_opened")
        for name, array in result.items():
            self._buffers[name][...] = array

    def _saved_arrays(self) -> Arrays:
        """Return what is saved; templates follow from the numbers of players, masks from the states."""
        buffers = {
            name: array for name, array in self._buffers.items() if name not in ("templates", "template_ids", "masks")
        }
        return {**buffers, "states": self._bytes, "num_players": self.num_players, "nodes_opened": self.nodes_opened}

    # Observations

    def observe_players(self, rows: Ints, players: Ints) -> NDArray[np.int8]:
        """Return the observations of players.

        A player observes from the seat to move if it is one of theirs, else from the home seat.

        Args:
            rows: int64[k], which may occur several times.
            players: int64[k], a player for each row.

        Returns:
            int8[k, size].

        Raises:
            WrongSeat: If a game does not have the player.
        """
        rows = check_rows(rows, self.n, repeated=True)
        players = check_present(rows, "player", players, self.num_players)
        is_to_move = (self._buffers["player"][rows] == players) & ~self._terminal[rows]
        seats = np.where(is_to_move, self._buffers["seat"][rows], self._states["home_seat"][rows, players])
        return self._observe(rows, seats)

    def observe_seats(self, rows: Ints, seats: Ints) -> NDArray[np.int8]:
        """Return the observations of seats.

        Args:
            rows: int64[k], which may occur several times.
            seats: int64[k], a seat for each row.

        Returns:
            int8[k, size].

        Raises:
            WrongSeat: If a game does not have the seat.
        """
        rows = check_rows(rows, self.n, repeated=True)
        return self._observe(rows, check_present(rows, "seat", seats, self._states["seats"]))

    def _observe(self, rows: Ints, seats: Ints) -> NDArray[np.int8]:
        obs = np.zeros((len(rows), self.obs_size), np.int8)
        self._call(game_loop.OBSERVE, rows, seats, replaced={"obs": obs})
        return obs

    def _call(
        self, op: int, rows: Ints, actions: Ints, num_steps: int = 1, replaced: Mapping[str, NDArray[Any]] = NO_ARRAYS
    ) -> int:
        """Call compiled code for these rows, with `replaced` arrays; return the first illegal action's index, if any.

        Raises:
            StateError: If a running game has no legal action, because of an error in its spec or options.
        """
        games = {**self._buffers, **replaced} if replaced else self._buffers
        result = self._run(op, rows, actions, games, num_steps, self.autoreset)
        if result <= game_loop.STUCK:
            row = int(rows[game_loop.STUCK - result])
            raise stuck_error(self.game, int(games["states"]["node"][row]), int(games["states"]["seat"][row]), row)
        return result
