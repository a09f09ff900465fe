"""Opponents of a run: roster bots and past checkpoints, drawn anew for each game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.base import Agent
from wd_env.agents.network import Network
from wd_env.agents.policy import PolicyAgent
from wd_env.agents.roster import make_bot
from wd_env.core.errors import CheckpointError
from wd_env.core.spec import GameSpec
from wd_env.faces.seats import LEARNER
from wd_env.train.checks import check_arrays, check_count, check_keys, check_weights
from wd_env.train.company import ALONE, Company
from wd_env.train.generators import generator_state, set_generator_state
from wd_env.train.settings import PAST, TrainSettings

Ints = NDArray[np.int64]
Weights = dict[str, NDArray[np.float32]]


class Pool:
    """The opponents of a run; `opponents` is what the vector environment is given and grows as checkpoints join.

    Draws come from generators of its own, so that a resumed run deals the same games.
    """

    def __init__(self, game: GameSpec, settings: TrainSettings, company: Company = ALONE) -> None:
        self.game = game
        self.company = company  # whose processes have the same opponents, and draw each by itself
        self.settings = settings
        self.generator = np.random.default_rng(company.stream(settings.run.seed, 1))
        self.names = [name for name, weight in settings.opponents.weights.items() if name != PAST and weight > 0]
        self.opponents: list[Agent] = [
            make_bot(name, game, np.random.default_rng(company.stream(settings.run.seed, 2, place)))
            for place, name in enumerate(self.names)
        ]
        self.past: list[Weights] = []
        self.joined = 0  # checkpoints so far

    def join(self, weights: Weights) -> None:
        """Add a checkpoint to the opponents; beyond `pool_size` it replaces a random earlier one."""
        bot = PolicyAgent(
            np.random.default_rng(self.company.stream(self.settings.run.seed, 3, self.joined)),
            Network(self.settings.net.architecture(self.game.pointers), weights, self.game.pointers),
        )
        bot.name = f"{PAST} {self.joined}"
        self.joined += 1
        if len(self.past) < self.settings.opponents.pool_size:
            self.past.append(weights)
            self.opponents.append(bot)
            return
        place = self.company.first(int(self.generator.integers(len(self.past))))
        self.past[place] = weights
        self.opponents[len(self.names) + place] = bot

    def deal_players(self, games: int) -> Ints:
        """Draw the numbers of players int64[games] of new games."""
        counts = np.array(self.settings.game.players)
        weights = np.array(self.settings.game.weights or [1.0] * len(counts))
        dealt: Ints = self.generator.choice(counts, size=games, p=weights / weights.sum()).astype(np.int64)
        return dealt

    def line_up(self, players: Ints) -> Ints:
        """Draw who plays each seat of new games, int64[games, seats]: LEARNER or the number of an opponent."""
        shape = len(players), self.game.seats
        if not self.opponents:
            return np.full(shape, LEARNER, np.int64)
        opponents = self.settings.opponents
        learners = np.maximum(1, (players * opponents.learner_seats).astype(np.int64))
        learners[self.generator.random(len(players)) < opponents.all_seats_share] = self.game.seats
        drawn = self.generator.random(shape)
        drawn[np.arange(self.game.seats) >= players[:, None]] = 1.0  # at the end, whoever else is drawn
        places = drawn.argsort(axis=1).argsort(axis=1)
        others = self.generator.choice(len(self.opponents), size=shape, p=self._odds())
        return np.where(places < learners[:, None], LEARNER, others)

    def _odds(self) -> NDArray[np.float64]:
        weights = self.settings.opponents.weights
        odds = [weights[name] for name in self.names]
        odds += [weights.get(PAST, 0.0) / len(self.past)] * len(self.past) if self.past else []
        shares = np.array(odds)
        # before the first checkpoint there may be nobody to draw but the roster
        return shares / shares.sum() if shares.sum() > 0 else np.full(len(shares), 1 / len(shares))

    def name(self, opponent: int) -> str:
        """Name an opponent for the curves."""
        return self.names[opponent] if opponent < len(self.names) else PAST

    # Resuming

    def state(self) -> dict[str, Any]:
        """Return generators and counters as JSON data."""
        return {
            "generator": generator_state(self.generator),
            "opponents": [generator_state(opponent.generator) for opponent in self.opponents],
            "joined": self.joined,
            "names": self.names,
        }

    def arrays(self) -> Weights:
        """Return the weights of past checkpoints."""
        return {f"past.{place}.{name}": array for place, past in enumerate(self.past) for name, array in past.items()}

    def restore(self, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore a new pool from `state` and `arrays`; CheckpointError for what no pool can have saved."""
        check_keys(state, self.state(), "pool")
        if state["names"] != self.names:  # games know them by their numbers
            raise CheckpointError(f"pool.names is {state['names']}, here {self.names}")
        joined = check_count(state["joined"], "pool.joined")
        architecture = self.settings.net.architecture(self.game.pointers)
        shapes = architecture.shapes(self.game.layout.size, len(self.game.actions))
        wanted = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        for place in range(min(joined, self.settings.opponents.pool_size)):
            start = f"past.{place}."
            past = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
            check_arrays(past, wanted, f"arrays/past.{place}")
            check_weights(past, f"arrays/past.{place}")
            self.join(past)
        self.joined = joined
        if not isinstance(state["opponents"], list) or len(state["opponents"]) != len(self.opponents):
            raise CheckpointError(f"pool.opponents is no list of {len(self.opponents)} generators")
        set_generator_state(self.generator, state["generator"], "pool.generator")
        for place, (opponent, saved) in enumerate(zip(self.opponents, state["opponents"], strict=True)):
            set_generator_state(opponent.generator, saved, f"pool.opponents[{place}]")
