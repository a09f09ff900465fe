"""PettingZoo AEC environments of one table, for any game."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from wd_env.envs.aec_display import DisplayMixin
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.env_rendering import RENDER_MODES, check_render_mode, render_modes
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.opponents import (
    bots_by_player,
    check_opponents,
    make_named_bot,
    play_bots,
    restore_generators,
    seed_named_bots,
)
from wd_env.envs.reset_options import STATE, check_reset_options, load_start_table
from wd_env.envs.spaces import RAW, ObservationFormat, action_discrete
from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.seeding import check_seed
from wd_env.spec.rewards import RewardShaping, split_weights
from wd_env.table.game_table import Table
from wd_env.table.play_out import prefer_compiled
from wd_env.table.saved_table import load_position

Observation = dict[str, NDArray[Any]]  # with `flat` the observation alone, NDArray[np.float32]
RESET_OPTIONS = (STATE, "options")  # PettingZoo's API test passes `options`, which is ignored
GAME_ATTRIBUTES = (
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "agent_selection",
    "_cumulative_rewards",
    "seed_and_episode",
)


class AECGameEnv(DisplayMixin, AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # AECEnv ships no types
    """One table as a PettingZoo AEC environment, the base class of the games' environments.

    Agents are `player_0` to `player_{n-1}` in clockwise order, without the players of `bots`. Bots move inside `reset`
    and `step`; rewards from their moves are added to those of that step.

    A player who controls several seats is selected for each of them, and observes from the seat that is to move, or
    from the home seat if another player is to move. A player who is out remains an agent, because the game may bring
    the player back: it is never selected, its mask is all 0 and `infos[agent]["in_play"]` is False. All agents
    terminate together when the game ends, or are truncated together at its turn limit.

    With `observations="scaled"` observations are float32, each number divided by the bound of its feature. With
    `flat=True` an observation is the numbers alone, as float32, and the action mask is `infos[agent]["action_mask"]`.

    Before the first reset, every call that needs a game raises ResetNeeded.

    `copy.deepcopy` and pickle copy the current game with its random stream, also to another process. The window is not
    copied.

    Args:
        render_mode: "human", "ansi", "rgb_array" or None; games without images support only "ansi".
        bots: Bot or name of a bot (see `make_bot`), by agent name or player index. `reset(seed=...)` seeds bots that
            are given by name.
        **options: Options of the game, and a weight `shaping_<term>` for each shaping term (see `RewardShaping`).

    Raises:
        ConfigError: If an option, a bot or the render mode is invalid.
        DataError: If a data file of the options is invalid.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        bots: Mapping[int | str, Any] | None = None,
        observations: str = RAW,
        flat: bool = False,
        **options: Any,
    ) -> None:
        AECEnv.__init__(self)
        self.options, weights = split_weights(options)
        with check_keywords():
            self.table = self.new_table(self.options, seed=0, episode=0)
        modes = render_modes(self.presenter)
        self.metadata = {**self.metadata, "render_modes": modes}  # type: ignore[misc]  # each game has its own
        self.render_mode = check_render_mode(render_mode, modes)
        self.shaping = RewardShaping.of(self.table.game.shaping_terms, **weights)
        self._names = [f"player_{player}" for player in range(self.table.players)]
        self._make_bots({} if bots is None else bots)
        self._players = {agent: player for player, agent in enumerate(self._names) if player not in self.bots}
        self.possible_agents = list(self._players)
        self.agents: list[str] = []
        self._seed: int | None = None
        self._episode = 0
        self._format = ObservationFormat(self.table.game, observations, flat)
        self._action_space = action_discrete(self.table.game)
        box, copies = self._format.box, len(self.possible_agents)
        low: Any = np.tile(box.low, copies)
        high: Any = np.tile(box.high, copies)
        dtype: Any = box.dtype
        self.state_space: spaces.Space[Any] = spaces.Box(low, high, dtype=dtype)

    def __repr__(self) -> str:
        selected = f"{self.agent_selection} to move" if self._seed is not None and self.agents else "no game"
        return f"<{type(self).__name__} {self.table.game.name}, {len(self.possible_agents)} agents, {selected}>"

    def _make_bots(self, bots: Any) -> None:
        """Make the bots; ConfigError if one is not a bot, or if no agent remains."""
        players = range(self.table.players)
        self._bot_specs = bots_by_player("bots", bots, players, self._names)  # with the names that `reset` seeds
        if len(self._bot_specs) == len(players):
            raise ConfigError(f"bots: expected fewer than {len(players)}, the number of players, got {len(players)}")
        self.bots: dict[int, Any] = {}
        for player, spec in self._bot_specs.items():
            bot = make_named_bot(spec, self.table.game, 0, player) if isinstance(spec, str) else spec
            check_opponents({player: bot}, "choose")
            self.bots[player] = bot

    @abstractmethod
    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> Table:
        """Make a table at the start of a game.

        Args:
            options: Options of the game, without shaping weights.
            seed: Seed of the chance outcomes.
            episode: Number of earlier games with this seed.

        Raises:
            ConfigError: If an option is invalid.
            DataError: If a data file of the options is invalid.
        """

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Dict of `observation` and `action_mask`, or with `flat` a Box; the same for every agent."""
        return self._format.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete over the actions, the same for every agent."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. After an error the current game is unchanged.

        Args:
            seed: Seed of the chance outcomes; with None the stream of the last seed continues.
            options: None, or a dict with `state`, the position in which the game starts: a table, a record or JSON
                data (see `load_start_table`) of the same configuration.

        Raises:
            ConfigError: If the seed or an option is invalid.
            StateError: If the state is invalid.
        """
        self.start_game(seed, options)
        self.show()

    def start_game(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game as `reset` does, without rendering it."""
        seed = None if seed is None else check_seed(seed)
        start = check_reset_options(options, RESET_OPTIONS).get(STATE)
        if seed is not None or self._seed is None:
            stream = check_seed(seed), 0
        else:
            stream = self._seed, self._episode + 1
        table = self.new_table(self.options, *stream)
        if start is not None:
            load_position(table, load_start_table(start, table))
        prefer_compiled(table)
        rewards = [0.0] * table.players
        with restore_generators(self.bots, self._bot_specs):
            if seed is not None:
                seed_named_bots(self.bots, self._bot_specs, seed)
            self._play_bots(table, rewards)
        self.table, (self._seed, self._episode) = table, stream
        self.agents = self.possible_agents[:]
        self.rewards = {agent: rewards[player] for agent, player in self._players.items()}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_infos()
        if self.table.is_terminal:  # by a chance outcome of the given state, or by bots
            self._end_episode()
        else:
            self.agent_selection = self._names[self.table.player]

    def _play_bots(self, table: Table, rewards: list[float]) -> None:
        if self.bots:
            play_bots(table, self.shaping, self.bots.get, rewards)

    def __getattr__(self, name: str) -> Any:
        """Raise ResetNeeded, which is also an AttributeError, for attributes that exist only during a game."""
        if name in GAME_ATTRIBUTES:
            raise ResetNeeded.before(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded if no game has started."""
        if self._seed is None:
            raise ResetNeeded.before(call)

    def _check_agents(self, call: str) -> None:
        if not self.agents:  # also before the first reset
            self.require_reset(call)
            raise ResetNeeded.after_end(call)

    @property
    def seed_and_episode(self) -> tuple[int, int]:
        """Return the seed of the game and the number of earlier games with this seed."""
        self.require_reset("seed_and_episode")
        assert self._seed is not None
        return self._seed, self._episode

    def _update_infos(self) -> None:
        in_game = self.table.in_game()
        self.infos: dict[str, dict[str, Any]]
        self.infos = {agent: {"in_play": in_game[self._players[agent]]} for agent in self.agents}
        if self._format.is_flat:
            for agent, info in self.infos.items():
                info["action_mask"] = self._mask_of(agent)

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent.

        Args:
            agent: Name of the agent.

        Returns:
            `observation` int8[size], or as the form of observations says, and `action_mask` int8[actions], 1 for each
            legal action; all 0 if the agent is not to move.

        Raises:
            WrongSeat: If the agent does not exist.
            ResetNeeded: If no game has started.
        """
        self.require_reset("observe")
        # `_seat_of` and `_is_to_act` in one, because this runs at every step
        player, table = self._player_of(agent), self.table
        is_to_act = table.current_player == player
        seat = table.seat if is_to_act else table.home_seat(player)
        mask = table.mask_array() if is_to_act and self._is_active(agent) else self._no_actions()
        formatted: Observation = self._format.show(table.observe_array(seat), mask)
        return formatted

    def observe_raw(self, agent: str) -> NDArray[np.int8]:
        """Return the observation int8[size] of the agent, whatever form `observe` gives it."""
        return self.table.observe_array(self._seat_of(agent))

    def _mask_of(self, agent: str) -> NDArray[np.int8]:
        return self.table.mask_array() if self._is_to_act(agent) else self._no_actions()

    def _no_actions(self) -> NDArray[np.int8]:
        return np.zeros(len(self.table.game.actions), np.int8)

    def _seat_of(self, agent: str) -> int:
        """Return the seat from which an agent observes: its seat that is to move, or its home seat."""
        return self.table.seat_of(self._player_of(agent))

    def _is_to_act(self, agent: str) -> bool:
        return self.table.current_player == self._player_of(agent) and self._is_active(agent)

    def _player_of(self, agent: str) -> int:
        if agent not in self._players:
            raise WrongSeat(f"agent: expected {', '.join(self.possible_agents)}, got {agent!r}")
        return self._players[agent]

    def _is_active(self, agent: str) -> bool:
        """Return whether the agent is in a running game, which a wrapper may have ended before the table."""
        return agent in self.agents and not (self.terminations[agent] or self.truncations[agent])

    def state(self) -> NDArray[Any]:
        """Return the concatenated observations of all agents, for a centralised critic.

        They include the private information of every agent.
        """
        self.require_reset("state")
        return np.concatenate([self._format.convert(self.observe_raw(agent)) for agent in self.possible_agents])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the results for `agent_selection`.

        Returns:
            Observation, reward since its last action, termination, truncation and info.

        Raises:
            ResetNeeded: If no game is running.
        """
        self._check_agents("last")
        results: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return results

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Iterate over the agents in the order in which they are selected."""
        self.require_reset("agent_iter")
        return super().agent_iter(max_iter)

    _potentials_before: list[int]  # shaping potentials before the current action

    def step(self, action: int | None) -> None:
        """Play an action of `agent_selection`. After an error the game is unchanged.

        Args:
            action: Index of a legal action; None for an agent whose game has ended.

        Raises:
            IllegalAction: If the action is illegal.
            ResetNeeded: If no game is running.
        """
        self._check_agents("step")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"action: expected a legal action of {self.agent_selection}, got None")
        agent = self.agent_selection
        self._play_action(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._finish_step()

    def act_out_of_turn(self, agent: str, action: int) -> None:
        """Play an action of an agent that is not selected, which some rules penalise (`penalizes_violations`).

        Args:
            agent: Name of the agent.
            action: Index of the action.

        Raises:
            WrongSeat: If the rules do not penalise it, or the agent does not exist.
            ResetNeeded: If no game is running.
        """
        self._check_agents("act_out_of_turn")
        self._play_action(agent, action)
        self._finish_step()

    def _play_action(self, agent: str, action: int) -> None:
        self._potentials_before = [] if self.shaping.is_off else self.table.potentials()
        self.table.play(action, seat=self.table.seat_of(self._player_of(agent)))

    def _finish_step(self) -> None:
        """Play the bots and set rewards, infos and the next agent."""
        rewards = step_rewards(self.table, self._potentials_before, self.shaping)
        self._play_bots(self.table, rewards)
        self.rewards = {agent: rewards[self._players[agent]] for agent in self.agents}
        self._update_infos()
        if self.table.is_terminal:
            self._end_episode()
        else:
            self.agent_selection = self._names[self.table.player]
        if any(rewards):
            self._accumulate_rewards()
        self.show()

    def _end_episode(self) -> None:
        flags = dict.fromkeys(self.agents, True)
        if self.table.is_truncated:
            self.truncations = flags
        else:
            self.terminations = flags
        self.agent_selection = self.agents[0]
