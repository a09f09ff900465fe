"""The vector face of Gymnasium: many games in one call, in each of them one seat is the agent's."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wd_env.batch.batch import BatchAgent
from wd_env.batch.saved_batch import MAX_COUNT, check_range, copy_arrays
from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.env_rendering import HUMAN, check_render_mode, render_modes, render_table
from wd_env.envs.illegal_actions import ERROR, ILLEGAL_REWARD, LOSE, illegal_action_option, illegal_step_error
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.opponents import make_opponents, seed_named_bots
from wd_env.envs.spaces import action_discrete, flatten_observations, observation_space
from wd_env.envs.vector.autoreset import get_autoreset_mode
from wd_env.envs.vector.multi_seat import LEARNER, RANDOM_POLICY, Ints
from wd_env.envs.vector.resettable_multi_seat import Bools, ResettableMultiSeatEnv, make_batch
from wd_env.errors import ConfigError, IllegalAction
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.seeding import Seeds
from wd_env.spec.rewards import split_weights
from wd_env.spec.rule_options import to_python_scalar
from wd_env.table.game_table import EXPLICIT, Table

Observations = dict[str, NDArray[np.int8]]  # with `flat` the observations alone, NDArray[np.float32]
Infos = dict[str, Any]
Step = tuple[Observations, NDArray[np.float64], Bools, Bools, Infos]

ROTATING = "rotating"


class GameVectorEnv(ResettableMultiSeatEnv, VectorEnv[Observations, Ints, NDArray[Any]]):
    """`num_envs` games side by side, in each of which one player is the agent's.

    Row k plays what `SingleAgentEnv` plays when it is reset with the k-th seed; the arguments mean the same.
    Opponents, clockwise of the agent, answer at once for all rows that ask them (`choose_batch`). `num_players` may be
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

    def __init__(  # noqa: PLR0913, PLR0917 - the arguments of `SingleAgentEnv`, and how many games
        self,
        num_envs: int = 1,
        num_players: int | Sequence[int] | None = None,
        seat: int | str = 0,
        opponents: Sequence[BatchAgent | str] | None = None,
        illegal_action: str = "error",
        autoreset_mode: AutoresetMode | str | None = None,
        threads: int = 1,
        game: GameEntry | str = DEFAULT_GAME,
        flat: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._entry = game if isinstance(game, GameEntry) else get_game(game)
        options = {**self._entry.env_options, **options}
        with check_keywords():
            spec = self._entry.spec_for(**split_weights(options)[0])
            by_rules = illegal_action_option(spec, illegal_action)
            batch = make_batch(spec, num_envs, num_players, threads, options | by_rules)
        self._rules = split_weights(options | by_rules)[0]
        self.illegal_action = illegal_action
        self.autoreset_mode = get_autoreset_mode(autoreset_mode)
        modes = [mode for mode in render_modes(self._entry.presenter) if mode != HUMAN]
        self.render_mode = check_render_mode(render_mode, modes)
        fewest, most, seat = int(batch.num_players.min()), int(batch.num_players.max()), to_python_scalar(seat)
        if seat != ROTATING and (type(seat) is not int or not 0 <= seat < fewest):
            raise ConfigError(f"seat is {seat!r}; allowed are 0..{fewest - 1} and {ROTATING!r}")
        self._bots = make_opponents(opponents or (), spec, 0, "choose_batch")
        if opponents is not None and len(opponents) != most - 1:
            raise ConfigError(f"{len(opponents)} opponents; a game of {most} has {most - 1}")
        self.seat = seat
        self.agent = np.zeros(num_envs, np.int64)  # the player that is the agent's, game by game
        self._episodes = np.zeros(num_envs, np.int64)  # that have ended since the row was given its seed
        self._is_waiting = np.zeros(num_envs, np.bool_)  # the game is over and the next has not begun
        self._opponents = np.arange(most - 1) if opponents is not None else np.full(most - 1, RANDOM_POLICY)
        ResettableMultiSeatEnv.__init__(self, batch, self._bots)
        self._opponent_specs = tuple(opponents or ())  # as they were given: those by name begin again with each seed
        self.num_envs = num_envs
        fps = AECGameEnv.metadata["render_fps"]
        self.metadata = {"render_modes": modes, "render_fps": fps, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(batch.game, flat)
        self.is_flat = flat
        self.single_action_space = action_discrete(batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Begin games up to the agent's first decision; see `masked_reset` for seeds and the `reset_mask`."""
        self.masked_reset(seed, options)
        return self._make_observations(), self._make_infos()

    def _seed_opponents(self, seeds: Sequence[int | None]) -> None:
        if any(seed is not None for seed in seeds):
            seed_named_bots(dict(enumerate(self._bots)), dict(enumerate(self._opponent_specs)), seeds[0] or 0)

    def step(self, actions: Any) -> Step:
        """Act in every game, let the others play, and observe the next decision or the end.

        IllegalAction names the first game whose answer is not offered; then nothing has changed in any of them.
        """
        actions = self.check_actions(actions)
        resting = np.flatnonzero(self._is_waiting)
        if len(resting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise IllegalAction(f"the game in row {resting[0]} is over; reset it before the next step")
        agents, lost = self.agent.copy(), self._loses_by_illegal_action(actions)
        playing = np.flatnonzero(~(self._is_waiting | lost))
        self._play_agent(playing, actions[playing])
        self._forfeit(np.flatnonzero(lost))
        self._reset_rows(resting)
        self._play_opponents()
        rewards = self.seat_rewards[self._rows, agents].astype(np.float64)
        rewards[lost], rewards[resting] = ILLEGAL_REWARD, 0.0
        return self._make_observations(), rewards, self.done & ~self.truncated, self.truncated, self._make_infos()

    def action_masks(self) -> Bools:
        """Return the action masks bool[n, actions] of the last observation; True everywhere after a game's end."""
        self.require_reset("action_masks")
        return self._masks().view(np.bool_)

    def _masks(self) -> NDArray[np.int8]:
        masks = self.batch.masks.copy()
        masks[self._is_waiting] = 1  # no action is played there, and samplers need one
        return masks

    def _play_agent(self, rows: Ints, actions: Ints) -> None:
        try:
            self._play(rows, actions)
        except IllegalAction:
            wrong = rows[self._is_illegal(rows, actions)].tolist()
            if not wrong:
                raise
            action = actions[rows == wrong[0]].item()
            raise illegal_step_error(self.batch.game, action, f"in row {wrong[0]}", flat=self.is_flat) from None

    def _is_illegal(self, rows: Ints, actions: Ints) -> Bools:
        known = (actions >= 0) & (actions < self.batch.n_actions)
        if self.illegal_action not in (ERROR, LOSE):  # the rules punish what is an action at all
            return ~known
        offered = self.batch.masks[rows, np.where(known, actions, 0)] == 1
        refused: Bools = ~(known & offered)
        return refused

    def render(self) -> tuple[Any, ...] | None:
        """Return the table of each game, as text (`ansi`) or uint8[height, width, 3] (`rgb_array`); None without."""
        self.require_reset("render")
        if self.render_mode is None:
            return None
        presenter, tables = self._entry.presenter, map(self._table, self._rows.tolist())
        return tuple(render_table(presenter, table, self.render_mode) for table in tables)

    def _table(self, row: int) -> Table:
        """Make a table in the state of a game, without what has happened before."""
        config = self._entry.config(**self._rules, num_players=int(self.batch.num_players[row]))
        table = self._entry.new_table(config, chance=EXPLICIT)
        table.state = table.game.schema.from_record(self.batch.full_states(self._rows[[row]])[0])
        table.mark_start()
        return table

    def _loses_by_illegal_action(self, actions: Ints) -> Bools:
        """The games that an illegal action loses."""
        if self.illegal_action != LOSE:
            return np.zeros(self.num_envs, np.bool_)
        return self._is_illegal(self._rows, actions) & ~self._is_waiting

    def _forfeit(self, rows: Ints) -> None:
        self._save_final_observations(rows)
        self.done[rows] = True
        self._after_end(rows)

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the games and the seats of the agent as arrays; `load` restores them."""
        return {
            **super().save(),
            "agent": self.agent.copy(),
            "episodes": self._episodes.copy(),
            "waiting": self._is_waiting.copy(),
        }

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Restore `save`; return the observations of the seats to act, int8[n, size].

        StateError for what no such games can have saved; then nothing has changed.
        """
        mine = {"agent": self.agent, "episodes": self._episodes, "waiting": self._is_waiting}
        found = copy_arrays(arrays, {**mine, "num_players": self.batch.num_players})
        check_range("agent", found["agent"], 0, found["num_players"] - 1)
        check_range("episodes", found["episodes"], 0, MAX_COUNT)
        views = super().load(arrays)
        for name, array in mine.items():
            array[:] = found[name]
        return views

    # Between two games

    def _start_step(self) -> None:
        super()._start_step()
        self._final_steps: list[
            tuple[Ints, NDArray[np.int8], NDArray[np.int8], Bools]
        ] = []  # rows, views, masks, in play

    def _save_final_observations(self, rows: Ints) -> None:
        """What the agent sees last; where games wait it is seen as long as they do."""
        if len(rows) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            agents = self.agent[rows]
            seen = self.batch.observe_players(rows, agents)
            self._final_steps.append((rows, seen, np.ones_like(self.batch.masks[rows]), self.in_play(rows, agents)))

    def _after_end(self, rows: Ints) -> None:
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._reset_rows(rows)
        else:
            self._is_waiting[rows] = True

    def _reset_rows(self, rows: Ints, seeds: Sequence[int] | None = None) -> None:
        self._is_waiting[rows] = False
        self._episodes[rows] = self._episodes[rows] + 1 if seeds is None else 0
        super()._reset_rows(rows, seeds)

    def _seat_assignment(self, rows: Ints) -> Ints:
        """The agent, and the opponents clockwise of it."""
        players = self.batch.num_players[rows]
        self.agent[rows] = (rows + self._episodes[rows]) % players if self.seat == ROTATING else self.seat
        places = np.arange(self.batch.max_players) - self.agent[rows, None]
        clockwise = np.concatenate([[LEARNER], self._opponents])
        lineup: Ints = clockwise[places % players[:, None]]
        return lineup

    # Seeing

    def _make_observations(self) -> Observations:
        views, masks = self.batch.obs.copy(), self._masks()
        over = np.flatnonzero(self.batch.done)
        views[over] = self.batch.observe_players(over, self.agent[over])
        shown: Observations = self._format_observations(views, masks)
        return shown

    def _format_observations(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> Any:
        return (
            flatten_observations(observations) if self.is_flat else {"observation": observations, "action_mask": masks}
        )

    def _make_infos(self) -> Infos:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: Infos = {"in_play": self.in_play(self._rows, self.agent), "_in_play": everywhere}
        if self._final_steps:
            infos |= self._make_final_infos()
        return infos

    def _make_final_infos(self) -> Infos:
        ended = self.done.copy()
        final_obs, in_play = np.full(self.num_envs, None, dtype=object), np.zeros(self.num_envs, np.bool_)
        for rows, views, masks, there in self._final_steps:
            in_play[rows] = there
            for row, view, mask in zip(rows, views, masks, strict=True):
                final_obs[row] = self._format_observations(view, mask)
        final_info = {"in_play": in_play, "_in_play": ended}
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": final_info, "_final_info": ended.copy()}
