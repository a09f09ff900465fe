"""The vector face of Gymnasium: many games in one call, in each of them one seat is the agent's."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wd_env.batch.batch import BatchBot
from wd_env.batch.saved_batch import MOST_COUNTED, check_range, copies
from wd_env.envs.aec_env import TableEnv
from wd_env.envs.env_rendering import HUMAN, check_render_mode, render_modes, rendered
from wd_env.envs.illegal_actions import ERROR, LOSE, LOST, illegal_by_rules, illegal_error
from wd_env.envs.keyword_checks import keywords
from wd_env.envs.opponents import bots_of, seed_named
from wd_env.envs.spaces import action_discrete, flattened, observation_space
from wd_env.envs.vector.autoreset import mode_named
from wd_env.envs.vector.multi_seat import ANYBODY, LEARNER, Ints
from wd_env.envs.vector.reset_games import Bools, ResetGames, make_batch
from wd_env.errors import ConfigError, IllegalAction
from wd_env.registry import DEFAULT, Game, game_named
from wd_env.seeding import Seeds
from wd_env.spec.rewards import split_weights
from wd_env.spec.rule_options import plain
from wd_env.table.game_table import ASKED, Table

Observations = dict[str, NDArray[np.int8]]  # with `flat` the observations alone, NDArray[np.float32]
Infos = dict[str, Any]
Step = tuple[Observations, NDArray[np.float64], Bools, Bools, Infos]

ROTATING = "rotating"


class ManyEnv(ResetGames, VectorEnv[Observations, Ints, NDArray[Any]]):
    """`num_envs` games side by side, in each of which one player is the agent's.

    Row k plays what `SingleEnv` plays when it is reset with the k-th seed; the arguments mean the same.
    Opponents, clockwise of the agent, answer at once for all rows that ask them (`choose_many`). `num_players` may be
    a list, which rows take in turn; with `seat="rotating"` the agent sits at seat k in row k, and one further in each
    game that follows. `threads` share the rows.

    Observations are a Dict of `observation` int8[n, size] and `action_mask` int8[n, actions], with `flat=True` the
    former alone as float32[n, size], for masks are in `action_masks()`; rewards are float64[n].

    `autoreset_mode` says what follows the end of a game. SAME_STEP: the next game in the same step; `final_obs` and
    `final_info` among the infos tell how it ended, and every row of every step is a decision. NEXT_STEP: a step
    without a decision, whose action is ignored and whose mask is 1 everywhere. DISABLED: the game waits for
    `reset(options={"reset_mask": bool[n]})`. None is SAME_STEP, and NEXT_STEP where Gymnasium is older than 1.4, for
    its RecordEpisodeStatistics counts wrongly in SAME_STEP.

    `render_mode` "ansi" and "rgb_array" have `render()` return a tuple with the table of each game;
    `gymnasium.wrappers.vector.HumanRendering` shows the latter in a window.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the arguments of `SingleEnv`, and how many games
        self,
        num_envs: int = 1,
        num_players: int | Sequence[int] | None = None,
        seat: int | str = 0,
        opponents: Sequence[BatchBot | str] | None = None,
        illegal_action: str = "error",
        autoreset_mode: AutoresetMode | str | None = None,
        threads: int = 1,
        game: Game | str = DEFAULT,
        flat: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._row = game if isinstance(game, Game) else game_named(game)
        options = {**self._row.env_options, **options}
        with keywords():
            spec = self._row.spec_for(**split_weights(options)[0])
            by_rules = illegal_by_rules(spec, illegal_action)
            batch = make_batch(spec, num_envs, num_players, threads, options | by_rules)
        self._rules = split_weights(options | by_rules)[0]
        self.illegal_action = illegal_action
        self.autoreset_mode = mode_named(autoreset_mode)
        modes = [mode for mode in render_modes(self._row.teller) if mode != HUMAN]
        self.render_mode = check_render_mode(render_mode, modes)
        fewest, most, seat = int(batch.players.min()), int(batch.players.max()), plain(seat)
        if seat != ROTATING and (type(seat) is not int or not 0 <= seat < fewest):
            raise ConfigError(f"seat is {seat!r}; allowed are 0..{fewest - 1} and {ROTATING!r}")
        self._bots = bots_of(opponents or (), spec, 0, "choose_many")
        if opponents is not None and len(opponents) != most - 1:
            raise ConfigError(f"{len(opponents)} opponents; a game of {most} has {most - 1}")
        self.seat = seat
        self.agent = np.zeros(num_envs, np.int64)  # the player that is the agent's, game by game
        self._games = np.zeros(num_envs, np.int64)  # that have ended since the row was given its seed
        self._waits = np.zeros(num_envs, np.bool_)  # the game is over and the next has not begun
        self._opponents = np.arange(most - 1) if opponents is not None else np.full(most - 1, ANYBODY)
        ResetGames.__init__(self, batch, self._bots)
        self._named = tuple(opponents or ())  # as they were given: those by name begin again with each seed
        self.num_envs = num_envs
        fps = TableEnv.metadata["render_fps"]
        self.metadata = {"render_modes": modes, "render_fps": fps, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(batch.game, flat)
        self.is_flat = flat
        self.single_action_space = action_discrete(batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Begin games up to the agent's first decision; see `begin_by` for seeds and the `reset_mask`."""
        self.begin_by(seed, options)
        return self._see(), self._tell()

    def _seed_opponents(self, seeds: Sequence[int | None]) -> None:
        if any(seed is not None for seed in seeds):
            seed_named(dict(enumerate(self._bots)), dict(enumerate(self._named)), seeds[0] or 0)

    def step(self, actions: Any) -> Step:
        """Act in every game, let the others play, and observe the next decision or the end.

        IllegalAction names the first game whose answer is not offered; then nothing has changed in any of them.
        """
        actions = self.answers_of(actions)
        resting = np.flatnonzero(self._waits)
        if len(resting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise IllegalAction(f"the game in row {resting[0]} is over; reset it before the next step")
        agents, lost = self.agent.copy(), self._lost(actions)
        playing = np.flatnonzero(~(self._waits | lost))
        self._play_mine(playing, actions[playing])
        self._forfeit(np.flatnonzero(lost))
        self._deal(resting)
        self._play_opponents()
        rewards = self.seat_rewards[self._rows, agents].astype(np.float64)
        rewards[lost], rewards[resting] = LOST, 0.0
        return self._see(), rewards, self.ended & ~self.truncated, self.truncated, self._tell()

    def action_masks(self) -> Bools:
        """Return the action masks bool[n, actions] of the last observation; True everywhere after a game's end."""
        self.check_begun("action_masks")
        return self._masks().view(np.bool_)

    def _masks(self) -> NDArray[np.int8]:
        masks = self.batch.masks.copy()
        masks[self._waits] = 1  # no action is played there, and samplers need one
        return masks

    def _play_mine(self, rows: Ints, actions: Ints) -> None:
        try:
            self._play(rows, actions)
        except IllegalAction:
            wrong = rows[self._is_refused(rows, actions)].tolist()
            if not wrong:
                raise
            action = actions[rows == wrong[0]].item()
            raise illegal_error(self.batch.game, action, f"in row {wrong[0]}", flat=self.is_flat) from None

    def _is_refused(self, rows: Ints, actions: Ints) -> Bools:
        known = (actions >= 0) & (actions < self.batch.n_actions)
        if self.illegal_action not in (ERROR, LOSE):  # the rules punish what is an action at all
            return ~known
        offered = self.batch.masks[rows, np.where(known, actions, 0)] == 1
        refused: Bools = ~(known & offered)
        return refused

    def render(self) -> tuple[Any, ...] | None:
        """Return the table of each game, as text (`ansi`) or uint8[height, width, 3] (`rgb_array`); None without."""
        self.check_begun("render")
        if self.render_mode is None:
            return None
        teller, tables = self._row.teller, map(self._table, self._rows.tolist())
        return tuple(rendered(teller, table, self.render_mode) for table in tables)

    def _table(self, row: int) -> Table:
        """Make a table in the state of a game, without what has happened before."""
        config = self._row.config(**self._rules, num_players=int(self.batch.players[row]))
        table = self._row.new_table(config, luck=ASKED)
        table.state = table.game.schema.from_record(self.batch.whole_states(self._rows[[row]])[0])
        table.begin_here()
        return table

    def _lost(self, actions: Ints) -> Bools:
        """The games that an illegal action loses."""
        if self.illegal_action != LOSE:
            return np.zeros(self.num_envs, np.bool_)
        return self._is_refused(self._rows, actions) & ~self._waits

    def _forfeit(self, rows: Ints) -> None:
        self._keep_views(rows)
        self.ended[rows] = True
        self._follow_up(rows)

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the games and the seats of the agent as arrays; `load` restores them."""
        return {**super().save(), "agent": self.agent.copy(), "games": self._games.copy(), "waits": self._waits.copy()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Restore `save`; return the observations of the seats to act, int8[n, size].

        StateError for what no such games can have saved; then nothing has changed.
        """
        mine = {"agent": self.agent, "games": self._games, "waits": self._waits}
        found = copies(arrays, {**mine, "players": self.batch.players})
        check_range("agent", found["agent"], 0, found["players"] - 1)
        check_range("games", found["games"], 0, MOST_COUNTED)
        views = super().load(arrays)
        for name, array in mine.items():
            array[:] = found[name]
        return views

    # Between two games

    def _begin_step(self) -> None:
        super()._begin_step()
        self._last: list[tuple[Ints, NDArray[np.int8], NDArray[np.int8], Bools]] = []  # rows, views, masks, in play

    def _keep_views(self, rows: Ints) -> None:
        """What the agent sees last; where games wait it is seen as long as they do."""
        if len(rows) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            agents = self.agent[rows]
            seen = self.batch.observe_players(rows, agents)
            self._last.append((rows, seen, np.ones_like(self.batch.masks[rows]), self.in_play(rows, agents)))

    def _follow_up(self, rows: Ints) -> None:
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._deal(rows)
        else:
            self._waits[rows] = True

    def _deal(self, rows: Ints, seeds: Sequence[int] | None = None) -> None:
        self._waits[rows] = False
        self._games[rows] = self._games[rows] + 1 if seeds is None else 0
        super()._deal(rows, seeds)

    def _seated(self, rows: Ints) -> Ints:
        """The agent, and the opponents clockwise of it."""
        players = self.batch.players[rows]
        self.agent[rows] = (rows + self._games[rows]) % players if self.seat == ROTATING else self.seat
        places = np.arange(self.batch.max_players) - self.agent[rows, None]
        clockwise = np.concatenate([[LEARNER], self._opponents])
        lineup: Ints = clockwise[places % players[:, None]]
        return lineup

    # Seeing

    def _see(self) -> Observations:
        views, masks = self.batch.obs.copy(), self._masks()
        over = np.flatnonzero(self.batch.done)
        views[over] = self.batch.observe_players(over, self.agent[over])
        shown: Observations = self._shown(views, masks)
        return shown

    def _shown(self, views: NDArray[np.int8], masks: NDArray[np.int8]) -> Any:
        return flattened(views) if self.is_flat else {"observation": views, "action_mask": masks}

    def _tell(self) -> Infos:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: Infos = {"in_play": self.in_play(self._rows, self.agent), "_in_play": everywhere}
        if self._last:
            infos |= self._tell_ends()
        return infos

    def _tell_ends(self) -> Infos:
        ended = self.ended.copy()
        final_obs, in_play = np.full(self.num_envs, None, dtype=object), np.zeros(self.num_envs, np.bool_)
        for rows, views, masks, there in self._last:
            in_play[rows] = there
            for row, view, mask in zip(rows, views, masks, strict=True):
                final_obs[row] = self._shown(view, mask)
        final_info = {"in_play": in_play, "_in_play": ended}
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": final_info, "_final_info": ended.copy()}
