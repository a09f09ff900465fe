"""Many games at once over arrays: one compiled call steps them, settles luck and writes masks and views."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.core import compiled, kernel
from wd_env.core.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.core.rewards import Shaping, outcome_rewards
from wd_env.core.schema import PyState
from wd_env.core.seeds import split_seed
from wd_env.core.spec import LUCK, GameSpec

Ints = NDArray[np.int64]


class Batch:
    """`n` games of mixed numbers of players; game `row` plays as a single table with the same seed, row and episode.

    Arrays, rewritten by each call: `masks` int8[n, actions] (1 is legal), `obs` int8[n, size] (view of the asked
    seat), `rewards` float32[n, seats] (player by player), `done` and `truncated` bool[n]. A game that is done waits
    for `restart`.
    """

    def __init__(
        self,
        game: GameSpec,
        tables: int,
        seed: int,
        players: Sequence[int] = (4,),
        options: dict[str, Any] | None = None,
        shaping: Shaping | None = None,
    ) -> None:
        if tables < 1:
            raise ConfigError(f"{tables} tables; a batch has at least one")
        if len(players) == 0:
            raise ConfigError(f"players {players!r}; allowed is at least one number of players")
        self.game = game
        self.n = tables
        self.n_actions = len(game.actions)
        self.obs_size = game.layout.size
        self.seats = game.seats
        self.shaping = shaping or Shaping()
        self._options = dict(options or {})
        self._templates: dict[int, Any] = {}
        self._states = np.zeros(tables, game.schema.dtype)
        self._run = compiled.entry(game)
        luck = [code for code, question in enumerate(game.questions) if question.kind == LUCK]
        self._luck = np.array([luck[0], luck[-1]])
        self._seed = np.array(split_seed(seed))
        self._streams = np.zeros((tables, 3), np.int64)
        self._episodes = np.full(tables, -1, np.int64)
        self._weights = np.zeros(game.luck_width, np.int64)
        self._standings = np.zeros((0 if self.shaping.is_off else tables, 2 * game.seats), np.int64)
        self._all = np.arange(tables)
        self.masks = np.zeros((tables, self.n_actions), np.int8)
        self.obs = np.zeros((tables, self.obs_size), np.int8)
        self.rewards = np.zeros((tables, game.seats), np.float32)
        self.done = np.zeros(tables, np.bool_)
        self.used = np.zeros(len(game.questions), np.int64)
        self.players = np.array([players[row % len(players)] for row in range(tables)], np.int64)
        self.restart(self._all, self.players)

    def _template(self, players: int) -> Any:
        """How a game of so many players begins; ConfigError where the options do not allow so many."""
        if players not in self._templates:
            state = self.game.new_state(self.game.config_class.of(**{**self._options, "num_players": players}))
            self._check_luck(state)
            self._punishes = bool(self.game.offences.punishes(state))
            self._templates[players] = state.to_record()
        return self._templates[players]

    def _check_luck(self, state: PyState) -> None:
        """ConfigError for a game with luck that somebody has to report; a batch draws all luck."""
        luck = [(code, question.name) for code, question in enumerate(self.game.questions) if question.kind == LUCK]
        reported = [name for code, name in luck if self.game.engine.is_reported(state, code)]
        if reported:
            raise ConfigError(f"{', '.join(reported)} cannot be asked in a batch; allowed are options with drawn luck")

    @property
    def seat(self) -> Ints:
        """The seat that is asked, int64[n]."""
        seats: Ints = self._states["seat"].astype(np.int64)
        return seats

    @property
    def player(self) -> Ints:
        """The player who answers for it, int64[n]."""
        players: Ints = self._states["owner"][self._all, self.seat].astype(np.int64)
        return players

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """The game was cut at its turn limit, bool[n]."""
        cut: NDArray[np.bool_] = self.done & (self._states["truncated"] == 1)
        return cut

    @property
    def won(self) -> NDArray[np.uint8]:
        """1 for the player that has won a game which is done, uint8[n, seats]."""
        won: NDArray[np.uint8] = self._states["won"]
        return won

    def field(self, name: str) -> NDArray[Any]:
        """A copy of one public field of all states; KeyError for a private or unknown one."""
        if self.game.schema.by_name[name].private:
            raise KeyError(f"{name} is known to some seats only")
        values: NDArray[Any] = self._states[name].copy()
        return values

    def restart(self, rows: Ints, players: Ints | None = None) -> None:
        """New games in these rows, each with luck of its own; `players` int64[rows] changes their numbers.

        ConfigError for rows that are not here or come twice, and for a number of players that is not allowed.
        """
        rows = self._rows(rows)
        if len(rows) == 0:
            return
        if players is not None:
            low, high = self.game.min_players, self.game.max_players
            if ((players < low) | (players > high)).any():
                raise ConfigError(f"{players.tolist()} players; allowed are {low}..{high}")
        else:
            players = self.players[rows]
        templates = {int(count): self._template(int(count)) for count in np.unique(players)}
        for count, template in templates.items():
            self._states[rows[players == count]] = template
        self.players[rows] = players
        self._episodes[rows] += 1
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
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        self._check(rows, actions)
        before = self._standings[rows] if not self.shaping.is_off else None
        self._call(kernel.STEP, rows, actions)
        self.rewards[rows] = 0.0
        ended = rows[self.done[rows]]
        if len(ended):
            self.rewards[ended] = outcome_rewards(self.won[ended], self.players[ended])
        if before is not None:
            self._shape(rows, before, ended)

    def _rows(self, rows: Ints) -> Ints:
        rows = np.asarray(rows)
        if rows.ndim != 1 or (len(rows) and rows.dtype.kind not in "iu"):
            raise ConfigError(f"rows of type {rows.dtype}; allowed is a list of whole numbers")
        rows = np.ascontiguousarray(rows, dtype=np.int64)
        if len(rows) and (rows.min() < 0 or rows.max() >= self.n or np.bincount(rows).max() > 1):
            raise ConfigError(f"rows {rows.tolist()}; allowed are 0..{self.n - 1}, each once")
        return rows

    def _check(self, rows: Ints, actions: Ints) -> None:
        if actions.shape != rows.shape:
            raise IllegalAction(f"{actions.shape} answers for {rows.shape} rows")
        bad = (actions < 0) | (actions >= self.n_actions)
        if not self._punishes:
            bad[~bad] = self.masks[rows[~bad], actions[~bad]] == 0
        bad |= self.done[rows]
        if bad.any():
            k = int(np.flatnonzero(bad)[0])
            row, action = int(rows[k]), int(actions[k])
            if self.done[row]:
                raise IllegalAction(f"the game in row {row} is over; restart it before action {action}")
            offered = [self.game.actions.text(int(a)) for a in np.flatnonzero(self.masks[row])]
            raise IllegalAction(f"action {action} in row {row} is not offered; allowed are {offered}")

    def _shape(self, rows: Ints, before: Ints, ended: Ints) -> None:
        self._standings[ended] = 0
        change = (self._standings[rows] - before).reshape(len(rows), 2, self.seats)
        for weight, term in zip(self.shaping.weights, change.transpose(1, 0, 2), strict=True):
            self.rewards[rows] += np.float32(weight) * term

    def save(self) -> dict[str, NDArray[Any]]:
        """Everything that changes while games are played, as copies; `load` brings it back."""
        return {
            "states": self._states.view(np.uint8).copy(),
            "streams": self._streams.copy(),
            "episodes": self._episodes.copy(),
            "standings": self._standings.copy(),
            "players": self.players.copy(),
            "masks": self.masks.copy(),
            "obs": self.obs.copy(),
            "done": self.done.copy(),
            "used": self.used.copy(),
        }

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring all games to where `save` took them; StateError for a batch made with other arguments."""
        mine = self.save()
        for name, array in mine.items():
            if name not in arrays or arrays[name].shape != array.shape:
                found = arrays[name].shape if name in arrays else None
                raise StateError(f"the saved batch's {name} has shape {found}; this batch needs {array.shape}")
        self._states.view(np.uint8)[:] = arrays["states"]
        for name, array in (
            ("streams", self._streams),
            ("episodes", self._episodes),
            ("standings", self._standings),
            ("players", self.players),
            ("masks", self.masks),
            ("obs", self.obs),
            ("done", self.done),
            ("used", self.used),
        ):
            array[:] = arrays[name]

    def random_actions(self) -> Ints:
        """A uniformly random legal answer for every row, from the rows' own luck; int64[n]; 0 where it is done."""
        actions = np.zeros(self.n, np.int64)
        self._call(kernel.PICK, self._all, actions)
        return actions

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

    def _call(self, op: int, rows: Ints, actions: Ints, obs: NDArray[np.int8] | None = None) -> None:
        self._run(
            op,
            self._luck,
            self._seed,
            self._states,
            self._streams,
            self._episodes,
            rows,
            actions,
            self.masks,
            self.obs if obs is None else obs,
            self.done,
            self._weights,
            self.used,
            self._standings,
        )
