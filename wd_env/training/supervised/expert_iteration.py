"""Expert iteration: a search tries what the policy could answer, and the policy learns from what the search finds.

The policy plays games among the run's opponents. At some of its decisions a search bot tries every legal action on
common luck, which tells by how much each is better or worse than the policy's own answer: far less noisy than who wins
in the end. The target is the policy that gains most without moving far from the present one: its probabilities times
the exponential of the gain over a temperature, as in maximum a posteriori policy optimisation (Abdolmaleki et al.,
2018). Then the policy plays and is labelled again.

The policy moves by its divergence from the target and not by its cross entropy with it. Both are least there, but the
divergence is linear in the gains, so that the noise of single labels cancels out over many; the cross entropy favours
whatever is uncertain.

A bot that does not search labels by its own answer, which the policy then learns to give where it comes itself, not
only where the bot would come (dataset aggregation, Ross, Gordon and Bagnell 2011).
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.envs.vector.multi_seat import LEARNER, MultiSeatEnv
from wd_env.errors import attribute_errors_to
from wd_env.progress import Progress
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.training.ppo.batch_ppo import MIN_WAITING_FRACTION, NO_ROWS
from wd_env.training.ppo.concatenate import concatenate
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.torch_network import PolicyValueNet, make_adam
from wd_env.training.training_settings import ExpertSettings

MIN_PROBABILITY = 1e-8  # of a probability whose logarithm is taken


@dataclass(frozen=True)
class ExpertLabels:
    """k labelled decisions: observations int8[k, O], masks int8[k, A], and what the network is to give for them.

    `targets` float32[k, A] are logits of legal actions where a search labels, and probabilities where a bot does;
    `values` float32[k] are what its value head gave before.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    targets: NDArray[np.float32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)


class DecisionFrequencies:
    """How often each kind of decision has been met, and how often one of it is therefore labelled.

    A kind that is the n-th part of all is labelled n ** `balance` times as often as it comes, so that rare decisions
    are learnt too; all together `share` of the decisions are labelled, fewer where the odds of a kind would exceed 1.
    """

    def __init__(self, game: GameSpec, fraction: float, class_balance: float) -> None:
        self._decision_columns = game.layout.slice("decision")
        self._fraction, self._class_balance = fraction, class_balance
        self.counts = np.zeros(sum(node.kind == PLAYER for node in game.nodes))

    def label_probabilities(self, observations: NDArray[np.int8]) -> NDArray[np.float64]:
        """Count the decisions of observations int8[k, O] and return the odds of each to be labelled, float64[k]."""
        kinds = observations[:, self._decision_columns].argmax(axis=1)
        self.counts += np.bincount(kinds, minlength=len(self.counts))
        items = self.counts / self.counts.sum()
        weights = (
            np.maximum(items, np.finfo(float).tiny) ** -self._class_balance
        )  # a kind that has not been met has no part
        odds: NDArray[np.float64] = np.minimum(self._fraction * weights / (items * weights).sum(), 1.0)[kinds]
        return odds


def improve_by_search(
    network: PolicyValueNet,
    expert: Agent,
    games: MultiSeatEnv,
    settings: ExpertSettings,
    generator: np.random.Generator,
) -> None:
    """Let the policy play, label its decisions by the search or the bot and fit it to them, in turn.

    Each round fits to the labels of this round and of those before it that `settings.kept` says. The step size falls to
    0 on a straight line.
    """
    optimizer = make_adam(network.parameters(), settings.learning_rate)
    rounds: deque[ExpertLabels] = deque(maxlen=settings.label_window)
    kinds = DecisionFrequencies(games.batch.game, settings.label_fraction, settings.class_balance)
    with Progress(f"learning from {settings.bot}", settings.decisions, "labels") as progress:
        for number in range(settings.iterations):
            expected = settings.decisions * (number + 1) // settings.iterations - progress.done
            rounds.append(label_decisions(network, expert, games, settings, expected, kinds, generator))
            progress.advance(len(rounds[-1]))
            is_searched = isinstance(expert, SearchAgent)
            fit_labels(network, optimizer, concatenate(rounds), settings, number, generator, is_searched=is_searched)


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
    """Play on by the sampled policy and label so many of its decisions, each by the odds of its kind."""
    results: list[ExpertLabels] = []
    remaining = num_labels
    while remaining > 0:
        to_move = games.actors()
        rows = np.flatnonzero(to_move == LEARNER)
        if len(rows) < MIN_WAITING_FRACTION * games.batch.n:
            games.play_actions(to_move, NO_ROWS, NO_ROWS)
            continue
        inputs = network.inputs(
            torch.from_numpy(games.batch.obs[rows]), torch.from_numpy(games.batch.masks[rows].view(np.bool_))
        )
        distribution, values = network(inputs)
        probabilities = frequencies.label_probabilities(games.batch.obs[rows])
        labelled = np.flatnonzero(generator.random(len(rows)) < probabilities)[:remaining]
        if len(labelled):
            chances = distribution.probabilities().numpy()[labelled]
            own = distribution.mode().numpy()[labelled]
            results.append(
                _make_labels(expert, games, rows[labelled], chances, own, values.numpy()[labelled], settings)
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
    """The logits of the policy, moved to what the search found to gain."""
    batch = games.batch
    gains = np.nan_to_num(expert.evaluate_actions(batch.game, batch.resampled_states(rows), policy_actions).gains)
    value = (
        gains * batch.num_players[rows, None]
    )  # in equal shares of a win: among more players all options differ by less
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
    """Fit policy (to its targets) and value head (to what it was, by squares) in the round of this number."""
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
    """Compute the loss of these labels: how far the policy is from its targets, and how far the values have moved."""
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
