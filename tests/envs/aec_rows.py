"""PettingZoo environments compared with the rows of a self-play batch, action by action."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.envs.referee import seat_of
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.selfplay_env import SelfPlayEnv

NOTHING = (0.0, False, False)


@dataclass
class Row:
    """One environment, with what each player received since its last own action."""

    env: raw_env
    accounts: list[tuple[float, bool, bool]]  # by player: reward, termination, truncation
    skips: bool  # single legal actions are played for the players, which changes their sums
    answered: set[int] = field(default_factory=set)  # players who acted in the current game

    def answer(self, action: int, *, counts: bool = True) -> list[float]:
        """Play an action, and return the reward of each player."""
        player = seat_of(self.env.agent_selection)
        if counts:
            self.answered.add(player)
            self.accounts[player] = NOTHING
        self.env.step(action)
        paid = [float(self.env.rewards[agent]) for agent in self.env.possible_agents]
        for one in self.answered:
            self.accounts[one] = (self.accounts[one][0] + paid[one], False, False)
        return paid

    def sweep(self) -> list[list[int]]:
        """Play PettingZoo's last round through a finished game, and return the last views by player."""
        views = []
        while self.env.agents:
            player = seat_of(self.env.agent_selection)
            seen, reward, *ended, _ = self.env.last()
            if player in self.answered:
                self.accounts[player] = (self.accounts[player][0], *ended)
                assert reward == self.accounts[player][0] or self.skips
            views.append(seen["observation"].tolist())
            assert not seen["action_mask"].any()
            self.env.step(None)
        self.answered = set()
        self.env.reset()
        return views


class Rows:
    """One environment per row of the batch; row k has seed + k."""

    def __init__(self, games: SelfPlayEnv, seed: int, **options: Any) -> None:
        self.games = games
        self.rows = [
            Row(raw_env(num_players=int(players), **options), [NOTHING] * int(players), not games.include_forced)
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
            seen, reward, *_ = env.last()
            assert games.agent_selection[number] == player
            assert results[0]["observation"][number].tolist() == seen["observation"].tolist()
            assert results[0]["action_mask"][number].tolist() == seen["action_mask"].tolist()
            assert tuple(part[number] for part in results[1:4]) == row.accounts[player]
            if player in row.answered and not row.skips:
                assert results[1][number] == reward
            assert results[4]["in_play"][number] == env.infos[env.agent_selection]["in_play"]
            for one, agent in enumerate(games.possible_agents):
                there = agent in env.agents
                assert agents[number, one] == there
                assert infos[number, one] == (there and env.infos[agent]["in_play"])
                account = row.accounts[one] if there else NOTHING
                assert games.cumulative_rewards[number, one] == account[0]
                assert (games.terminations[number, one], games.truncations[number, one]) == account[1:]

    def step(self, actions: np.ndarray) -> int:
        """Play one action in each game, in the batch and in the environments; return how many games ended."""
        games = self.games
        games.step(actions)
        ends = []
        for number, row in enumerate(self.rows):
            paid = np.array(row.answer(int(actions[number])))
            over = self._is_over(row)
            while not over and (more := self._skip_one(row)) is not None:
                paid += more
                over = self._is_over(row)
            assert games.rewards[number].tolist() == [*paid.tolist(), *[0.0] * (games.batch.seats - len(paid))]
            assert games.done[number] == over
            assert games.truncated[number] == (over and row.env.table.is_truncated)
            if over:
                ends.append(row.sweep())
                self._skip(row)
        assert len(games.final_observations) == len(ends)
        for found, views in zip(games.final_observations, ends, strict=True):
            assert found[: len(views)].tolist() == views
            assert not found[len(views) :].any()
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
        return row.answer(int(mask.argmax()), counts=False)


def games_of(players: Any, games: int = 8, kind: type[SelfPlayEnv] = SelfPlayEnv, **options: Any) -> SelfPlayEnv:
    """Return self-play games of this class, as `batch_env` makes them."""
    made = world_dominance_v0.batch_env(games, players, **options)
    return kind(made.batch, include_forced=made.include_forced)
