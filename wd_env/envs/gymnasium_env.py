"""The Gymnasium environment: one agent against bots."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.illegal_actions import ILLEGAL_REWARD, LOSE, illegal_action_option, illegal_step_error
from wd_env.envs.opponents import (
    bots_by_player,
    make_opponents,
    play_bots,
    restore_generators,
    seed_named_bots,
)
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.envs.reset_options import STATE, check_reset_options
from wd_env.envs.spaces import RAW, ObservationFormat, action_discrete
from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, IllegalAction, StateError, quoted
from wd_env.kernels.philox import bounded_draw
from wd_env.options import to_python_scalar
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.seeding import check_seed, opponent_streams, split_seed
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.spec.view import View
from wd_env.table.game_table import Table
from wd_env.table.state_backend import ArrayPolicy

Observation = dict[str, NDArray[np.int8]]  # NDArray[np.float32] with `flat=True`


class ChoosesAction(Protocol):
    """An object that chooses a legal action for a view, as every bot does."""

    def choose(self, view: View) -> int: ...


class RandomOpponent:
    """The default opponent: uniformly random legal actions from a separate random stream."""

    def __init__(self) -> None:
        self.stream = [0, 0, 0]

    def seed(self, seed: int, episode: int) -> None:
        """Start the stream of a new game; it is the same as in a batch with this seed."""
        [self.stream] = opponent_streams(np.array([(*split_seed(seed), 0, episode)])).tolist()

    def choose(self, view: View) -> int:
        """Choose a uniformly random legal action."""
        # the same draw as `weighted_draw` with all weights 1, which the batch uses
        index: int = bounded_draw(self.stream, len(view.legal_indices))
        return view.legal_indices[index]

    def array_policy(self) -> ArrayPolicy:
        """Return the function that plays in compiled games; see `Agent.array_policy`."""
        return self._random_action

    def _random_action(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        legal = masks[0].nonzero()[0]
        index: int = bounded_draw(self.stream, len(legal))
        action: int = legal[index].item()
        return action


class SingleAgentEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which one player is the agent and bots play the others.

    Observations are a Dict of `observation` int8[size] and `action_mask` int8[actions], or float32[size] with
    `flat=True`. `action_masks()` is the method that sb3-contrib calls (docs/how-to/train_with_stable_baselines3.md).

    With `observations="scaled"` each number of an observation is float32, divided by the bound of its feature.

    An episode ends with the game, even if the agent is out earlier, because the game may bring the agent back. The
    mask of the last observation is 1 everywhere, since no action follows.

    `copy.deepcopy` and pickle copy the current game with its random stream and its opponents, also to another process.

    Args:
        num_players: Number of players; None is the default of the game.
        seat: Player that is the agent, from 0.
        opponents: Bots or names of bots (see `make_bot`): a list of all, clockwise of the agent, or a dict by player
            (2 or "player_2"), in which the missing ones play at random. With None all play at random.
            `reset(seed=...)` seeds random play and bots that are given by name.
        illegal_action: "error" raises IllegalAction. "lose" ends the episode with reward -1, for code that samples
            without masks (as `check_env` of Gymnasium and Stable-Baselines3 does). In games whose rules penalise
            illegal actions, also the values of that option.
        render_mode: "human" draws in `reset` and after each step; "ansi" and "rgb_array" are for `render`.
        game: Name or entry of the game.
        flat: Whether observations are float32[size] without the mask.
        **options: Options of the game, and a weight `shaping_<term>` for each shaping term.

    Raises:
        ConfigError: If an argument is invalid.
    """

    metadata: dict[str, Any] = AECGameEnv.metadata

    def __init__(
        self,
        num_players: int | None = None,
        seat: int = 0,
        opponents: Sequence[ChoosesAction | str] | Mapping[int | str, ChoosesAction | str] | None = None,
        illegal_action: str = "error",
        render_mode: str | None = None,
        game: GameEntry | str = DEFAULT_GAME,
        flat: bool = False,
        observations: str = RAW,
        **options: Any,
    ) -> None:
        entry = game if isinstance(game, GameEntry) else get_game(game)
        rule_option = illegal_action_option(entry.game, illegal_action)
        if num_players is not None:
            options["num_players"] = num_players
        self.illegal_action = illegal_action
        self._env = make_raw_aec_env(entry, render_mode=render_mode, **rule_option, **options)
        self.metadata = self._env.metadata
        num_players = self.table.players
        self.render_mode = render_mode
        seat = to_python_scalar(seat)
        if type(seat) is not int or not 0 <= seat < num_players:
            raise ConfigError(f"seat: expected 0 to {num_players - 1}, got {quoted(seat)}")
        self.seat = seat
        self._is_running = False  # the game is not over and the agent is to move
        self._default_opponent = RandomOpponent()
        specs = self._opponents_clockwise(opponents)
        self._opponent_specs = dict(enumerate(specs))  # with the names that `reset` seeds
        self.opponents: list[Any] = make_opponents(specs, self.table.game, 0, "choose")
        if len(self.opponents) != num_players - 1:
            expected = f"{num_players - 1} for {num_players} players"
            raise ConfigError(f"opponents: expected {expected}, got {len(self.opponents)}")
        self._format = ObservationFormat(self.table.game, observations, flat)
        self.observation_space: Any = self._format.space
        self.is_flat = flat
        self.action_space: Any = action_discrete(self.table.game)

    def __repr__(self) -> str:
        return f"<SingleAgentEnv {self.table.game.name}, {self.table.players} players, agent in seat {self.seat}>"

    @property
    def table(self) -> Table:
        """Return the table of the current game."""
        return self._env.table

    @property
    def shaping(self) -> RewardShaping:
        """Return the shaping terms and their weights."""
        return self._env.shaping

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and play up to the agent's first decision. After an error the current game is unchanged.

        Args:
            seed: Seed of the chance outcomes and opponents; with None their streams continue.
            options: None, or a dict with `state`, the position in which the game starts; see `AECGameEnv.reset`.

        Returns:
            Observation and info.

        Raises:
            ConfigError: If the seed or an option is invalid.
            StateError: If the state is invalid, or the game ends from it before the agent's first decision.
        """
        start = {name: value for name, value in check_reset_options(options, (STATE,)).items() if value is not None}
        seed = None if seed is None else check_seed(seed)
        backup = self._env.__dict__.copy(), self._is_running, self._default_opponent.stream
        try:
            with restore_generators(dict(enumerate(self.opponents)), self._opponent_specs):
                self._start_game(seed, start)
        except Exception:
            self._env.__dict__.clear()
            self._env.__dict__.update(backup[0])
            _, self._is_running, self._default_opponent.stream = backup
            raise
        super().reset(seed=seed)
        self._env.show()
        return self._observe()

    def _start_game(self, seed: int | None, options: dict[str, Any]) -> None:
        self._env.start_game(seed, options)
        self._default_opponent.seed(*self._env.seed_and_episode)
        if seed is not None:
            seed_named_bots(dict(enumerate(self.opponents)), self._opponent_specs, seed)
        self._rewards = [0.0] * self.table.players
        self._is_running = False
        self._play_opponents()
        if options and self.table.is_terminal:
            raise StateError("state: expected a decision of the agent, got a game that ends before it")
        self._is_running = True

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponents up to the agent's next decision or the end.

        Args:
            action: Index of a legal action.

        Returns:
            Observation, reward of this step, termination, truncation and info.

        Raises:
            IllegalAction: If the action is illegal and `illegal_action` is "error"; the game is unchanged.
            ResetNeeded: If no game is running.
        """
        self._env.require_reset("step")
        if not self._is_running:
            raise ResetNeeded.after_end("step")
        self._rewards = [0.0] * self.table.players
        try:
            self._play_action(action)
        except IllegalAction:
            if self.illegal_action != LOSE:
                location = f"at {self.table.node.name}"
                raise illegal_step_error(self.table.game, action, location, flat=self.is_flat) from None
            self._is_running = False
            self._env.show()
            observation, info = self._observe()
            return observation, ILLEGAL_REWARD, True, False, info
        self._play_opponents()
        done = self.table.is_terminal
        truncated = done and self.table.is_truncated
        self._is_running = not done
        self._env.show()
        observation, info = self._observe()
        return observation, self._rewards[self.seat], done and not truncated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask, bool[actions]; all True after the end of a game."""
        self._env.require_reset("action_masks")
        return self._mask().view(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self.table.mask_array() if self._is_running else np.ones(len(self.table.game.actions), np.int8)

    def describe(self) -> str:
        """Describe the table as text, with the agent's private information; see `AECGameEnv.describe`."""
        self._env.require_reset("describe")
        return self._env.describe(self._agent)

    def legal_texts(self, *, explain: bool = False) -> dict[int, str]:
        """Return the legal actions with their texts.

        Args:
            explain: Whether to add a sentence on the effect of each action.

        Returns:
            Text by action index; empty after the end of a game.
        """
        self._env.require_reset("legal_texts")
        return self._env.legal_texts(self._agent, explain=explain) if self._is_running else {}

    @property
    def _agent(self) -> str:
        return self._env.possible_agents[self.seat]

    def render(self) -> Any:
        """Render the public state of the table; see `AECGameEnv.render`."""
        return self._env.render()

    def close(self) -> None:
        """Close the window if it is open."""
        self._env.close()

    def _opponents_clockwise(self, opponents: Any) -> Any:
        """Return the given opponents, clockwise of the agent."""
        others = [(self.seat + offset) % self.table.players for offset in range(1, self.table.players)]
        if opponents is None:
            return [self._default_opponent] * len(others)
        if not isinstance(opponents, Mapping):
            return opponents
        bots = bots_by_player("opponents", opponents, sorted(others), self._env.possible_agents)
        return [bots.get(player, self._default_opponent) for player in others]

    def _play_action(self, action: Any) -> None:  # of any type: the table rejects illegal ones
        before = [] if self.shaping.is_off else self.table.potentials()
        self.table.play(action, seat=self.table.seat)
        self._rewards = step_rewards(self.table, before, self.shaping)

    def _play_opponents(self) -> None:
        play_bots(self.table, self.shaping, self._opponent, self._rewards)

    def _opponent(self, player: int) -> Any:
        """Return the bot of a player; None for the agent."""
        return None if player == self.seat else self.opponents[(player - self.seat) % self.table.players - 1]

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        result: Any = self._format.show(self._env.observe_raw(self._agent), self._mask())
        return result, {"in_play": self.table.in_game()[self.seat]}
