"""Fit a value network to positions: a small torch network, exported to NumPy, with figures of how good it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.agents.value_network import LAYERS, ValueNetwork
from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.training.supervised.value_dataset import DECILES, Positions

HELD_OUT_EVERY = 10  # one game of so many is kept to judge by
BINS = 10  # of a reliability diagram
VALUES_PER_CALL = 8192  # positions valued side by side


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
    """How well values tell who wins, on positions that the network was not fitted to.

    `explained` is the explained variance of the result, `auc` the odds that of a winner and a loser the winner is
    valued higher, `log_loss` in nats; `tenths` has (explained, auc) for each tenth of a game, `reliability` for each
    tenth of the values (mean value, share won, positions).
    """

    positions: int
    explained_variance: float
    auc: float
    log_loss: float
    deciles: tuple[tuple[float, float], ...]
    reliability: tuple[tuple[float, float, int], ...]


def feature_columns(game: GameSpec, features: Sequence[str]) -> NDArray[np.int64]:
    """Return the places of these pieces in an observation, int64[c] in order; all of them where none is named.

    ConfigError for a piece that there is not.
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
    """Fit a network to the positions of nine games of ten; the others are for `judge` (see `held_out`).

    `advanced` is called after each epoch.
    """
    torch.manual_seed(settings.seed)
    learnt = positions.take(~held_out(positions))
    scale = torch.from_numpy(observation_scales(game)[columns])
    net = torch.nn.Sequential(
        torch.nn.Linear(len(columns), settings.first),
        torch.nn.ReLU(),
        torch.nn.Linear(settings.first, settings.second),
        torch.nn.ReLU(),
        torch.nn.Linear(settings.second, 1),
    )
    optimizer = torch.optim.AdamW(net.parameters(), settings.learning_rate, weight_decay=settings.weight_decay)
    steps = settings.epochs * max(len(learnt) // settings.batch_size, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(1 - step / steps, 0.005))
    obs, targets = torch.from_numpy(learnt.observations), torch.from_numpy(learnt.targets)
    for _ in range(settings.epochs):
        for rows in torch.split(torch.randperm(len(learnt)), settings.batch_size):
            logits = net(obs[rows].float() * scale)[:, 0]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets[rows])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
        on_progress()
    return _export(game, columns, net, scale)


def _export(game: GameSpec, columns: NDArray[np.int64], net: torch.nn.Sequential, scale: torch.Tensor) -> ValueNetwork:
    """The network over whole observations: what it does not read has no weight, and scales are part of the weights."""
    weights = {}
    linear = [module for module in net if isinstance(module, torch.nn.Linear)]
    for layer, module in zip(LAYERS, linear, strict=True):
        weights[f"{layer}.weight"] = module.weight.detach().numpy().copy()
        weights[f"{layer}.bias"] = module.bias.detach().numpy().copy()
    full = np.zeros((len(weights["first.bias"]), game.layout.size), np.float32)
    full[:, columns] = weights["first.weight"] * scale.numpy()
    return ValueNetwork({**weights, "first.weight": full})


def observation_scales(game: GameSpec) -> NDArray[np.float32]:
    """Return what the numbers of an observation are multiplied by so that none is large, float32[size]."""
    low, high = game.layout.bounds()
    largest = np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)
    return (1 / np.sqrt(largest)).astype(np.float32)


def held_out(positions: Positions) -> NDArray[np.bool_]:
    """Tell which positions are of games that are kept to judge by, bool[k]."""
    is_owned: NDArray[np.bool_] = positions.games % HELD_OUT_EVERY == 0
    return is_owned


def predict_values(
    game: GameSpec, network: ValueNetwork, columns: NDArray[np.int64], positions: Positions
) -> NDArray[np.float32]:
    """Value positions of which only these columns were kept, float32[k]."""
    results = []
    for first in range(0, len(positions), VALUES_PER_CALL):
        item = positions.observations[first : first + VALUES_PER_CALL]
        full = np.zeros((len(item), game.layout.size), np.int8)
        full[:, columns] = item
        results.append(network.values(full))
    return np.concatenate(results)


def score_values(values: NDArray[np.float32], positions: Positions) -> ValueMetrics:
    """Compare values float32[k] with who won."""
    won = positions.won.astype(np.float64)
    odds = np.clip(values.astype(np.float64), 1e-6, 1 - 1e-6)
    loss = -(won * np.log(odds) + (1 - won) * np.log(1 - odds)).mean()
    items = [positions.deciles == decile for decile in range(DECILES)]
    deciles = tuple(
        (_explained_variance(odds[item], won[item]), _auc(odds[item], won[item])) for item in items if item.any()
    )
    bins = np.minimum((odds * BINS).astype(np.int64), BINS - 1)
    reliability = tuple(
        (float(odds[bins == number].mean()), float(won[bins == number].mean()), int((bins == number).sum()))
        for number in range(BINS)
        if (bins == number).any()
    )
    return ValueMetrics(len(won), _explained_variance(odds, won), _auc(odds, won), float(loss), deciles, reliability)


def _explained_variance(odds: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    deviation = won.var()
    return float(1 - ((won - odds) ** 2).mean() / deviation) if deviation > 0 else 0.0


def _auc(odds: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """By ranks, as Mann and Whitney count: equal values share theirs, and a shared win counts as one."""
    _, index, counts = np.unique(odds, return_inverse=True, return_counts=True)
    ranks = (counts.cumsum() - (counts - 1) / 2)[index]
    winners = won > 0
    count, others = int(winners.sum()), int((~winners).sum())
    if not count or not others:
        return 0.5
    return float((ranks[winners].sum() - count * (count + 1) / 2) / (count * others))
