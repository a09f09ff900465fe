"""Batched self-play: an AEC interface, in arrays, for many games in which every seat learns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.batch.kernel_arrays import as_int64
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.spaces import RAW, ObservationFormat, action_discrete
from wd_env.envs.vector.lineup import Ints
from wd_env.envs.vector.resettable_multi_seat import Bools, ResettableMultiSeatEnv, make_batch
from wd_env.errors import ConfigError
from wd_env.registry import GameEntry, get_game
from wd_env.seeding import Seeds
from wd_env.spec.rewards import split_weights

Observations = dict[str, NDArray[Any]]
Floats = NDArray[np.float32]
Last = tuple[Observations, Floats, Bools, Bools, dict[str, Bools]]

PLAYER_ARRAYS = (
    "cumulative_rewards",
    "terminations",
    "truncations",
    "_has_acted",
)  # results of each player's last action


class SelfPlayEnv(ResettableMultiSeatEnv):
    """Many games at once in which the caller plays every seat, with the methods of an AEC environment in arrays.

    The next game starts in the step that ends a game, so every row of every step is a decision. PettingZoo selects
    each agent once more after the end, for its last reward. Here the agent gets it when it is next selected, in the
    next game: `last()` returns the remaining reward, `termination` or `truncation` True, and the first observation of
    the next game. To get the results in the step that ends the game, read the arrays below.

    Rewards before a player's first action in a game appear in `rewards` only.

    Args:
        batch: Games to play.
        include_forced: Whether decisions with a single legal action are included; otherwise they are played
            automatically.

    Attributes:
        agent_selection: int64[n], the player to move in each game.
        rewards: float32[n, players], reward of each player in the last step.
        cumulative_rewards: float32[n, players], reward of each player since its last action, in the game of that
            action.
        terminations: bool[n, players], whether that game has ended. Players who are out are not terminated earlier,
            because the game may bring them back.
        truncations: bool[n, players], whether that game was truncated.
        done: bool[n], whether a game ended in the last step.
        final_observations: int8[number of done games, players, size], last observations of their players.
    """

    saves_all_final_observations = True
    saved_attributes = ResettableMultiSeatEnv.saved_attributes | {name: name for name in PLAYER_ARRAYS}

    def __init__(self, batch: Batch, *, include_forced: bool = True, observations: str = RAW) -> None:
        self._format = ObservationFormat(batch.game, observations)
        super().__init__(batch)
        self.include_forced = include_forced
        self.possible_agents = [f"player_{player}" for player in range(batch.max_players)]
        self._action_space = action_discrete(batch.game)
        self.cumulative_rewards = np.zeros((batch.n, batch.max_players), np.float32)
        self.terminations = np.zeros((batch.n, batch.max_players), np.bool_)
        self.truncations = np.zeros((batch.n, batch.max_players), np.bool_)
        self._has_acted = np.zeros(
            (batch.n, batch.max_players), np.bool_
        )  # whether the player has acted in the current game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Dict of `observation` and `action_mask`, the same for every agent of every game."""
        return self._format.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete over the actions, the same for every agent of every game."""
        return self._action_space

    def reset(self, seed: Seeds = None, options: dict[str, Any] | None = None) -> None:
        """Start new games and clear their results; see `masked_reset` for the arguments."""
        rows = self.masked_reset(seed, options)
        for name in PLAYER_ARRAYS:
            getattr(self, name)[rows] = 0

    @property
    def agents(self) -> Bools:
        """Return which of the possible agents are in each game, bool[n, players]."""
        self.require_reset("agents")
        return self.present(self._rows)

    @property
    def agent_selection(self) -> Ints:
        """Return the player to move in each game, int64[n]."""
        self.require_reset("agent_selection")
        return self.batch.player.copy()

    @property
    def infos(self) -> dict[str, Bools]:
        """Return `in_play` bool[n, players]; the game may bring a player who is out back."""
        self.require_reset("infos")
        agents = self.agents
        in_play = np.zeros_like(agents)
        in_play[agents] = self.in_play(*np.nonzero(agents))
        return {"in_play": in_play}

    @property
    def rewards(self) -> Floats:
        """Return the reward of each player in the last step, float32[n, players]."""
        self.require_reset("rewards")
        return self.seat_rewards

    def observe(self, agents: Ints) -> Observations:
        """Return the observations of one player per game.

        Args:
            agents: int64[n], player of each game.

        Returns:
            `observation` int8[n, size], and `action_mask` int8[n, actions], all 0 if the player is not to move.

        Raises:
            ConfigError: If a player does not exist.
            ResetNeeded: If no game has started.
        """
        self.require_reset("observe")
        agents = as_int64(agents, "agents", ConfigError)
        obs = self.batch.observe_players(self._rows, agents)
        masks = np.where((agents == self.batch.player)[:, None], self.batch.masks, np.int8(0))
        formatted: Observations = self._format.show(obs, masks)
        return formatted

    def last(self) -> Last:
        """Return the results for the players to move.

        Returns:
            Observations, rewards float32[n], terminations bool[n], truncations bool[n] and infos. Reward, termination
            and truncation belong to the player's last action, which may be in the game before.
        """
        self.require_reset("last")
        actors = self._rows, self.batch.player
        observations = self._format.show(self.batch.obs.copy(), self.batch.masks.copy())
        results = self.cumulative_rewards[actors], self.terminations[actors], self.truncations[actors]
        return observations, *results, {"in_play": self.in_play(*actors)}

    def step(self, actions: Any) -> None:
        """Play one action in each game. After an error all games are unchanged.

        Args:
            actions: Integers [n], one legal action per game.

        Raises:
            IllegalAction: If an action is illegal; the error names the first such game.
            ResetNeeded: If no game has started.
        """
        actors = self._rows, self.batch.player.copy()
        self._play(self._rows, self.check_actions(actions))
        self._play_opponents()
        self._end_step()
        self._update_player_arrays(actors)

    def _update_player_arrays(self, actors: tuple[Ints, Ints]) -> None:
        """Clear the results of the players who acted, then add this step to those of all who have acted."""
        for name in PLAYER_ARRAYS:
            setattr(self, name, getattr(self, name).copy())  # callers may hold the array of the last step
            getattr(self, name)[actors] = 0
        self._has_acted[actors] = True
        self.cumulative_rewards[self._has_acted] += self.seat_rewards[self._has_acted]
        self.terminations |= self._has_acted & (self.done & ~self.truncated)[:, None]
        self.truncations |= self._has_acted & self.truncated[:, None]
        self._has_acted[self.done] = False


def make_batch_env(
    game: GameEntry | str,
    num_games: int,
    num_players: int | Sequence[int] | None,
    threads: int,
    options: dict[str, Any],
    *,
    include_forced: bool = True,
) -> SelfPlayEnv:
    """Make many games for self-play.

    Args:
        game: Name or entry of the game.
        num_games: Number of games.
        num_players: Number of players, a list of numbers that rows cycle through, or None for the default.
        threads: Number of threads.
        options: Options of the AEC environment.
        include_forced: Whether decisions with a single legal action are included.

    Returns:
        The games, before their first reset.

    Raises:
        ConfigError: If an argument is invalid.
    """
    entry = game if isinstance(game, GameEntry) else get_game(game)
    options = {**entry.env_options, **options}
    observations = options.pop("observations", RAW)
    with check_keywords():
        spec = entry.spec_for(**split_weights(options)[0])
        batch = make_batch(spec, num_games, num_players, threads, options)
    return SelfPlayEnv(batch, include_forced=include_forced, observations=observations)
