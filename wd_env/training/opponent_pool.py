"""Opponents of a run: bots of the roster and past checkpoints, sampled for each game."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.networks.compiled_policy_agent import make_policy
from wd_env.agents.networks.numpy_network import Network
from wd_env.envs.vector.lineup import LEARNER
from wd_env.errors import CheckpointError
from wd_env.spec.game_spec import GameSpec
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.settings.run_settings import PAST
from wd_env.training.settings.training_settings import TrainSettings
from wd_env.training.snapshots.rng_state import generator_state, set_generator_state
from wd_env.training.snapshots.snapshot_checks import (
    check_arrays,
    check_count,
    check_keys,
    check_same_structure,
    check_weights,
)

Ints = NDArray[np.int64]
Weights = dict[str, NDArray[np.float32]]
MAX_RECORDED_GAMES = 4096  # against an opponent; then its record is halved, so that later games count more


class WinRecord(NamedTuple):
    """The numbers of games against an opponent, and of those that the learner won."""

    games: int
    wins: int

    def add(self, games: int, wins: int) -> "WinRecord":
        """Return the record with additional games."""
        now = WinRecord(self.games + games, self.wins + wins)
        while now.games > MAX_RECORDED_GAMES:
            now = WinRecord(now.games // 2, now.wins // 2)
        return now

    @property
    def loss_rate(self) -> float:
        """Return the fraction of games, 0..1, that the learner did not win; 1 before the first game."""
        return 1 - self.wins / self.games if self.games else 1.0


NEW_RECORD = WinRecord(0, 0)


class OpponentPool:
    """The opponents of a run; the vector environment uses the list `opponents`, to which checkpoints are added.

    It has separate generators, so that a resumed run plays the same games.
    """

    def __init__(self, game: GameSpec, settings: TrainSettings, process_group: ProcessGroup = SINGLE_PROCESS) -> None:
        self.game = game
        self.process_group = process_group  # all processes have the same opponents, but sample separately
        self.settings = settings
        self.generator = np.random.default_rng(process_group.stream(settings.run.seed, 1))
        self.names = [name for name, weight in settings.opponents.weights.items() if name != PAST and weight > 0]
        self.opponents: list[Agent] = [
            make_bot(name, game, np.random.default_rng(process_group.stream(settings.run.seed, 2, index)))
            for index, name in enumerate(self.names)
        ]
        self.past: list[Weights] = []
        self.records = [NEW_RECORD] * len(self.opponents)  # recent games of the learner against each
        self.num_joined = 0  # checkpoints so far

    def add_checkpoint(self, weights: Weights) -> None:
        """Add a checkpoint to the opponents; beyond `pool_size` it replaces a random earlier one."""
        bot = make_policy(
            np.random.default_rng(self.process_group.stream(self.settings.run.seed, 3, self.num_joined)),
            Network(self.settings.net.architecture(self.game.pointers), weights, self.game.pointers),
            self.game,
        )
        bot.name = f"{PAST} {self.num_joined}"
        self.num_joined += 1
        if len(self.past) < self.settings.opponents.pool_size:
            self.past.append(weights)
            self.opponents.append(bot)
            self.records.append(NEW_RECORD)
            return
        index = self.process_group.broadcast_object(int(self.generator.integers(len(self.past))))
        self.past[index] = weights
        self.opponents[len(self.names) + index] = bot
        self.records[len(self.names) + index] = NEW_RECORD

    def record_games(self, games: Mapping[int, int], wins: Mapping[int, int]) -> None:
        """Count finished games by opponent: those of the learner against it, and those that the learner won."""
        for opponent, played in games.items():
            self.records[opponent] = self.records[opponent].add(played, wins.get(opponent, 0))

    def sample_num_players(self, rows: Ints) -> Ints:
        """Sample the numbers of players int64[rows] of new games in these rows of a batch of `make_batch`."""
        game = self.settings.game
        weights = dict(zip(game.players, game.weights or [1.0] * len(game.players), strict=True))
        num_players = np.zeros(len(rows), np.int64)
        for turn, counts in enumerate(game.num_players_by_set):
            is_in_set = rows % len(game.num_players_by_set) == turn
            odds = np.array([weights[count] for count in counts])
            num_players[is_in_set] = self.generator.choice(np.array(counts), int(is_in_set.sum()), p=odds / odds.sum())
        return num_players

    def sample_lineup(self, players: Ints) -> Ints:
        """Sample who plays each seat of new games, int64[games, seats]: LEARNER or the index of an opponent."""
        shape = len(players), self.game.max_players
        if not self.opponents:
            return np.full(shape, LEARNER, np.int64)
        opponents = self.settings.opponents
        learners = np.maximum(1, (players * opponents.learner_seat_fraction).astype(np.int64))
        learners[self.generator.random(len(players)) < opponents.self_play_fraction] = self.game.max_players
        sampled = self.generator.random(shape)
        sampled[np.arange(self.game.max_players) >= players[:, None]] = 1.0  # unused seats come last
        indices = sampled.argsort(axis=1).argsort(axis=1)
        others = self.generator.choice(len(self.opponents), size=shape, p=self._probabilities())
        return np.where(indices < learners[:, None], LEARNER, others)

    def _probabilities(self) -> NDArray[np.float64]:
        weights = self.settings.opponents.weights
        odds = [weights[name] for name in self.names]
        odds += [weights.get(PAST, 0.0) / len(self.past)] * len(self.past) if self.past else []
        win_rates = np.array(odds)
        if self.settings.opponents.pfsp_power > 0:
            win_rates = _prioritize(win_rates, self.records, self.settings.opponents.pfsp_power)
        # before the first checkpoint the pool may consist of the roster only
        return win_rates / win_rates.sum() if win_rates.sum() > 0 else np.full(len(win_rates), 1 / len(win_rates))

    def opponent_name(self, opponent: int) -> str:
        """Return the name of an opponent in the curves."""
        return self.names[opponent] if opponent < len(self.names) else PAST

    # Resuming

    def state(self) -> dict[str, Any]:
        """Return generators and counters as JSON data."""
        return {
            "generator": generator_state(self.generator),
            "opponents": [generator_state(opponent.generator) for opponent in self.opponents],
            "num_joined": self.num_joined,
            "names": self.names,
            "records": [list(record) for record in self.records],
        }

    def arrays(self) -> Weights:
        """Return the weights of past checkpoints."""
        return {f"past.{index}.{name}": array for index, past in enumerate(self.past) for name, array in past.items()}

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore a new pool from `state` and `arrays`; raise CheckpointError if they are invalid."""
        check_keys(state, self.state(), "pool")
        if state["names"] != self.names:  # games refer to opponents by index
            raise CheckpointError(f"pool.names: expected {self.names}, got {state['names']}")
        joined = check_count(state["num_joined"], "pool.num_joined")
        architecture = self.settings.net.architecture(self.game.pointers)
        shapes = architecture.shapes(self.game.layout.size, len(self.game.actions))
        expected = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        for index in range(min(joined, self.settings.opponents.pool_size)):
            start = f"past.{index}."
            past = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
            check_arrays(past, expected, f"arrays/past.{index}")
            check_weights(past, f"arrays/past.{index}")
            self.add_checkpoint(past)
        self.num_joined = joined
        if not isinstance(state["opponents"], list) or len(state["opponents"]) != len(self.opponents):
            raise CheckpointError(f"pool.opponents: expected a list of {len(self.opponents)} generators")
        self.records = self._load_records(state["records"])
        set_generator_state(self.generator, state["generator"], "pool.generator")
        for index, (opponent, saved) in enumerate(zip(self.opponents, state["opponents"], strict=True)):
            set_generator_state(opponent.generator, saved, f"pool.opponents[{index}]")

    def _load_records(self, saved: object) -> list[WinRecord]:
        """Read the records of a snapshot, one per opponent; raise CheckpointError if one is invalid."""
        check_same_structure(saved, [[0, 0]] * len(self.opponents), "pool.records")
        assert isinstance(saved, list)
        for index, (games, wins) in enumerate(saved):
            if games > MAX_RECORDED_GAMES or wins > games:
                raise CheckpointError(
                    f"pool.records[{index}]: expected games and at most as many wins, got {[games, wins]}"
                )
        return [WinRecord(*record) for record in saved]


def _prioritize(probabilities: NDArray[np.float64], records: list[WinRecord], power: float) -> NDArray[np.float64]:
    """Return probabilities that prefer opponents against which the learner loses; unchanged if it always wins."""
    harder: NDArray[np.float64] = probabilities * np.array([record.loss_rate for record in records]) ** power
    return harder if harder.any() else probabilities
