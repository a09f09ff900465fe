"""Fit a value network to positions: a small torch network, exported to NumPy, and metrics of its accuracy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.agents.networks.value_network import ValueNetwork
from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.training.supervised.positions import DECILES, Positions, SparseMatrix

TEST_GAME_INTERVAL = 10  # one game in ten is held out for metrics
BINS = 10  # of a reliability diagram
VALUES_PER_CALL = 8192  # positions per call of the network


@dataclass(frozen=True)
class FitSettings:
    """How a value network is fitted."""

    first: int = 64  # units of the first hidden layer
    second: int = 32  # units of the second one
    epochs: int = 3
    batch_size: int = 2048
    learning_rate: float = 2e-3
    weight_decay: float = 0.01
    seed: int = 1


@dataclass(frozen=True)
class ValueMetrics:
    """The accuracy of predicted results on held-out positions.

    Attributes:
        positions: Number of positions.
        explained_variance: Explained variance of the results, at most 1.
        auc: Probability that a winner has a higher value than a loser, 0..1.
        log_loss: In nats.
        deciles: (explained variance, AUC) of each tenth of a game.
        reliability: (mean value, fraction won, number of positions) of each tenth of the range of values.
    """

    positions: int
    explained_variance: float
    auc: float
    log_loss: float
    deciles: tuple[tuple[float, float], ...]
    reliability: tuple[tuple[float, float, int], ...]


def feature_columns(game: GameSpec, features: Sequence[str]) -> NDArray[np.int64]:
    """Return the indices of these features in an observation, int64[c] in ascending order; of all if none is named.

    Raises:
        ConfigError: If a feature is unknown.
    """
    unknown = [name for name in features if name not in game.layout.by_name]
    if unknown:
        known = game.layout.by_name
        raise ConfigError(
            f"unknown feature {quoted(unknown[0])}; expected {', '.join(known)}{did_you_mean(unknown[0], known)}"
        )
    if not features:
        return np.arange(game.layout.size)
    return np.unique(np.concatenate([np.arange(game.layout.size)[game.layout.slice(name)] for name in features]))


def fit_value_network(
    game: GameSpec,
    columns: NDArray[np.int64],
    positions: Positions,
    settings: FitSettings,
    on_progress: Callable[[], None] = lambda: None,
) -> ValueNetwork:
    """Fit a network to the positions of nine games in ten; the others are for `score_values` (see `held_out`).

    Args:
        game: The game.
        columns: int64[c], the indices of the observation that positions have.
        positions: All positions.
        settings: The settings.
        on_progress: Called after each epoch.

    Returns:
        The network, which reads full observations.
    """
    torch.manual_seed(settings.seed)
    fitted = positions.select(~held_out(positions))
    scale = torch.from_numpy(observation_scales(game)[columns])
    net = _ValueNet(len(columns), settings, float(fitted.observations.counts.mean()))
    optimizer = torch.optim.AdamW(net.parameters(), settings.learning_rate, weight_decay=settings.weight_decay)
    steps = settings.epochs * max(len(fitted) // settings.batch_size, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(1 - step / steps, 0.005))
    targets = torch.from_numpy(fitted.targets)
    for _ in range(settings.epochs):
        for rows in torch.split(torch.randperm(len(fitted)), settings.batch_size):
            logits = net(fitted.observations.select(rows.numpy()), scale)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets[rows])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
        on_progress()
    return _export(game, columns, net, scale)


class _ValueNet(torch.nn.Module):
    """The layers of a value network; the first one reads only values that are not 0."""

    def __init__(self, columns: int, settings: FitSettings, mean_count: float) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(columns, settings.first, mode="sum")
        bound = max(mean_count, 1.0) ** -0.5  # as of a dense layer that reads as many values
        torch.nn.init.uniform_(self.first.weight, -bound, bound)
        self.first_bias = torch.nn.Parameter(torch.zeros(settings.first))
        self.second = torch.nn.Linear(settings.first, settings.second)
        self.last = torch.nn.Linear(settings.second, 1)

    def forward(self, rows: SparseMatrix, scale: torch.Tensor) -> torch.Tensor:
        """Return the logits, float32[k]."""
        columns = torch.from_numpy(rows.columns.astype(np.int64))
        values = torch.from_numpy(rows.values).float() * scale[columns]
        offsets = torch.from_numpy(np.cumsum(rows.counts) - rows.counts)
        units = torch.relu(self.first(columns, offsets, per_sample_weights=values) + self.first_bias)
        logits: torch.Tensor = self.last(torch.relu(self.second(units)))[:, 0]
        return logits


def _export(game: GameSpec, columns: NDArray[np.int64], net: _ValueNet, scale: torch.Tensor) -> ValueNetwork:
    """Export a network that reads full observations: unused features have weight 0, and weights include the scales."""
    weights = {"first.bias": net.first_bias.detach().numpy().copy()}
    for layer, module in (("second", net.second), ("last", net.last)):
        weights[f"{layer}.weight"] = module.weight.detach().numpy().copy()
        weights[f"{layer}.bias"] = module.bias.detach().numpy().copy()
    full = np.zeros((len(net.first_bias), game.layout.size), np.float32)
    full[:, columns] = net.first.weight.detach().numpy().T * scale.numpy()
    return ValueNetwork({**weights, "first.weight": full})


def observation_scales(game: GameSpec) -> NDArray[np.float32]:
    """Return the factors by which the numbers of an observation are scaled, so that none is large, float32[size]."""
    low, high = game.layout.bounds()
    magnitudes = np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)
    return (1 / np.sqrt(magnitudes)).astype(np.float32)


def held_out(positions: Positions) -> NDArray[np.bool_]:
    """Return which positions are of held-out games, bool[k]."""
    is_owned: NDArray[np.bool_] = positions.games % TEST_GAME_INTERVAL == 0
    return is_owned


def predict_values(
    game: GameSpec, network: ValueNetwork, columns: NDArray[np.int64], positions: Positions
) -> NDArray[np.float32]:
    """Return the values float32[k] of positions that have only these columns."""
    results = []
    for first in range(0, len(positions), VALUES_PER_CALL):
        rows = np.arange(first, min(first + VALUES_PER_CALL, len(positions)))
        item = positions.observations.select(rows).dense()
        full = np.zeros((len(item), game.layout.size), np.int8)
        full[:, columns] = item
        results.append(network.values(full))
    return np.concatenate(results)


def score_values(values: NDArray[np.float32], positions: Positions) -> ValueMetrics:
    """Compare values float32[k] with the results."""
    won = positions.won.astype(np.float64)
    odds = np.clip(values.astype(np.float64), 1e-6, 1 - 1e-6)
    loss = -(won * np.log(odds) + (1 - won) * np.log(1 - odds)).mean()
    items = [positions.deciles == decile for decile in range(DECILES)]
    deciles = tuple(
        (_explained_variance(odds[item], won[item]), _auc(odds[item], won[item])) for item in items if item.any()
    )
    bins = np.minimum((odds * BINS).astype(np.int64), BINS - 1)
    reliability = tuple(
        (float(odds[bins == bin_index].mean()), float(won[bins == bin_index].mean()), int((bins == bin_index).sum()))
        for bin_index in range(BINS)
        if (bins == bin_index).any()
    )
    return ValueMetrics(len(won), _explained_variance(odds, won), _auc(odds, won), float(loss), deciles, reliability)


def _explained_variance(odds: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    deviation = won.var()
    return float(1 - ((won - odds) ** 2).mean() / deviation) if deviation > 0 else 0.0


def _auc(odds: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """Compute the AUC by ranks (Mann and Whitney); equal values share their ranks, and a shared win counts as a win."""
    _, index, counts = np.unique(odds, return_inverse=True, return_counts=True)
    ranks = (counts.cumsum() - (counts - 1) / 2)[index]
    winners = won > 0
    count, others = int(winners.sum()), int((~winners).sum())
    if not count or not others:
        return 0.5
    return float((ranks[winners].sum() - count * (count + 1) / 2) / (count * others))
