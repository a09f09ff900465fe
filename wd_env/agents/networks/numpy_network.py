"""Policy and value networks in NumPy, so that trained bots play without torch.

A network is a multilayer perceptron with a policy head and a value head. Its first layers may be shared by both. The
tensors are named `shared.<layer>.weight`, `policy.<layer>.weight`, `value.<layer>.weight` and the same with `.bias`;
layers are numbered from 0, shared ones included. The heads are `action` and `value_head`.

Pointer layers `pointer_units.<n>`, `context.<n>` and `pointer_logits.<n>` compute logits of the items that actions
name, such as cards; `item_embeddings.<n>` holds an embedding of each item.

If the architecture has `uses_mask`, the action mask is an input before the observation.

If it has an `input_clip`, the inputs are normalised: (input - `input.mean`) * `input.scale`, clipped to that value.

If it has `recurrent_units`, a gated recurrent unit (GRU) follows the shared layers. Policy and value read the output of
the shared layers and, after it, the hidden state. `recurrent.input` and `recurrent.hidden` hold its three gates in the
order of PyTorch: reset, update, new. The hidden state belongs to a player of a game and is zero when the game starts.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import ConfigError, IllegalAction, WdError
from wd_env.spec.observation_layout import Pointer

Array = np.ndarray


class Diverged(WdError, ArithmeticError):
    """Error of a network or a training run whose numbers are no longer finite."""

    code = "diverged"


class Network:
    """Named float32 tensors that compute logits and values from observations.

    Args:
        architecture: Shape of the network.
        weights: float32 tensors by name.
        pointers: Pointers of the game, for a network with pointer units.
    """

    def __init__(
        self, architecture: Architecture, weights: Mapping[str, Array], pointers: Sequence[Pointer] = ()
    ) -> None:
        self.architecture = architecture
        self.pointers = tuple(pointers) if architecture.pointer_units else ()
        self.weights = {name: np.asarray(array, dtype=np.float32) for name, array in weights.items()}
        # inputs without a weight are not even converted to floats
        first = [self.weights[f"{name}.weight"] for name in architecture.first_layers()]
        self._inputs = np.flatnonzero(np.any([weight.any(axis=0) for weight in first], axis=0))
        self._first_weights = {
            name: weight[:, self._inputs] for name, weight in zip(architecture.first_layers(), first, strict=True)
        }
        self._pointer_indices = [np.array(pointer.feature_indices) for pointer in self.pointers]
        self._activate = np.tanh if architecture.activation == "tanh" else _relu

    def evaluate(
        self, observations: Array, masks: Array | None = None, hidden: Array | None = None
    ) -> tuple[Array, Array]:
        """Compute logits and values.

        Args:
            observations: int8[k, O].
            masks: bool or int8[k, A], required if the network reads masks.
            hidden: float32[k, recurrent units], as for `logits`.

        Returns:
            Logits float32[k, A] and values float32[k].

        Raises:
            ConfigError: If the network is recurrent and gets no hidden states.
            IllegalAction: If the network reads masks and gets none.
            Diverged: If a result is not finite.
        """
        trunk = self._shared_latent(observations, masks, hidden)
        logits = self._action_logits(observations, self._trunk("policy", trunk))
        values = self._linear("value_head", self._trunk("value", trunk))[:, 0]
        return _require_finite("logits", logits), _require_finite("values", values)

    def logits(self, observations: Array, masks: Array | None = None, hidden: Array | None = None) -> Array:
        """Compute logits, without the cost of the values.

        Args:
            observations: int8[k, O].
            masks: int8[k, A] or None. With masks, pointer logits of illegal actions may be left out.
            hidden: float32[k, recurrent units], the hidden states before these decisions, which are replaced by those
                after them; None for a feed-forward network.

        Returns:
            float32[k, A].

        Raises:
            ConfigError: If the network is recurrent and gets no hidden states.
            IllegalAction: If the network reads masks and gets none.
            Diverged: If a result is not finite.
        """
        trunk = self._shared_latent(observations, masks, hidden)
        return _require_finite("logits", self._action_logits(observations, self._trunk("policy", trunk), masks))

    def probabilities(self, observations: Array, masks: Array, hidden: Array | None = None) -> Array:
        """Compute probabilities float64[k, A] under masks int8[k, A]: exactly 0 where the mask is 0."""
        logits = mask_logits(self.logits(observations, masks, hidden), masks).astype(np.float64)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def best(self, observations: Array, masks: Array, hidden: Array | None = None) -> Array:
        """Return the most probable legal action of each row, int64[k]; the lowest index of equals."""
        return np.asarray(mask_logits(self.logits(observations, masks, hidden), masks).argmax(axis=1))

    def sample(
        self, observations: Array, masks: Array, generator: np.random.Generator, hidden: Array | None = None
    ) -> Array:
        """Sample a legal action for each row from the probabilities, int64[k]; one random number per row."""
        rising = self.probabilities(observations, masks, hidden).cumsum(axis=1)
        sampled = generator.random((len(rising), 1)) * rising[:, -1:]
        # the first sum above the random number belongs to an action with a probability above 0, which is legal
        return np.asarray((rising <= sampled).sum(axis=1))

    def advance(self, observations: Array, masks: Array, hidden: Array) -> Array:
        """Return the hidden state after the decisions of one player, in order.

        Args:
            observations: int8[t, O], one row per decision.
            masks: int8[t, A].
            hidden: float32[recurrent units], the hidden state before the first decision.

        Returns:
            float32[recurrent units].
        """
        latent = self._trunk("shared", self._features(observations, masks))
        for gates in self._linear("recurrent.input", latent):
            hidden = self._next_hidden(gates, hidden)
        return hidden

    def _shared_latent(self, observations: Array, masks: Array | None, hidden: Array | None) -> Array:
        """Return the input of the policy's and the value's own layers; hidden states are replaced in place."""
        latent = self._trunk("shared", self._features(observations, masks))
        if not self.architecture.recurrent_units:
            return latent
        if hidden is None:
            raise ConfigError("the network is recurrent: expected the hidden states of the players, got none")
        gates = self._linear("recurrent.input", latent)
        hidden[:] = _require_finite("hidden states", self._next_hidden(gates, hidden))
        return np.concatenate([latent, hidden], axis=-1)

    def _next_hidden(self, from_input: Array, hidden: Array) -> Array:
        """Return the hidden states [..., H] after an input, given its part of the gates [..., 3 H]."""
        units = self.architecture.recurrent_units
        from_hidden = self._linear("recurrent.hidden", hidden)
        gates = _sigmoid(from_input[..., : 2 * units] + from_hidden[..., : 2 * units])
        reset, update = gates[..., :units], gates[..., units:]
        new = np.tanh(from_input[..., 2 * units :] + reset * from_hidden[..., 2 * units :])
        return np.asarray((1 - update) * new + update * hidden)

    def _features(self, observations: Array, masks: Array | None) -> Array:
        """Return the inputs of the first layers, float32[k, F]."""
        inputs = observations
        if self.architecture.uses_mask:
            if masks is None:
                raise IllegalAction("masks: expected those of the legal actions, got none")
            inputs = np.concatenate([masks.astype(np.int8), observations], axis=1)
        features = inputs.take(self._inputs, axis=1).astype(np.float32)
        clip = self.architecture.input_clip
        if not clip:
            return features
        mean, scale = self.weights["input.mean"][self._inputs], self.weights["input.scale"][self._inputs]
        return np.asarray(np.clip((features - mean) * scale, -clip, clip, dtype=np.float32))

    def _action_logits(self, observations: Array, latent: Array, masks: Array | None = None) -> Array:
        """Return the logits of all actions, with the pointer logits of those that name an item."""
        logits = self._linear("action", latent)
        for index, pointer in enumerate(self.pointers):
            start, end = pointer.first_action, pointer.first_action + pointer.num_items
            rows = np.arange(len(logits)) if masks is None else np.flatnonzero(masks[:, start:end].any(axis=1))
            if len(rows) > 0:
                logits[rows, start:end] += self._pointer_logits(index, observations[rows], latent[rows])
        return logits

    def _pointer_logits(self, pointer_index: int, observations: Array, latent: Array) -> Array:
        planes = observations[:, self._pointer_indices[pointer_index]].astype(np.float32)  # [k, planes, things]
        context = self._linear(f"context.{pointer_index}", latent)
        weight, bias = (
            self.weights[f"pointer_units.{pointer_index}.weight"],
            self.weights[f"pointer_units.{pointer_index}.bias"],
        )
        with np.errstate(over="ignore", invalid="ignore"):  # as in _linear
            units = weight @ planes + (context + bias)[:, :, None]
            units = self._activate(
                units + self.weights[f"item_embeddings.{pointer_index}"] if self.architecture.item_counts else units
            )
            logits = (self.weights[f"pointer_logits.{pointer_index}.weight"] @ units)[:, 0] + self.weights[
                f"pointer_logits.{pointer_index}.bias"
            ]
        return np.asarray(logits)

    def _trunk(self, trunk: str, features: Array) -> Array:
        for name in self.architecture.layers(trunk):
            features = self._activate(self._linear(name, features))
        return features

    def _linear(self, name: str, features: Array) -> Array:
        # `_require_finite` reports an overflow in its own message
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(
                features @ self._first_weights.get(name, self.weights[f"{name}.weight"]).T
                + self.weights[f"{name}.bias"]
            )


def mask_logits(logits: Array, masks: Array) -> Array:
    """Set logits to -inf where masks int8[k, A] are 0; IllegalAction if a row has no legal action."""
    legal = masks.astype(bool)
    empty = ~legal.any(axis=1)
    if empty.any():
        raise IllegalAction(f"masks: expected a legal action in each row, got none in row {int(empty.argmax())}")
    return np.where(legal, logits, -np.inf)


def _sigmoid(logits: Array) -> Array:
    return np.asarray((1 + np.tanh(logits / 2)) / 2)  # exp would overflow


def _relu(features: Array) -> Array:
    return np.asarray(np.maximum(features, 0))


def _require_finite(subject: str, values: Array) -> Array:
    if not np.isfinite(values).all():
        raise Diverged(f"the network answers with {subject} that are not finite")
    return values
