"""PettingZoo environments compared with the rows of a self-play batch, action by action."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.envs.referee import seat_of
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.selfplay_env import SelfPlayEnv

NO_RESULT = (0.0, False, False)


@dataclass
class Row:
    """An environment, with the sums that each player received since its own last action."""

    env: raw_env
    cumulative: list[tuple[float, bool, bool]]  # by player: reward, termination, truncation
    skips: bool  # single legal actions are played automatically, which changes the sums of rewards
    acted: set[int] = field(default_factory=set)  # players who acted in the current game

    def play(self, action: int, *, records: bool = True) -> list[float]:
        """Play an action, and return the reward of each player."""
        player = seat_of(self.env.agent_selection)
        if records:
            self.acted.add(player)
            self.cumulative[player] = NO_RESULT
        self.env.step(action)
        rewards = [float(self.env.rewards[agent]) for agent in self.env.possible_agents]
        for one in self.acted:
            self.cumulative[one] = (self.cumulative[one][0] + rewards[one], False, False)
        return rewards

    def finish(self) -> list[list[int]]:
        """Play PettingZoo's last round through a finished game, and return the last observations by player."""
        observations = []
        while self.env.agents:
            player = seat_of(self.env.agent_selection)
            obs, reward, *ended, _ = self.env.last()
            if player in self.acted:
                self.cumulative[player] = (self.cumulative[player][0], *ended)
                assert reward == self.cumulative[player][0] or self.skips
            observations.append(obs["observation"].tolist())
            assert not obs["action_mask"].any()
            self.env.step(None)
        self.acted = set()
        self.env.reset()
        return observations


class Rows:
    """One environment per row of the batch; row k has seed + k."""

    def __init__(self, games: SelfPlayEnv, seed: int, **options: Any) -> None:
        self.games = games
        self.rows = [
            Row(raw_env(num_players=int(players), **options), [NO_RESULT] * int(players), not games.include_forced)
            for players in games.batch.num_players
        ]
        games.reset(seed=seed)
        for number, row in enumerate(self.rows):
            row.env.reset(seed=seed + number)
            self._skip(row)

    def check(self) -> None:
        """Check everything that the batch returns before the next actions."""
        games, results = self.games, self.games.last()
        infos, agents = games.infos["in_play"], games.agents
        for number, row in enumerate(self.rows):
            env, player = row.env, seat_of(row.env.agent_selection)
            obs, reward, *_ = env.last()
            assert games.agent_selection[number] == player
            assert results[0]["observation"][number].tolist() == obs["observation"].tolist()
            assert results[0]["action_mask"][number].tolist() == obs["action_mask"].tolist()
            assert tuple(part[number] for part in results[1:4]) == row.cumulative[player]
            if player in row.acted and not row.skips:
                assert results[1][number] == reward
            assert results[4]["in_play"][number] == env.infos[env.agent_selection]["in_play"]
            for one, agent in enumerate(games.possible_agents):
                is_present = agent in env.agents
                assert agents[number, one] == is_present
                assert infos[number, one] == (is_present and env.infos[agent]["in_play"])
                result = row.cumulative[one] if is_present else NO_RESULT
                assert games.cumulative_rewards[number, one] == result[0]
                assert (games.terminations[number, one], games.truncations[number, one]) == result[1:]

    def step(self, actions: np.ndarray) -> int:
        """Play one action in each game, in the batch and in the environments; return how many games ended."""
        games = self.games
        games.step(actions)
        ends = []
        for number, row in enumerate(self.rows):
            rewards = np.array(row.play(int(actions[number])))
            is_over = self._is_over(row)
            while not is_over and (more := self._skip_one(row)) is not None:
                rewards += more
                is_over = self._is_over(row)
            assert games.rewards[number].tolist() == [*rewards.tolist(), *[0.0] * (games.batch.seats - len(rewards))]
            assert games.done[number] == is_over
            assert games.truncated[number] == (is_over and row.env.table.is_truncated)
            if is_over:
                ends.append(row.finish())
                self._skip(row)
        assert len(games.final_observations) == len(ends)
        for final, observations in zip(games.final_observations, ends, strict=True):
            assert final[: len(observations)].tolist() == observations
            assert not final[len(observations) :].any()
        return len(ends)

    def _is_over(self, row: Row) -> bool:
        return any((*row.env.terminations.values(), *row.env.truncations.values()))

    def _skip(self, row: Row) -> None:
        while self._skip_one(row) is not None:
            pass

    def _skip_one(self, row: Row) -> list[float] | None:
        """Play a single legal action, if the batch plays it automatically."""
        mask = row.env.observe(row.env.agent_selection)["action_mask"]
        if not row.skips or mask.sum() != 1:
            return None
        return row.play(int(mask.argmax()), records=False)


def games_of(players: Any, games: int = 8, kind: type[SelfPlayEnv] = SelfPlayEnv, **options: Any) -> SelfPlayEnv:
    """Return self-play games of this class, as `batch_env` makes them."""
    env = world_dominance_v0.batch_env(games, players, **options)
    return kind(env.batch, include_forced=env.include_forced)
