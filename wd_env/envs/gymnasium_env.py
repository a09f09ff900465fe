"""The Gymnasium face: one seat is the agent's, bots that are given to it answer for the others."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wd_env.envs.aec_env import AECGameEnv, make_raw_aec_env
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.illegal_actions import ILLEGAL_REWARD, LOSE, illegal_action_option, illegal_step_error
from wd_env.envs.opponents import (
    bots_by_player,
    make_opponents,
    play_bots,
    restore_generators,
    seed_named_bots,
)
from wd_env.envs.reset_options import STATE, check_reset_options
from wd_env.envs.spaces import action_discrete, flatten_observations, observation_space
from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, IllegalAction, StateError
from wd_env.kernels.philox import bounded_draw
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.seeding import check_seed, opponent_streams, split_seed
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.spec.rule_options import to_python_scalar
from wd_env.spec.view import View
from wd_env.table.backend_switch import ArrayPolicy
from wd_env.table.game_table import Table

Observation = dict[str, NDArray[np.int8]]  # with `flat` the observation alone, NDArray[np.float32]


class ChoosesAction(Protocol):
    """Whatever answers a view with a legal action; every bot does."""

    def choose(self, view: View) -> int: ...


class RandomOpponent:
    """Opponents when none are given: any legal answer, each with equal odds, from a stream apart from the game's."""

    def __init__(self) -> None:
        self.stream = [0, 0, 0]

    def seed(self, seed: int, episode: int) -> None:
        """Begin the stream of a new game; a game of a batch with this seed has the same."""
        [self.stream] = opponent_streams(np.array([(*split_seed(seed), 0, episode)])).tolist()

    def choose(self, view: View) -> int:
        """Choose a uniformly random legal action."""
        # as `weighted_draw` over the mask, for all weights are 1
        place: int = bounded_draw(self.stream, len(view.legal_indices))
        return view.legal_indices[place]

    def array_policy(self) -> ArrayPolicy:
        """As of every bot."""
        return self._random_action

    def _random_action(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        legal = masks[0].nonzero()[0]
        place: int = bounded_draw(self.stream, len(legal))
        action: int = legal[place].item()
        return action


class SingleAgentEnv(gymnasium.Env[Observation, np.int64]):
    """A game for a single agent, the player of number `seat`; `opponents` sit clockwise of it.

    `game` is a name or a row of the catalogue. Opponents are names of bots (see `agents.roster.make_bot`), which
    `reset(seed=...)` seeds, or bots: a list of all, or a dict by player (2 or "player_2") of those that do not play at
    random.

    Observations are a Dict of `observation` int8[size] and `action_mask` int8[actions], with `flat=True` the same
    numbers alone as float32[size], as a network takes them; `action_masks()` serves sb3-contrib
    (docs/how-to/train_with_stable_baselines3.md). An episode ends with the game, also if the agent is out before (it
    may be brought back); the mask of its last observation is 1 everywhere, for no action is played there. An illegal
    action raises IllegalAction; with `illegal_action="lose"` it ends the episode at a reward of -1, for code that
    samples without masks (Gymnasium's and Stable-Baselines3's `check_env` do), and with "misdemeanour" or "eject"
    it has the price that the rules put on it. `opponents` None means random play, seeded by `reset(seed=...)`.

    With `render_mode="human"` the table is drawn in `reset` and after each step.

    `copy.deepcopy` and pickle give the game in hand with its random stream and with its opponents: it goes on as this
    one does, in another process too.
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
        **options: Any,
    ) -> None:
        row = game if isinstance(game, GameEntry) else get_game(game)
        by_rules = illegal_action_option(row.game, illegal_action)
        if num_players is not None:
            options["num_players"] = num_players
        self.illegal_action = illegal_action
        self._env = make_raw_aec_env(row, render_mode=render_mode, **by_rules, **options)
        self.metadata = self._env.metadata
        num_players = self.table.players
        self.render_mode = render_mode
        seat = to_python_scalar(seat)
        if type(seat) is not int or not 0 <= seat < num_players:
            raise ConfigError(f"seat is {seat!r}; allowed are 0..{num_players - 1}")
        self.seat = seat
        self._is_running = False  # a game is going on, and the agent is asked
        self._default_opponent = RandomOpponent()
        given = self._opponents_clockwise(opponents)
        self._opponent_specs = dict(enumerate(given))  # as they were given: those by name begin again with each seed
        self.opponents: list[Any] = make_opponents(given, self.table.game, 0, "choose")
        if len(self.opponents) != num_players - 1:
            raise ConfigError(f"{len(self.opponents)} opponents; a game of {num_players} has {num_players - 1}")
        self.observation_space: Any = observation_space(self.table.game, flat)
        self.is_flat = flat
        self.action_space: Any = action_discrete(self.table.game)

    @property
    def table(self) -> Table:
        """Return the table of the game in hand."""
        return self._env.table

    @property
    def shaping(self) -> RewardShaping:
        """Return the shaping terms in force."""
        return self._env.shaping

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and play up to the agent's first decision.

        It begins at the `state` among the options, as in the AEC face. ConfigError for seeds and options that cannot
        be, StateError for states that cannot, also where the others end the game from there before the agent is asked;
        then the game in hand goes on.
        """
        start = {name: value for name, value in check_reset_options(options, (STATE,)).items() if value is not None}
        seed = None if seed is None else check_seed(seed)
        kept = self._env.__dict__.copy(), self._is_running, self._default_opponent.stream
        try:
            with restore_generators(dict(enumerate(self.opponents)), self._opponent_specs):
                self._start_game(seed, start)
        except Exception:
            self._env.__dict__.clear()
            self._env.__dict__.update(kept[0])
            _, self._is_running, self._default_opponent.stream = kept
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
            raise StateError("the game ended from this state before the agent was asked; allowed is one where it is")
        self._is_running = True

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, let the others play, and observe the next decision or the end; ResetNeeded where no game is going on."""
        self._env.require_reset("step")
        if not self._is_running:
            raise ResetNeeded.after_end("step")
        self._rewards = [0.0] * self.table.players
        try:
            self._play_action(action)
        except IllegalAction:
            if self.illegal_action != LOSE:
                where = f"at {self.table.node.name}"
                raise illegal_step_error(self.table.game, action, where, flat=self.is_flat) from None
            self._is_running = False
            self._env.show()
            seen, info = self._observe()
            return seen, ILLEGAL_REWARD, True, False, info
        self._play_opponents()
        over = self.table.is_terminal
        cut = over and self.table.is_truncated
        self._is_running = not over
        self._env.show()
        seen, info = self._observe()
        return seen, self._rewards[self.seat], over and not cut, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask, bool[actions]; after the end of a game True everywhere, for none is played."""
        self._env.require_reset("action_masks")
        return self._mask().view(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self.table.mask_array() if self._is_running else np.ones(len(self.table.game.actions), np.int8)

    def describe(self) -> str:
        """Describe the table in words as the agent sees it; see the AEC environment."""
        self._env.require_reset("describe")
        return self._env.describe(self._agent)

    def legal_texts(self, *, explain: bool = False) -> dict[int, str]:
        """Return the legal actions, which `step` takes, each with its text; none after the end of a game.

        With `explained` a sentence follows each text that says what the action does.
        """
        self._env.require_reset("legal_texts")
        return self._env.legal_texts(self._agent, explain=explain) if self._is_running else {}

    @property
    def _agent(self) -> str:
        return self._env.possible_agents[self.seat]

    def render(self) -> Any:
        """Do as the AEC environment does."""
        return self._env.render()

    def close(self) -> None:
        """Do as the AEC environment does."""
        self._env.close()

    def _opponents_clockwise(self, opponents: Any) -> Any:
        """Return what is given for the other players clockwise of the agent."""
        others = [(self.seat + place) % self.table.players for place in range(1, self.table.players)]
        if opponents is None:
            return [self._default_opponent] * len(others)
        if not isinstance(opponents, Mapping):
            return opponents
        given = bots_by_player("opponents", opponents, sorted(others), self._env.possible_agents)
        return [given.get(player, self._default_opponent) for player in others]

    def _play_action(self, action: Any) -> None:  # the table refuses what is no answer
        before = [] if self.shaping.is_off else self.table.potentials()
        self.table.play(action, seat=self.table.seat)
        self._rewards = step_rewards(self.table, before, self.shaping)

    def _play_opponents(self) -> None:
        play_bots(self.table, self.shaping, self._opponent, self._rewards)

    def _opponent(self, player: int) -> Any:
        """The bot that answers for this player, None for the agent."""
        return None if player == self.seat else self.opponents[(player - self.seat) % self.table.players - 1]

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        view = self._env.observe(self._agent)["observation"]
        seen: Any = flatten_observations(view) if self.is_flat else {"observation": view, "action_mask": self._mask()}
        return seen, {"in_play": self.table.is_in_game(self.seat)}
