"""Many games at once over arrays: one compiled call steps them, settles luck and writes masks and views."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wd_env.core import kernel, saved
from wd_env.core.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.core.offers import refusal, words_for
from wd_env.core.rewards import Shaping
from wd_env.core.runner import Runner
from wd_env.core.seeds import seeds_of, strangers_luck
from wd_env.core.spec import GameSpec
from wd_env.core.templates import Options, Templates

Ints = NDArray[np.int64]

WRITTEN = ("masks", "obs", "seat", "player", "rewards", "done", "truncated")  # arrays that every call rewrites
ROUNDS_A_CALL = 64  # of random answers, so that a key that interrupts is heard
MOST_GAMES = 65_536
MOST_THREADS = 256
NOTHING: Mapping[str, NDArray[Any]] = {}
MOST_STANDING = 2**15  # that a player can have of any term


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

    `threads` share the rows of one call; the games are the same whatever their number. Without `views` none is written
    and `obs` is int8[0, size], for those who look by `observe_seats` when they need to.
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
        views: bool = True,
    ) -> None:
        check_size(tables, players, MOST_GAMES)
        if not is_whole(threads) or not 1 <= threads <= MOST_THREADS:
            raise ConfigError(f"{threads!r} threads; allowed are 1..{MOST_THREADS}")
        self.game = game
        self.n = tables
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats = game.seats
        self.shaping = shaping or Shaping()
        self._is_shaped = not self.shaping.is_off
        self.restarts = restarts
        self.views = views
        self._all = np.arange(tables)
        self._drawn = np.zeros(tables, np.int64)  # the random answers of a call, which nobody reads
        self._templates = Templates(game, options)
        self._kind = np.zeros(tables, np.int64)  # of template, row by row
        self._states = np.zeros(tables, game.schema.dtype)
        self._bytes = self._states.view(np.uint8).reshape(tables, game.schema.size)
        self._seeds = seeds_of(seed, tables)
        self._streams = np.zeros((tables, 3), np.int64)
        self._punishes = np.zeros(tables, np.bool_)
        self._standings = np.zeros((tables if self._is_shaped else 0, len(game.terms) * game.seats), np.int64)
        self._offered = np.zeros((tables, words_for(self.n_actions)), np.int64)  # what answers are checked against
        self._over = np.zeros(tables, np.bool_)
        self._make_written()
        self.players = np.array([players[row % len(players)] for row in range(tables)], np.int64)
        self._run = Runner(game, tables, threads)
        self.restart(self._all, self.players)

    def _make_written(self) -> None:
        self.masks = np.zeros((self.n, self.n_actions), np.int8)
        self.obs = np.zeros((self.n if self.views else 0, self.obs_size), np.int8)
        self.seat = np.zeros(self.n, np.int64)
        self.player = np.zeros(self.n, np.int64)
        self.rewards = np.zeros((self.n, self.seats), np.float32)
        self.done = np.zeros(self.n, np.bool_)
        self.truncated = np.zeros(self.n, np.bool_)

    # Reading

    @property
    def won(self) -> NDArray[np.uint8]:
        """1 for the player that has won a game which is done and waits, uint8[n, seats]."""
        won: NDArray[np.uint8] = self._states["won"]
        return won

    @property
    def used(self) -> Ints:
        """How often each question was opened since the batch was made, int64[questions]."""
        used: Ints = self._run.used.sum(axis=0)
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
        read-only, not in C order, or in the memory of another one; then nothing has changed.
        """
        for name, array in arrays.items():
            if name not in WRITTEN:
                raise ConfigError(f"{name!r} is not written by a batch; allowed are {', '.join(WRITTEN)}")
            mine = getattr(self, name)
            if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (mine.shape, mine.dtype):
                found = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
                raise ConfigError(f"{name} is {found}; allowed is {mine.dtype}{mine.shape}")
            if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
                raise ConfigError(f"{name} is read-only or not in C order; allowed is a C-ordered array to write to")
        kept = {name: arrays.get(name, getattr(self, name)) for name in WRITTEN}
        for one, other in combinations(WRITTEN, 2):
            if np.may_share_memory(kept[one], kept[other]):
                raise ConfigError(f"{one} and {other} lie in the same memory; allowed are arrays apart from each other")
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
        sown = None if seeds is None else seeds_of(seeds, len(rows))
        kind = self._templates.kinds(rows, count)
        self.players[rows] = count
        self._kind[rows] = kind
        self._punishes[rows] = self._templates.punishes[self._kind[rows]]
        if sown is not None:
            self._seeds[rows] = sown
        self.done[rows] = self.truncated[rows] = False
        self._begin(rows)

    def _begin(self, rows: Ints) -> None:
        if self._is_shaped:
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
        """So many answers in each row: by a chooser, or uniformly random ones from the rows' own luck.

        ConfigError for a chooser in a batch without views, and for fewer rounds than none.
        """
        if not is_whole(rounds) or rounds < 0:
            raise ConfigError(f"{rounds!r} rounds; allowed are 0 and more")
        if chooser is not None and not self.views:
            raise ConfigError("a chooser needs views; this batch writes none")
        if chooser is None:
            self._play_at_random(rounds)
            return
        for _ in range(rounds):
            rows = self._all if self.restarts else np.flatnonzero(~self._over)
            if len(rows) == self.n:
                self.step(chooser.choose_many(self.game, self.obs, self.masks))
            else:
                self.step(chooser.choose_many(self.game, self.obs[rows], self.masks[rows]), rows)

    def _play_at_random(self, rounds: int) -> None:
        most = 1 if self._is_shaped else ROUNDS_A_CALL  # shaped rewards are those of one answer
        for start in range(0, rounds, most):
            rows = self._all if self.restarts else np.flatnonzero(~self._over)
            self._advance(kernel.PLAY, rows, self._drawn[: len(rows)], min(most, rounds - start))

    def random_actions(self, rows: Ints | None = None, luck: Ints | None = None) -> Ints:
        """A uniformly random legal answer for every row, or for these, int64[rows]; 0 where it is done.

        From the rows' own luck, or from `luck` int64[n, 3] beside it (see `strangers_luck`), which is drawn from.
        """
        rows = self._all if rows is None else self._rows(rows)
        actions = np.zeros(len(rows), np.int64)
        self._call(kernel.PICK, rows, actions, instead={} if luck is None else {"streams": luck})
        return actions

    def strangers_luck(self, rows: Ints) -> Ints:
        """Fresh luck int64[rows, 3] beside that of the games in these rows, for opponents that answer by luck."""
        return strangers_luck(self._seeds[rows])

    def _advance(self, op: int, rows: Ints, actions: Ints, rounds: int = 1) -> None:
        before = self._standings[rows] if self._is_shaped else None
        refused = self._call(op, rows, actions, rounds=rounds)
        if refused != kernel.ALL_GOOD:
            row = int(rows[refused])
            raise refusal(self.game, row, int(actions[refused]), bool(self._over[row]), self._offered[row])
        if before is not None:
            self._shape(rows, before)

    def _rows(self, rows: Ints) -> Ints:
        rows = np.asarray(rows)
        if rows.ndim != 1 or (len(rows) and rows.dtype.kind not in "iu"):
            raise ConfigError(f"rows of type {rows.dtype}; allowed is a list of whole numbers")
        rows = np.ascontiguousarray(rows, dtype=np.int64)
        if len(rows) and (rows.min() < 0 or rows.max() >= self.n or np.bincount(rows).max() > 1):
            raise ConfigError(f"rows {rows.tolist()}; allowed are 0..{self.n - 1}, each once")
        return rows

    def _shape(self, rows: Ints, before: Ints) -> None:
        after = np.where(self.done[rows, None], 0, self._standings[rows])
        change = (after - before).reshape(len(rows), len(self.game.terms), self.seats)
        for weight, term in zip(self.shaping.weights, change.transpose(1, 0, 2), strict=True):
            self.rewards[rows] += np.float32(weight) * term

    # Keeping

    def __getstate__(self) -> dict[str, Any]:
        """For `copy.deepcopy` and pickle: all games, with the luck to come, in arrays of the copy's own."""
        return {name: value for name, value in self.__dict__.items() if name != "_states"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bytes = self._bytes.copy()
        self._states = self._bytes.view(self.game.schema.dtype).reshape(self.n)  # one memory under two names

    def __copy__(self) -> "Batch":
        return deepcopy(self)  # half a copy would share the games

    def save(self) -> dict[str, NDArray[Any]]:
        """Everything that changes while games are played, as copies; `load` brings it back."""
        return {name: array.copy() for name, array in self._kept().items()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring all games to where `save` took them, be it in another batch of the same arguments.

        StateError for arrays that no such batch can have saved; then nothing has changed. Every state is held to the
        game's own check, which takes a third of a millisecond a row.
        """
        found = saved.copies(arrays, self._kept())
        reckoned = self._reckoned(found)
        self._check_ends(found, reckoned)
        for name in ("seat", "player", "obs", "over", "punishes", "offered", "standings"):
            saved.check_same(name, found[name], reckoned[name])
        self._bytes[...] = found["states"]
        for name in ("seeds", "streams", "standings", "punishes", "over", "offered"):
            getattr(self, f"_{name}")[...] = found[name]
        self._kind[...], self.players[...] = reckoned["kind"], found["players"]
        for name in WRITTEN:
            getattr(self, name)[...] = {**found, **reckoned}[name]
        self._run.used[...] = 0
        self._run.used[0] = found["used"]

    def _reckoned(self, found: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """What follows from saved states and players; StateError for those that cannot be."""
        saved.check_range("used", found["used"], 0, saved.MOST_COUNTED)
        most = 1 + MOST_STANDING * sum(map(abs, self.shaping.weights))
        saved.check_range("rewards", found["rewards"], -most, most)
        kind = saved.kinds_of(self._templates, found["players"])
        records = found["states"].view(self.game.schema.dtype)[:, 0]
        states = saved.check_states(self.game, found["states"], self._templates.bytes[kind])
        saved.check_luck(found["seeds"], found["streams"])
        names = ("seat", "player", "masks", "obs", "offered", "standings")
        reckoned = {name: np.zeros_like(found.get(name, self.masks)) for name in names}
        reckoned |= {"kind": kind, "states": records, "punishes": self._templates.punishes[kind]}
        reckoned["over"] = np.array([bool(self.game.engine.is_over(state)) for state in states])
        self._call(kernel.LOOK, self._all, self._all, instead=reckoned)
        stuck = np.flatnonzero(~reckoned["over"] & ~reckoned["offered"].any(axis=1))
        if len(stuck):
            raise StateError(f"the saved state of row {stuck[0]} offers no answer")
        return reckoned

    def _check_ends(self, found: dict[str, NDArray[Any]], reckoned: dict[str, NDArray[Any]]) -> None:
        """StateError for games that are over where none can wait, and for ends that no game has had."""
        if not self.restarts:
            saved.check_same("done", found["done"], reckoned["over"])
            saved.check_same("truncated", found["truncated"], reckoned["states"]["truncated"] == 1)
        elif reckoned["over"].any() or (found["truncated"] & ~found["done"]).any():
            raise StateError("the saved batch holds games that are over; this one begins others in their place at once")

    def _kept(self) -> dict[str, NDArray[Any]]:
        kept = {"states": self._bytes, "streams": self._streams, "seeds": self._seeds, "used": self.used}
        kept |= {"standings": self._standings, "punishes": self._punishes, "over": self._over}
        written = {name: getattr(self, name) for name in WRITTEN if name != "masks"}
        return {**kept, "offered": self._offered, "players": self.players, **written}

    # Seeing

    def observe_players(self, rows: Ints, players: Ints) -> NDArray[np.int8]:
        """What players see in these rows, int8[rows, size]; WrongSeat for one who is not there.

        A player looks from the seat that is asked if it is one of theirs, else from their own.
        """
        rows, players = np.asarray(rows), np.asarray(players)
        if rows.shape == players.shape and len(rows) and ((players < 0) | (players >= self.players[rows])).any():
            k = int(np.flatnonzero((players < 0) | (players >= self.players[rows]))[0])
            allowed = f"allowed are 0..{self.players[rows[k]] - 1}"
            raise WrongSeat(f"player {players[k]} is not at the table in row {rows[k]}; {allowed}")
        is_asked = (self.player[rows] == players) & ~self._over[rows]
        return self.observe_seats(rows, np.where(is_asked, self.seat[rows], self._states["home"][rows, players]))

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
        self._call(kernel.LOOK_AS, rows, seats, instead={"obs": obs})
        return obs

    def _call(
        self, op: int, rows: Ints, actions: Ints, rounds: int = 1, instead: Mapping[str, NDArray[Any]] = NOTHING
    ) -> int:
        """The compiled entry over these rows, with other arrays in place of some; which answer is refused, if any."""
        games = {  # in the order of the entry
            "templates": self._templates.records,
            "kind": self._kind,
            "states": self._states,
            "seeds": self._seeds,
            "streams": self._streams,
            "punishes": self._punishes,
            "offered": self._offered,
            "over": self._over,
            "standings": self._standings,
            "masks": self.masks,
            "obs": self.obs,
            "seat": self.seat,
            "player": self.player,
            "rewards": self.rewards,
            "done": self.done,
            "truncated": self.truncated,
            **instead,
        }
        return self._run(op, rows, actions, games, rounds, self.restarts)


def is_whole(number: object) -> bool:
    """A whole number, of Python's or of NumPy's; True and False are none."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def check_size(tables: int, players: Sequence[int], most: int) -> None:
    """ConfigError for no tables, for more than `most` of them, and for no number of players."""
    if not is_whole(tables) or not 1 <= tables <= most:
        raise ConfigError(f"{tables!r} tables; a batch has at least one and at most {most}")
    if len(players) == 0 or not all(is_whole(number) for number in players):
        raise ConfigError(f"players {players!r}; allowed is at least one number of players")
