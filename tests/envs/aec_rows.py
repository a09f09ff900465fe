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
    """One environment, and what each of its players is owed for their own last answer."""

    env: raw_env
    accounts: list[tuple[float, bool, bool]]  # player by player: reward, termination, truncation
    skips: bool  # answers to which there is no other are given in the players' place, so that its sums are others
    answered: set[int] = field(default_factory=set)  # in the present game

    def answer(self, action: int, *, counts: bool = True) -> list[float]:
        """Play on; what it pays each player."""
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
        """PettingZoo's last round through a game that has ended; the last views, player by player."""
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
    """As many environments as the batch has rows; row k has seed + k."""

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
        """All that is told before the next answers."""
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
        """One answer in each game, there and here; how many games ended."""
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
        """An answer to which there is no other, where the batch gives it by itself."""
        mask = row.env.observe(row.env.agent_selection)["action_mask"]
        if not row.skips or mask.sum() != 1:
            return None
        return row.answer(int(mask.argmax()), counts=False)


def games_of(players: Any, games: int = 8, kind: type[SelfPlayEnv] = SelfPlayEnv, **options: Any) -> SelfPlayEnv:
    """Self-play of this kind, as `batch_env` makes it."""
    made = world_dominance_v0.batch_env(games, players, **options)
    return kind(made.batch, include_forced=made.include_forced)
