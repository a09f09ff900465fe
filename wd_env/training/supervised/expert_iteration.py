"""Expert iteration: a search evaluates the legal actions in games of the policy, and the policy learns from it.

The policy plays games against the opponents of the run. At some of its decisions a search bot evaluates every legal
action with common random numbers. This measures the gain of each action over the policy's action with far less noise
than the result of the game. The target maximises the gain close to the current policy: its probabilities times the
exponential of the gain over a temperature, as in maximum a posteriori policy optimisation (Abdolmaleki et al., 2018).
Then the policy plays and is labelled again.

The loss is the divergence of the policy from the target, not the cross entropy. Both have the same minimum, but the
divergence is linear in the gains, so that the noise of single labels averages out; the cross entropy favours uncertain
actions.

A bot that does not search labels decisions with its action. So the policy learns the bot's actions in positions that
the policy reaches, not only in those that the bot reaches (dataset aggregation, Ross, Gordon and Bagnell 2011).
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import attribute_errors_to
from wd_env.progress import Progress
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.training.ppo.batch_ppo import MIN_PENDING_FRACTION, NO_ROWS
from wd_env.training.ppo.concatenate import concatenate
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.torch_network import PolicyValueNet, make_adam
from wd_env.training.settings.pretraining_settings import ExpertSettings

MIN_PROBABILITY = 1e-8  # before a logarithm


@dataclass(frozen=True)
class ExpertLabels:
    """Labelled decisions.

    Attributes:
        observations: int8[k, O].
        masks: int8[k, A].
        targets: float32[k, A], logits of legal actions with a search, probabilities with another bot.
        values: float32[k], values of the network before it is fitted.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    targets: NDArray[np.float32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)


class DecisionFrequencies:
    """Counts the kinds of decisions, and computes the probabilities with which they are labelled.

    The probability of a kind with the fraction 1/n of all decisions is proportional to n ** `balance`, so that rare
    decisions are learned too. On average `fraction` of the decisions are labelled, or fewer if a probability would
    exceed 1.
    """

    def __init__(self, game: GameSpec, fraction: float, class_balance: float) -> None:
        self._decision_columns = game.layout.slice("decision")
        self._fraction, self._class_balance = fraction, class_balance
        self.counts = np.zeros(sum(node.kind == PLAYER for node in game.nodes))

    def label_probabilities(self, observations: NDArray[np.int8]) -> NDArray[np.float64]:
        """Count the decisions of observations int8[k, O]; return the probability of a label for each, float64[k]."""
        decisions = observations[:, self._decision_columns].argmax(axis=1)
        self.counts += np.bincount(decisions, minlength=len(self.counts))
        items = self.counts / self.counts.sum()
        weights = (
            np.maximum(items, np.finfo(float).tiny) ** -self._class_balance
        )  # kinds that have not occurred have weight 0
        odds: NDArray[np.float64] = np.minimum(self._fraction * weights / (items * weights).sum(), 1.0)[decisions]
        return odds


def improve_by_search(
    network: PolicyValueNet,
    expert: Agent,
    games: MultiSeatEnv,
    settings: ExpertSettings,
    generator: np.random.Generator,
) -> None:
    """Alternate between games of the policy, which the search or bot labels, and fitting the policy to the labels.

    Each iteration fits to the labels of the last `settings.label_window` iterations. The learning rate decreases
    linearly to 0.
    """
    optimizer = make_adam(network.parameters(), settings.learning_rate)
    label_sets: deque[ExpertLabels] = deque(maxlen=settings.label_window)
    frequencies = DecisionFrequencies(games.batch.game, settings.label_fraction, settings.class_balance)
    with Progress(f"learning from {settings.bot}", settings.decisions, "labels") as progress:
        for iteration in range(settings.iterations):
            expected = settings.decisions * (iteration + 1) // settings.iterations - progress.done
            label_sets.append(label_decisions(network, expert, games, settings, expected, frequencies, generator))
            progress.advance(len(label_sets[-1]))
            is_searched = isinstance(expert, SearchAgent)
            labels = concatenate(label_sets)
            fit_labels(network, optimizer, labels, settings, iteration, generator, is_searched=is_searched)


@torch.no_grad()
def label_decisions(
    network: PolicyValueNet,
    expert: Agent,
    games: MultiSeatEnv,
    settings: ExpertSettings,
    num_labels: int,
    frequencies: DecisionFrequencies,
    generator: np.random.Generator,
) -> ExpertLabels:
    """Continue games with sampled actions, and label `num_labels` decisions, sampled by their kinds."""
    results: list[ExpertLabels] = []
    remaining = num_labels
    while remaining > 0:
        to_move = games.actors()
        rows = np.flatnonzero(to_move == LEARNER)
        if len(rows) < MIN_PENDING_FRACTION * games.batch.n:
            games.play_actions(to_move, NO_ROWS, NO_ROWS)
            continue
        inputs = network.inputs(
            torch.from_numpy(games.batch.obs[rows]), torch.from_numpy(games.batch.masks[rows].view(np.bool_))
        )
        distribution, values = network(inputs)
        label_probabilities = frequencies.label_probabilities(games.batch.obs[rows])
        labelled = np.flatnonzero(generator.random(len(rows)) < label_probabilities)[:remaining]
        if len(labelled):
            probabilities = distribution.probabilities().numpy()[labelled]
            policy_actions = distribution.mode().numpy()[labelled]
            results.append(
                _make_labels(
                    expert, games, rows[labelled], probabilities, policy_actions, values.numpy()[labelled], settings
                )
            )
            remaining -= len(labelled)
        games.play_actions(to_move, rows, distribution.sample().numpy())
    return concatenate(results)


def _make_labels(
    expert: Agent,
    games: MultiSeatEnv,
    rows: NDArray[np.int64],
    probabilities: NDArray[np.float32],
    policy_actions: NDArray[np.int64],
    values: NDArray[np.float32],
    settings: ExpertSettings,
) -> ExpertLabels:
    batch = games.batch
    if isinstance(expert, SearchAgent):
        targets = _search_targets(expert, games, rows, probabilities, policy_actions, settings)
    else:
        targets = np.zeros_like(probabilities)
        with attribute_errors_to(expert):
            targets[np.arange(len(rows)), batch.select_actions(expert, rows)] = 1.0
    return ExpertLabels(batch.obs[rows], batch.masks[rows], targets, values)


def _search_targets(
    expert: SearchAgent,
    games: MultiSeatEnv,
    rows: NDArray[np.int64],
    probabilities: NDArray[np.float32],
    policy_actions: NDArray[np.int64],
    settings: ExpertSettings,
) -> NDArray[np.float32]:
    """Return the logits of the policy plus the gains of the search over the temperature."""
    batch = games.batch
    gains = np.nan_to_num(expert.evaluate_actions(batch.game, batch.resampled_states(rows), policy_actions).gains)
    value = (
        gains * batch.num_players[rows, None]
    )  # in even shares of a win (1/n), because options differ less with more players
    logits = np.log(np.maximum(probabilities, MIN_PROBABILITY)) + value / settings.temperature
    return logits.astype(np.float32)


def fit_labels(
    network: PolicyValueNet,
    optimizer: torch.optim.Optimizer,
    labels: ExpertLabels,
    settings: ExpertSettings,
    iteration: int,
    generator: np.random.Generator,
    *,
    is_searched: bool,
) -> None:
    """Fit the policy to its targets, and the value head to its earlier values, in this iteration."""
    orders = [generator.permutation(len(labels)) for _ in range(settings.n_epochs)]
    batches = [rows for order in orders for rows in np.array_split(order, -(-len(order) // settings.batch_size))]
    for index, rows in enumerate(batches):
        for group in optimizer.param_groups:
            group["lr"] = settings.learning_rate * (1 - (iteration + index / len(batches)) / settings.iterations)
        loss = expert_loss(network, labels, rows, settings, is_searched=is_searched)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
        optimizer.step()


def expert_loss(
    network: PolicyValueNet,
    labels: ExpertLabels,
    rows: NDArray[np.int64],
    settings: ExpertSettings,
    *,
    is_searched: bool,
) -> torch.Tensor:
    """Compute the loss of these labels: the divergence from the targets, and the squared change of the values."""
    observations, masks = torch.as_tensor(labels.observations[rows]), torch.as_tensor(labels.masks[rows])
    distribution, values = network(network.inputs(observations, masks))
    moved = (values - torch.as_tensor(labels.values[rows])).square().mean()
    targets = torch.as_tensor(labels.targets[rows])
    if is_searched:
        missed = distribution.divergence(MaskedCategorical.of(targets, masks.bool()))
    else:
        missed = distribution.cross_entropy(targets)
    loss: torch.Tensor = missed.mean() + settings.vf_coef * moved
    return loss
