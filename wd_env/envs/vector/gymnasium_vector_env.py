"""The Gymnasium vector environment: many games, each with one agent against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wd_env.batch.batch import BatchAgent
from wd_env.batch.saved_batch import MAX_COUNT, check_range
from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.env_rendering import HUMAN, check_render_mode, render_modes, render_table
from wd_env.envs.illegal_actions import ERROR, ILLEGAL_REWARD, LOSE, illegal_action_option, illegal_step_error
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.opponents import make_opponents, seed_named_bots
from wd_env.envs.spaces import RAW, ObservationFormat, action_discrete
from wd_env.envs.vector.autoreset import get_autoreset_mode
from wd_env.envs.vector.lineup import LEARNER, RANDOM_POLICY, Ints
from wd_env.envs.vector.resettable_multi_seat import Bools, ResettableMultiSeatEnv, make_batch
from wd_env.errors import ConfigError, IllegalAction, quoted
from wd_env.options import to_python_scalar
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.seeding import Seeds
from wd_env.spec.rewards import split_weights
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

Observations = dict[str, NDArray[np.int8]]  # NDArray[np.float32] with `flat=True`
Infos = dict[str, Any]
Step = tuple[Observations, NDArray[np.float64], Bools, Bools, Infos]

ROTATING = "rotating"


class GameVectorEnv(ResettableMultiSeatEnv, VectorEnv[Observations, Ints, NDArray[Any]]):
    """Many games in each of which one player is the agent and bots play the others.

    Row k plays the game that `SingleAgentEnv` plays after `reset` with the k-th seed. Observations are a Dict of
    `observation` int8[n, size] and `action_mask` int8[n, actions], or float32[n, size] with `flat=True`; rewards are
    float64[n].

    Args:
        num_envs: Number of games, n.
        num_players: Number of players, a list of numbers that rows cycle through, or None for the default.
        seat: Player that is the agent. With "rotating" it is player k in row k, and the next one in each further game.
        opponents: Bots with `choose_batch` or names of bots, clockwise of the agent; None plays at random.
        illegal_action: As for `SingleAgentEnv`.
        autoreset_mode: What follows the end of a game. SAME_STEP starts the next game in the same step, with
            `final_obs` and `final_info` in the infos. NEXT_STEP starts it in the next step, which ignores the action
            and in which the mask is 1 everywhere. DISABLED waits for `reset(options={"reset_mask": bool[n]})`. None is
            SAME_STEP, or NEXT_STEP if Gymnasium is older than 1.4 (see `get_autoreset_mode`).
        threads: Number of threads, which share the rows.
        game: Name or entry of the game.
        flat: Whether observations are float32[n, size] without the masks.
        observations: "raw" for int8, "scaled" for float32 numbers divided by the bounds of their features.
        render_mode: "ansi" or "rgb_array": `render` returns one table per game.
            `gymnasium.wrappers.vector.HumanRendering` shows the latter in a window.
        **options: Options of the game, and a weight `shaping_<term>` for each shaping term.

    Raises:
        ConfigError: If an argument is invalid.
    """

    saved_attributes = ResettableMultiSeatEnv.saved_attributes | {
        "agent": "agent",
        "episodes": "_episodes",
        "waiting": "_is_waiting",
    }

    def __init__(  # noqa: PLR0913, PLR0917 - as `SingleAgentEnv`, with batch arguments
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
        observations: str = RAW,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._entry = game if isinstance(game, GameEntry) else get_game(game)
        options = {**self._entry.env_options, **options}
        with check_keywords():
            spec = self._entry.spec_for(**split_weights(options)[0])
            options |= illegal_action_option(spec, illegal_action)
            batch = make_batch(spec, num_envs, num_players, threads, options)
        self._rules = split_weights(options)[0]
        self.illegal_action = illegal_action
        self.autoreset_mode = get_autoreset_mode(autoreset_mode)
        modes = [mode for mode in render_modes(self._entry.presenter) if mode != HUMAN]
        self.render_mode = check_render_mode(render_mode, modes)
        min_players, max_players = int(batch.num_players.min()), int(batch.num_players.max())
        seat = to_python_scalar(seat)
        if seat != ROTATING and (type(seat) is not int or not 0 <= seat < min_players):
            raise ConfigError(f"seat: expected 0 to {min_players - 1} or {ROTATING!r}, got {quoted(seat)}")
        self._bots = make_opponents(opponents or (), spec, 0, "choose_batch")
        if opponents is not None and len(opponents) != max_players - 1:
            expected = f"{max_players - 1} for {max_players} players"
            raise ConfigError(f"opponents: expected {expected}, got {len(opponents)}")
        self.seat = seat
        self.agent = np.zeros(num_envs, np.int64)  # the player that is the agent, by row
        self._episodes = np.zeros(num_envs, np.int64)  # games that ended since the row was seeded
        self._is_waiting = np.zeros(num_envs, np.bool_)  # the game is over and the next has not started
        self._opponents = (
            np.arange(max_players - 1) if opponents is not None else np.full(max_players - 1, RANDOM_POLICY)
        )
        ResettableMultiSeatEnv.__init__(self, batch, self._bots)
        self._opponent_specs = tuple(opponents or ())  # with the names that `reset` seeds
        self.num_envs = num_envs
        fps = AECGameEnv.metadata["render_fps"]
        self.metadata = {"render_modes": modes, "render_fps": fps, "autoreset_mode": self.autoreset_mode}
        self._format = ObservationFormat(batch.game, observations, flat)
        self.single_observation_space = self._format.space
        self.is_flat = flat
        self.single_action_space = action_discrete(batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Start games and play up to the agent's first decision; see `masked_reset` for the arguments."""
        self.masked_reset(seed, options)
        return self._make_observations(), self._make_infos()

    def _seed_opponents(self, seeds: Sequence[int | None]) -> None:
        if any(seed is not None for seed in seeds):
            seed_named_bots(dict(enumerate(self._bots)), dict(enumerate(self._opponent_specs)), seeds[0] or 0)

    def step(self, actions: Any) -> Step:
        """Play an action in every game, then the opponents up to the agent's next decision or the end.

        Args:
            actions: Integers [n], one legal action per game.

        Returns:
            Observations, rewards float64[n], terminations bool[n], truncations bool[n] and infos.

        Raises:
            IllegalAction: If an action is illegal and `illegal_action` is "error"; the error names the first such game
                and all games are unchanged.
            ResetNeeded: If no game has started.
        """
        actions = self.check_actions(actions)
        resting = np.flatnonzero(self._is_waiting)
        if len(resting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise IllegalAction(f"step: expected games that are not over, got row {resting[0]}, which needs a reset")
        agents, lost = self.agent.copy(), self._loses_by_illegal_action(actions)
        active = np.flatnonzero(~(self._is_waiting | lost))
        self._play_agent(active, actions[active])
        self._forfeit(np.flatnonzero(lost))
        self._reset_rows(resting)
        self._play_opponents()
        rewards = self.seat_rewards[self._rows, agents].astype(np.float64)
        rewards[lost], rewards[resting] = ILLEGAL_REWARD, 0.0
        return self._make_observations(), rewards, self.done & ~self.truncated, self.truncated, self._make_infos()

    def action_masks(self) -> Bools:
        """Return the action masks bool[n, actions] of the last observations; all True in a game that is over."""
        self.require_reset("action_masks")
        return self._masks().view(np.bool_)

    def _masks(self) -> NDArray[np.int8]:
        masks = self.batch.masks.copy()
        masks[self._is_waiting] = 1  # the action is ignored, and samplers need a legal one
        return masks

    def _play_agent(self, rows: Ints, actions: Ints) -> None:
        try:
            self._play(rows, actions)
        except IllegalAction:
            illegal_rows = rows[self._is_illegal(rows, actions)].tolist()
            if not illegal_rows:
                raise
            row = illegal_rows[0]
            action = actions[rows == row].item()
            raise illegal_step_error(self.batch.game, action, f"in row {row}", flat=self.is_flat) from None

    def _is_illegal(self, rows: Ints, actions: Ints) -> Bools:
        exists = (actions >= 0) & (actions < self.batch.n_actions)
        if self.illegal_action not in (ERROR, LOSE):  # the rules penalise every other illegal action
            return ~exists
        is_legal = self.batch.masks[rows, np.where(exists, actions, 0)] == 1
        is_illegal: Bools = ~(exists & is_legal)
        return is_illegal

    def render(self) -> tuple[Any, ...] | None:
        """Render each game: text (`ansi`), uint8[height, width, 3] (`rgb_array`), or None without a mode."""
        self.require_reset("render")
        if self.render_mode is None:
            return None
        presenter, tables = self._entry.presenter, map(self._table, self._rows.tolist())
        return tuple(render_table(presenter, table, self.render_mode) for table in tables)

    def _table(self, row: int) -> Table:
        """Make a table in the state of a game, without its earlier lines."""
        config = self._entry.config(**self._rules, num_players=int(self.batch.num_players[row]))
        table = self._entry.new_table(config, chance=EXPLICIT)
        table.state = table.game.schema.from_record(self.batch.full_states(self._rows[[row]])[0])
        table.mark_start()
        return table

    def _loses_by_illegal_action(self, actions: Ints) -> Bools:
        """Return which games end by an illegal action."""
        if self.illegal_action != LOSE:
            return np.zeros(self.num_envs, np.bool_)
        return self._is_illegal(self._rows, actions) & ~self._is_waiting

    def _forfeit(self, rows: Ints) -> None:
        self._save_final_observations(rows)
        self.done[rows] = True
        self._after_end(rows)

    def _check_saved(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        check_range("agent", arrays["agent"], 0, arrays["num_players"] - 1)
        check_range("episodes", arrays["episodes"], 0, MAX_COUNT)
        super()._check_saved(arrays)

    def _start_step(self) -> None:
        super()._start_step()
        # rows, observations, masks, in play
        self._final_steps: list[tuple[Ints, NDArray[np.int8], NDArray[np.int8], Bools]] = []

    def _save_final_observations(self, rows: Ints) -> None:
        """Save the last observations of the agent in SAME_STEP; in other modes ended games are not reset yet."""
        if len(rows) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            agents = self.agent[rows]
            obs = self.batch.observe_players(rows, agents)
            self._final_steps.append((rows, obs, np.ones_like(self.batch.masks[rows]), self.in_play(rows, agents)))

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
        """Seat the agent, and the opponents clockwise of it."""
        players = self.batch.num_players[rows]
        self.agent[rows] = (rows + self._episodes[rows]) % players if self.seat == ROTATING else self.seat
        offsets = np.arange(self.batch.max_players) - self.agent[rows, None]
        clockwise = np.concatenate([[LEARNER], self._opponents])
        lineup: Ints = clockwise[offsets % players[:, None]]
        return lineup

    def _make_observations(self) -> Observations:
        obs, masks = self.batch.obs.copy(), self._masks()
        finished = np.flatnonzero(self.batch.done)
        obs[finished] = self.batch.observe_players(finished, self.agent[finished])
        observations: Observations = self._format.show(obs, masks)
        return observations

    def _make_infos(self) -> Infos:
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: Infos = {"in_play": self.in_play(self._rows, self.agent), "_in_play": everywhere}
        if self._final_steps:
            infos |= self._make_final_infos()
        return infos

    def _make_final_infos(self) -> Infos:
        finished = self.done.copy()
        final_obs, in_play = np.full(self.num_envs, None, dtype=object), np.zeros(self.num_envs, np.bool_)
        for rows, observations, masks, rows_in_play in self._final_steps:
            in_play[rows] = rows_in_play
            for row, obs, mask in zip(rows, observations, masks, strict=True):
                final_obs[row] = self._format.show(obs, mask)
        final_info = {"in_play": in_play, "_in_play": finished}
        return {
            "final_obs": final_obs,
            "_final_obs": finished,
            "final_info": final_info,
            "_final_info": finished.copy(),
        }
