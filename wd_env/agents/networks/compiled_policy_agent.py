"""A trained network as a bot whose actions are computed by compiled code, whole batches at a time."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.networks.numpy_network import Diverged, Network, mask_logits
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.agents.networks.recurrent_policy_agent import RecurrentPolicyAgent
from wd_env.agents.search import policy_kernel, policy_sampling
from wd_env.agents.search.packed_policy import PackedPolicy, pack_policy, unpackable_reason
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.errors import attribute_errors_to
from wd_env.spec.game_spec import GameSpec

GREEDY = -1.0  # instead of a draw: the most probable action


class CompiledPolicyAgent(PolicyAgent):
    """Plays as `PolicyAgent` does, up to rounding, without BLAS and in one compiled call for a batch.

    Args:
        generator: Source of one draw per action.
        network: A network with at least one hidden layer over the observation alone.
        game: The game that it plays.
        greedy: Whether it always plays the most probable action instead of sampling.

    Raises:
        ConfigError: If the network reads action masks, normalises its inputs, is recurrent or has no hidden layer.
    """

    def __init__(self, generator: np.random.Generator, network: Network, game: GameSpec, greedy: bool = False) -> None:
        super().__init__(generator, network, greedy)
        self._packed: PackedPolicy = pack_policy(network, game.layout.size, len(game.actions))

    @cached_property
    def _choose_actions(self) -> Any:
        return compile_lazily("policy", (policy_kernel, policy_sampling), policy_sampling.make_choose_actions)

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many games in one call; Diverged, with the bot's name, for numbers that are not finite."""
        actions = np.zeros(len(obs), np.int64)
        uniforms = np.full(len(obs), GREEDY) if self.greedy else self.generator.random(len(obs))
        rows = np.ascontiguousarray(obs), np.ascontiguousarray(masks).view(np.int8)
        self._choose_actions(*rows, *self._packed, uniforms, actions)
        if (actions < 0).any():
            with attribute_errors_to(self):
                mask_logits(np.zeros(masks.shape), masks)  # raises for a row without a legal action
                raise Diverged("the network answers with logits that are not finite")
        return actions


def make_policy(generator: np.random.Generator, network: Network, game: GameSpec, greedy: bool = False) -> PolicyAgent:
    """Make the bot of a network: compiled, or in NumPy if compiled code cannot play a network of its shape."""
    if network.architecture.recurrent_units:
        return RecurrentPolicyAgent(generator, network, greedy)
    if unpackable_reason(network.architecture):
        return PolicyAgent(generator, network, greedy)
    return CompiledPolicyAgent(generator, network, game, greedy)
