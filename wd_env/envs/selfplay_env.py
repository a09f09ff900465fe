"""Self-play in arrays: many games at once in which every seat learns, in the words of PettingZoo's AEC environments."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.batch.kernel_arrays import as_int64
from wd_env.batch.saved_batch import copy_arrays
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.spaces import action_discrete, masked_observation
from wd_env.envs.vector.multi_seat import Ints
from wd_env.envs.vector.resettable_multi_seat import Bools, ResettableMultiSeatEnv, make_batch
from wd_env.errors import ConfigError
from wd_env.registry import GameEntry, get_game
from wd_env.seeding import Seeds
from wd_env.spec.rewards import split_weights

Observations = dict[str, NDArray[np.int8]]
Floats = NDArray[np.float32]
Last = tuple[Observations, Floats, Bools, Bools, dict[str, Bools]]

PLAYER_ARRAYS = ("cumulative_rewards", "terminations", "truncations", "_has_acted")  # of each player's own last answer


class SelfPlayEnv(ResettableMultiSeatEnv):
    """`n` games at once; every seat is yours. What an AEC environment says of one agent stands here in arrays.

    `agent_selection` int64[n] is the player who is asked in each game, `last()` what that player is told, `step` takes
    one answer a game, `rewards` float32[n, players] is what each player got by it.

    A game that ends is followed by the next one in the same step, so every row of every step is a decision. PettingZoo
    selects each agent of a game that has ended once more, to tell its last reward; here it is told when it is asked
    again, in the next game: `last()` then gives the reward that its last answer still earned, `termination` or
    `truncation` True, and the first view of the next game. Who does not want to wait reads the accounts of all
    players, which are settled in the step that ends the game, whoever made the last move:

    - `cumulative_rewards` float32[n, players]: what each has got since its own last answer, in the game of that answer;
    - `terminations`, `truncations` bool[n, players]: that game has ended, or was cut. Players who are out are not
      terminated before, for they may come back;
    - `ended` bool[n]: a game ended in this step; `final_observations` int8[ended, players, size] are the last views of
      its players, in the order of the games.

    Rewards that come before a player's first answer in a game are nobody's doing, and stand in `rewards` only.
    """

    saves_all_final_observations = True

    def __init__(self, batch: Batch, *, include_forced: bool = True) -> None:
        """Over games of `batch`.

        Without `include_forced` answers to which there is no other are given by themselves.
        """
        super().__init__(batch)
        self.include_forced = include_forced
        self.possible_agents = [f"player_{player}" for player in range(batch.max_players)]
        self._observation_space = masked_observation(batch.game)
        self._action_space = action_discrete(batch.game)
        self.cumulative_rewards = np.zeros((batch.n, batch.max_players), np.float32)
        self.terminations = np.zeros((batch.n, batch.max_players), np.bool_)
        self.truncations = np.zeros((batch.n, batch.max_players), np.bool_)
        self._has_acted = np.zeros((batch.n, batch.max_players), np.bool_)  # who has answered in the present game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Dict of `observation` and `action_mask`, the same for every agent of every game."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete over the actions, the same for every agent of every game."""
        return self._action_space

    def reset(self, seed: Seeds = None, options: dict[str, Any] | None = None) -> None:
        """Begin new games with empty accounts; see `masked_reset` for seeds and for `reset_mask` in the options."""
        rows = self.masked_reset(seed, options)
        for account in PLAYER_ARRAYS:
            getattr(self, account)[rows] = 0

    # Who is there

    @property
    def agents(self) -> Bools:
        """Tell which of the possible agents there are, bool[n, players]; all stay to the end of their game."""
        self.require_reset("agents")
        return self.present(self._rows)

    @property
    def agent_selection(self) -> Ints:
        """Return the player to act in each game, int64[n]."""
        self.require_reset("agent_selection")
        return self.batch.player.copy()

    @property
    def infos(self) -> dict[str, Bools]:
        """Return `in_play` bool[n, players]; a player who is out does not act and may come back."""
        self.require_reset("infos")
        there = self.agents
        in_play = np.zeros_like(there)
        in_play[there] = self.in_play(*np.nonzero(there))
        return {"in_play": in_play}

    # What they are told

    @property
    def rewards(self) -> Floats:
        """Return the reward of each player in the last step, float32[n, players]."""
        self.require_reset("rewards")
        return self.seat_rewards

    def observe(self, agents: Ints) -> Observations:
        """Return `observation` int8[n, size] of one player a game and `action_mask`, all 0 unless it is to act."""
        self.require_reset("observe")
        agents = as_int64(agents, "agents", ConfigError)
        views = self.batch.observe_players(self._rows, agents)
        masks = np.where((agents == self.batch.player)[:, None], self.batch.masks, np.int8(0))
        return {"observation": views, "action_mask": masks}

    def last(self) -> Last:
        """Return observations, rewards, terminations, truncations and infos of the players to act.

        Reward, termination and truncation are of the player's own last answer, be it in the game before.
        """
        self.require_reset("last")
        asked = self._rows, self.batch.player
        seen = {"observation": self.batch.obs.copy(), "action_mask": self.batch.masks.copy()}
        told = self.cumulative_rewards[asked], self.terminations[asked], self.truncations[asked]
        return seen, *told, {"in_play": self.in_play(*asked)}

    def step(self, actions: Any) -> None:
        """Play one action in each game, of the player to act there.

        IllegalAction names the first game whose answer is not offered; then nothing has changed in any of them.
        """
        actors = self._rows, self.batch.player.copy()
        self._play(self._rows, self.check_actions(actions))
        self._play_opponents()
        self._end_step()
        self._update_player_arrays(actors)

    def _update_player_arrays(self, actors: tuple[Ints, Ints]) -> None:
        """Who has answered opens an account; the end of the game settles the accounts of all who have."""
        for account in PLAYER_ARRAYS:
            setattr(self, account, getattr(self, account).copy())  # what was read from it stays as it was
            getattr(self, account)[actors] = 0
        self._has_acted[actors] = True
        self.cumulative_rewards[self._has_acted] += self.seat_rewards[self._has_acted]
        self.terminations |= self._has_acted & (self.done & ~self.truncated)[:, None]
        self.truncations |= self._has_acted & self.truncated[:, None]
        self._has_acted[self.done] = False

    # Keeping

    def save(self) -> dict[str, NDArray[Any]]:
        """Return games and accounts as arrays; `load` restores them."""
        return {**super().save(), **{account: getattr(self, account).copy() for account in PLAYER_ARRAYS}}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Restore `save`; return the observations of the players to act, int8[n, size].

        StateError for what no such games can have saved; then nothing has changed.
        """
        found = copy_arrays(arrays, {account: getattr(self, account) for account in PLAYER_ARRAYS})
        views = super().load(arrays)
        for account in PLAYER_ARRAYS:
            setattr(self, account, found[account])
        return views


def make_batch_env(
    game: GameEntry | str,
    num_games: int,
    num_players: int | Sequence[int] | None,
    threads: int,
    options: dict[str, Any],
    *,
    include_forced: bool = True,
) -> SelfPlayEnv:
    """Make many games of a row of the catalogue for self-play; `options` are those of its AEC environment."""
    row = game if isinstance(game, GameEntry) else get_game(game)
    options = {**row.env_options, **options}
    with check_keywords():
        spec = row.spec_for(**split_weights(options)[0])
        batch = make_batch(spec, num_games, num_players, threads, options)
    return SelfPlayEnv(batch, include_forced=include_forced)
