"""Many games at once over arrays: one compiled call steps them, settles luck and writes masks and views."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wd_env.core import compiled, kernel
from wd_env.core.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.core.rewards import Shaping, prizes_of
from wd_env.core.schema import PyState
from wd_env.core.seeds import split_seed
from wd_env.core.spec import LUCK, GameSpec

Ints = NDArray[np.int64]
Options = Mapping[str, Any]

WRITTEN = ("masks", "obs", "seat", "player", "rewards", "done", "truncated")  # arrays that every call rewrites
EPISODE = 3  # column of the seeds
MOST_GAMES = 65_536
MOST_THREADS = 256
GAMES_A_THREAD = 64  # below this a second thread costs more than it saves


class Chooser(Protocol):
    """Whatever answers for many tables at once; every bot does."""

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints: ...


class Batch:
    """`n` games, mixed in numbers of players and in options.

    With one `seed`, row k plays as a single table would with this seed, were it the k-th; with a seed for each game,
    row k plays the game of a single table with that seed, and after a restart its next episode. Rows take `players`
    and `options` in turn.

    Arrays, rewritten by each call; see `write_to` for arrays of the caller: `masks` int8[n, actions] (1 is legal),
    `obs` int8[n, size] (view of the asked seat), `seat` and `player` int64[n] (who is asked, and who answers for
    that seat), `rewards` float32[n, seats] (player by player, of the last step), `done` bool[n]. With `restarts` a
    game that ends is followed at once by a new one: `done` and `rewards` are then those of the game that has ended, the
    rest is the new game's. Without it a game that is done waits for `restart`.

    `threads` share the rows of one call; the games are the same whatever their number.
    """

    def __init__(
        self,
        game: GameSpec,
        tables: int,
        seed: int | Sequence[int],
        players: Sequence[int] = (4,),
        options: Options | Sequence[Options] | None = None,
        shaping: Shaping | None = None,
        *,
        restarts: bool = False,
        threads: int = 1,
    ) -> None:
        if not 1 <= tables <= MOST_GAMES:
            raise ConfigError(f"{tables} tables; a batch has at least one and at most {MOST_GAMES}")
        if len(players) == 0:
            raise ConfigError(f"players {players!r}; allowed is at least one number of players")
        if not 1 <= threads <= MOST_THREADS:
            raise ConfigError(f"{threads} threads; allowed are 1..{MOST_THREADS}")
        self.game = game
        self.n = tables
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats = game.seats
        self.shaping = shaping or Shaping()
        self.restarts = restarts
        self._options = [dict(one) for one in ([options or {}] if not isinstance(options, Sequence) else options)]
        if not self._options:
            raise ConfigError("no options at all; allowed is one set of them for all rows, or several in turn")
        self._agreed = np.arange(tables) % len(self._options)
        self._templates: dict[tuple[int, int], Any] = {}
        self._kinds: dict[tuple[int, int], int] = {}  # (options, players) -> row of the templates
        self._templates = np.zeros((0, game.schema.size), np.uint8)
        self._template_punishes = np.zeros(0, np.bool_)
        self._kind = np.zeros(tables, np.int64)
        self._states = np.zeros(tables, game.schema.dtype)
        self._bytes = self._states.view(np.uint8).reshape(tables, game.schema.size)
        self._run = compiled.entry(game)
        self._outcomes = np.array([question.outcomes for question in game.questions])
        self._seeds = _seeds(seed, tables)
        self._streams = np.zeros((tables, 3), np.int64)
        self._prizes = np.array(prizes_of(game.max_players), np.float32)
        self._punishes = np.zeros(tables, np.bool_)
        self._standings = np.zeros((0 if self.shaping.is_off else tables, 2 * game.seats), np.int64)
        self._all = np.arange(tables)
        self._masks = np.zeros((tables, self.n_actions), np.int8)  # what answers are checked against
        self._over = np.zeros(tables, np.bool_)
        self.masks = np.zeros((tables, self.n_actions), np.int8)
        self.obs = np.zeros((tables, self.obs_size), np.int8)
        self.seat = np.zeros(tables, np.int64)
        self.player = np.zeros(tables, np.int64)
        self.rewards = np.zeros((tables, game.seats), np.float32)
        self.done = np.zeros(tables, np.bool_)
        self.truncated = np.zeros(tables, np.bool_)
        self.players = np.array([players[row % len(players)] for row in range(tables)], np.int64)
        self._threads = max(1, min(threads, tables // GAMES_A_THREAD))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._weights = np.zeros((self._threads, game.luck_width), np.int64)
        self._used = np.zeros((self._threads, len(game.questions)), np.int64)
        self.restart(self._all, self.players)

    def _kind_of(self, agreed: int, players: int) -> int:
        """Which template a game of so many players begins with; ConfigError where the options do not allow so many."""
        if (agreed, players) not in self._kinds:
            state = self.game.new_state(self.game.config_class.of(**{**self._options[agreed], "num_players": players}))
            self._check_luck(state)
            template = np.frombuffer(state.to_bytes(), np.uint8)
            self._templates = np.vstack([self._templates, template])
            self._template_punishes = np.append(self._template_punishes, bool(self.game.offences.punishes(state)))
            self._kinds[agreed, players] = len(self._kinds)
        return self._kinds[agreed, players]

    def _check_luck(self, state: PyState) -> None:
        """ConfigError for a game with luck that somebody has to report; a batch draws all luck."""
        luck = [(code, question.name) for code, question in enumerate(self.game.questions) if question.kind == LUCK]
        reported = [name for code, name in luck if self.game.engine.is_reported(state, code)]
        if reported:
            raise ConfigError(f"{', '.join(reported)} cannot be asked in a batch; allowed are options with drawn luck")

    # Reading

    @property
    def won(self) -> NDArray[np.uint8]:
        """1 for the player that has won a game which is done and waits, uint8[n, seats]."""
        won: NDArray[np.uint8] = self._states["won"]
        return won

    @property
    def used(self) -> Ints:
        """How often each question was opened since the batch was made, int64[questions]."""
        used: Ints = self._used.sum(axis=0)
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
        read-only or not in C order; then nothing has changed.
        """
        for name, array in arrays.items():
            if name not in WRITTEN:
                raise ConfigError(f"{name!r} is not written by a batch; allowed are {', '.join(WRITTEN)}")
            mine = getattr(self, name)
            if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (mine.shape, mine.dtype):
                found = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
                raise ConfigError(f"{name} is {found}; allowed is {mine.dtype}{mine.shape}")
            if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
                raise ConfigError(f"{name} is read-only or not in C order; allowed is an array that can be written row by row")
        for name, array in arrays.items():
            array[...] = getattr(self, name)
            setattr(self, name, array)

    # Playing

    def restart(self, rows: Ints, players: Ints | None = None, seeds: Sequence[int] | None = None) -> None:
        """New games in these rows, each with luck of its own; `players` int64[rows] changes their numbers.

        With `seeds`, one a row, they play from now on as single tables with these seeds.
        ConfigError for rows that are not here or come twice, and for a number of players that is not allowed.
        """
        rows = self._rows(rows)
        if len(rows) == 0:
            return
        count = self.players[rows] if players is None else np.asarray(players)
        low, high = self.game.min_players, self.game.max_players
        if count.shape != rows.shape or ((count < low) | (count > high)).any():
            raise ConfigError(f"{count.tolist()} players for {len(rows)} rows; allowed are {low}..{high} for each")
        if seeds is not None and len(seeds) != len(rows):
            raise ConfigError(f"{len(seeds)} seeds for {len(rows)} rows; allowed is one for each")
        sown = None if seeds is None else _seeds(seeds, len(rows))
        pairs, where = np.unique(np.stack([rows % len(self._options), count]), axis=1, return_inverse=True)
        kinds = [self._kind_of(int(agreed), int(number)) for agreed, number in pairs.T]
        self.players[rows] = count
        self._kind[rows] = np.array(kinds)[where]
        self._punishes[rows] = self._template_punishes[self._kind[rows]]
        if sown is not None:
            self._seeds[rows] = sown
        self.done[rows] = self.truncated[rows] = False
        self._begin(rows)

    def _begin(self, rows: Ints) -> None:
        self._bytes[rows] = self._templates[self._kind[rows]]
        self._seeds[rows, EPISODE] += 1
        if not self.shaping.is_off:
            self._standings[rows] = 0  # a smaller table leaves no trace of the seats that have gone
        self._call(kernel.START, rows, rows)

    def step(self, actions: Ints, rows: Ints | None = None) -> None:
        """Answer in every row, or in these.

        IllegalAction when an answer is not offered, unless the rules of the game punish it; ConfigError for rows that
        are not here or come twice; then nothing has changed.
        """
        rows = self._all if rows is None else self._rows(rows)
        actions = np.asarray(actions)
        if len(rows) and actions.dtype.kind not in "iu":
            raise IllegalAction(f"answers of type {actions.dtype}; allowed are whole numbers")
        if actions.shape != rows.shape:
            raise IllegalAction(f"{actions.shape} answers for {rows.shape} rows")
        self._advance(kernel.STEP, rows, np.ascontiguousarray(actions, dtype=np.int64))

    def play(self, rounds: int, chooser: Chooser | None = None) -> None:
        """So many answers in each row: by a chooser, or uniformly random ones from the rows' own luck."""
        for _ in range(rounds):
            rows = self._all if self.restarts else np.flatnonzero(~self._over)
            if chooser is None:
                self._advance(kernel.PLAY, rows, np.zeros(len(rows), np.int64))
            elif len(rows) == self.n:
                self.step(chooser.choose_many(self.game, self.obs, self.masks))
            else:
                self.step(chooser.choose_many(self.game, self.obs[rows], self.masks[rows]), rows)

    def random_actions(self) -> Ints:
        """A uniformly random legal answer for every row, from the rows' own luck; int64[n]; 0 where it is done."""
        actions = np.zeros(self.n, np.int64)
        self._call(kernel.PICK, self._all, actions)
        return actions

    def _advance(self, op: int, rows: Ints, actions: Ints) -> None:
        before = None if self.shaping.is_off else self._standings[rows]
        refused = self._call(op, rows, actions)
        if refused != kernel.ALL_GOOD:
            self._refuse(int(rows[refused]), int(actions[refused]))
        self.done[rows] = self._over[rows]
        ended = rows[self._over[rows]]
        if before is not None:
            self._shape(rows, before, ended)
        if self.restarts and len(ended):
            self._begin(ended)

    def _rows(self, rows: Ints) -> Ints:
        rows = np.asarray(rows)
        if rows.ndim != 1 or (len(rows) and rows.dtype.kind not in "iu"):
            raise ConfigError(f"rows of type {rows.dtype}; allowed is a list of whole numbers")
        rows = np.ascontiguousarray(rows, dtype=np.int64)
        if len(rows) and (rows.min() < 0 or rows.max() >= self.n or np.bincount(rows).max() > 1):
            raise ConfigError(f"rows {rows.tolist()}; allowed are 0..{self.n - 1}, each once")
        return rows

    def _refuse(self, row: int, action: int) -> None:
        if self._over[row]:
            raise IllegalAction(f"the game in row {row} is over; restart it before action {action}")
        offered = [self.game.actions.text(int(a)) for a in np.flatnonzero(self._masks[row])]
        raise IllegalAction(f"action {action} in row {row} is not offered; allowed are {offered}")

    def _shape(self, rows: Ints, before: Ints, ended: Ints) -> None:
        self._standings[ended] = 0
        change = (self._standings[rows] - before).reshape(len(rows), 2, self.seats)
        for weight, term in zip(self.shaping.weights, change.transpose(1, 0, 2), strict=True):
            self.rewards[rows] += np.float32(weight) * term

    # Keeping

    def save(self) -> dict[str, NDArray[Any]]:
        """Everything that changes while games are played, as copies; `load` brings it back."""
        return {name: array.copy() for name, array in self._kept().items()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring all games to where `save` took them; StateError for a batch made with other arguments."""
        mine = self._kept()
        for name, array in mine.items():
            if name not in arrays or arrays[name].shape != array.shape:
                found = arrays[name].shape if name in arrays else None
                raise StateError(f"the saved batch's {name} has shape {found}; this batch needs {array.shape}")
        for name, array in mine.items():
            array[...] = arrays[name]
        self.masks[...] = self._masks

    def _kept(self) -> dict[str, NDArray[Any]]:
        kept = {"states": self._bytes, "streams": self._streams, "seeds": self._seeds, "kind": self._kind}
        kept |= {"standings": self._standings, "punishes": self._punishes, "over": self._over, "used": self._used}
        written = {name: getattr(self, name) for name in WRITTEN if name != "masks"}
        return {**kept, "offered": self._masks, "players": self.players, **written}

    # Seeing

    def observe_players(self, rows: Ints, players: Ints) -> NDArray[np.int8]:
        """What players see from their own seats in these rows, int8[rows, size]; WrongSeat for one who is not there."""
        return self.observe_seats(rows, self._states["home"][rows, players])

    def observe_seats(self, rows: Ints, seats: Ints) -> NDArray[np.int8]:
        """The view of any seat in these rows (also several times), int8[rows, size]; WrongSeat else."""
        rows, seats = np.asarray(rows, dtype=np.int64), np.ascontiguousarray(seats, dtype=np.int64)
        if seats.shape != rows.shape or ((rows < 0) | (rows >= self.n)).any():
            allowed = f"allowed are rows 0..{self.n - 1}, one seat each"
            raise ConfigError(f"rows {rows.tolist()} for {seats.shape} seats; {allowed}")
        at_table = self._states["seats"][rows]
        absent = (seats < 0) | (seats >= at_table)
        if absent.any():
            k = int(np.flatnonzero(absent)[0])
            allowed = f"allowed are 0..{at_table[k] - 1}"
            raise WrongSeat(f"seat {seats[k]} is not at the table in row {rows[k]}; {allowed}")
        obs = np.zeros((len(rows), self.obs_size), np.int8)
        self._call(kernel.LOOK_AS, rows, seats, obs)
        return obs

    def _call(self, op: int, rows: Ints, actions: Ints, obs: NDArray[np.int8] | None = None) -> int:
        """The compiled entry over these rows, shared out among the threads; which answer is refused, if any."""
        if self._pool is None or len(rows) < self._threads * GAMES_A_THREAD:
            return self._call_one(0, op, rows, actions, obs)
        if op == kernel.STEP:
            refused = self._call_one(0, kernel.CHECK, rows, actions, obs)
            if refused != kernel.ALL_GOOD:
                return refused
        cuts = np.linspace(0, len(rows), self._threads + 1).astype(np.int64)
        parts = [slice(first, last) for first, last in zip(cuts[:-1], cuts[1:], strict=True)]
        calls = [
            self._pool.submit(self._call_one, number, op, rows[part], actions[part], None if obs is None else obs[part])
            for number, part in enumerate(parts)
        ]
        for call in calls:
            call.result()
        return kernel.ALL_GOOD

    def _call_one(self, thread: int, op: int, rows: Ints, actions: Ints, obs: NDArray[np.int8] | None) -> int:
        return self._run(
            op,
            self._outcomes,
            self._seeds,
            self._states,
            self._streams,
            self._punishes,
            rows,
            actions,
            self._masks,
            self.masks,
            self.obs if obs is None else obs,
            self.seat,
            self.player,
            self._prizes,
            self.rewards,
            self.truncated,
            self._over,
            self._weights[thread],
            self._used[thread],
            self._standings,
        )


def _seeds(seed: int | Sequence[int], tables: int) -> Ints:
    """A row for each game: the halves of its seed, its number among games with one seed, and no episode yet."""
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
        if len(seed) != tables:
            raise ConfigError(f"{len(seed)} seeds for {tables} tables; allowed is one, or one for each")
        return np.array([(*split_seed(one), 0, -1) for one in seed], np.int64)
    low, high = split_seed(seed)
    return np.array([(low, high, row, -1) for row in range(tables)], np.int64)
