"""The network of a trained bot in NumPy alone: what training learned plays without torch.

A multilayer perceptron: the first layers may serve policy and value alike, then the two part. The tensors
are named `shared.<layer>.weight`, `policy.<layer>.weight`, `value.<layer>.weight` and so on with `.bias`,
the layers counted through from 0; `action` and `worth` are the two heads.

`pointed.<n>`, `context.<n>` and `appeal.<n>` weigh the things that actions name, such as cards; by `own.<n>` each has
numbers of its own there.

A network whose architecture `uses_mask` takes the action mask as further inputs, before the observation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wd_env.errors import ConfigError, IllegalAction, WdError, did_you_mean, quoted
from wd_env.spec.observation_layout import Pointer

ACTIVATIONS = ("relu", "tanh")
MAX_UNITS = 8192  # keeps a stranger's header from asking for absurd shapes
MAX_LAYERS = 16
MAX_POINTERS = 64  # sorts of things that actions name

Array = np.ndarray


class Diverged(WdError, ArithmeticError):
    """A network or a training run whose numbers are no longer finite."""

    code = "diverged"


@dataclass(frozen=True)
class Architecture:
    """The shape of a network between the observation and its two heads."""

    hidden: tuple[int, ...] = (128, 128)  # units of each hidden layer, first to last
    shared: int = 1  # how many of the first hidden layers serve policy and value alike
    activation: str = "tanh"  # one of ACTIVATIONS
    pointer_units: int = 0  # units of the small function that weighs each thing an action names; 0: none
    planes: tuple[int, ...] = ()  # planes of each pointer of the game, where there are such units
    value_hidden: tuple[int, ...] | None = None  # the value's own hidden layers after the shared; None: as `hidden`
    uses_mask: bool = False  # the first layers read the action mask too, before the observation
    item_counts: tuple[int, ...] = ()  # things of each pointer, where each has numbers of its own

    def __post_init__(self) -> None:
        if self.activation not in ACTIVATIONS:
            allowed = f"{', '.join(ACTIVATIONS)}{did_you_mean(self.activation, ACTIVATIONS)}"
            raise ConfigError(f"activation {quoted(self.activation)} is unknown, allowed: {allowed}")
        for name, layers in (("hidden", self.hidden), ("value_hidden", self.value_hidden or ())):
            if len(layers) > MAX_LAYERS or not all(1 <= units <= MAX_UNITS for units in layers):
                raise ConfigError(
                    f"{name} {quoted(layers)} is not at most {MAX_LAYERS} layers of 1 to {MAX_UNITS} units"
                )
        if len(self.planes) > MAX_POINTERS or not all(1 <= planes <= MAX_UNITS for planes in self.planes):
            raise ConfigError(f"planes {quoted(self.planes)} are not at most {MAX_POINTERS} times 1 to {MAX_UNITS}")
        if (
            self.pointer_units < 0
            or self.pointer_units > MAX_UNITS
            or (self.pointer_units > 0) != (len(self.planes) > 0)
        ):
            raise ConfigError(
                f"pointer_units {quoted(self.pointer_units)} with planes {self.planes}: both or none, at "
                f"most {MAX_UNITS} units"
            )
        if len(self.item_counts) not in (0, len(self.planes)) or not all(
            1 <= things <= MAX_UNITS for things in self.item_counts
        ):
            raise ConfigError(
                f"item_counts {quoted(self.item_counts)} are not {len(self.planes)} times 1 to {MAX_UNITS}, or none"
            )
        if not 0 <= self.shared <= len(self.hidden):
            raise ConfigError(f"shared {quoted(self.shared)} is not within 0..{len(self.hidden)} hidden layers")

    def layers(self, trunk: str) -> list[str]:
        """List the names of the hidden layers of a part: `shared`, `policy` or `value`."""
        if trunk == "shared":
            return [f"shared.{layer}" for layer in range(self.shared)]
        return [f"{trunk}.{layer}" for layer in range(self.shared, len(self.units(trunk)))]

    def units(self, trunk: str) -> tuple[int, ...]:
        """Units of each hidden layer between the observation and the head of this trunk, shared ones included."""
        if trunk == "value" and self.value_hidden is not None:
            return self.hidden[: self.shared] + self.value_hidden
        return self.hidden

    def first_layers(self) -> list[str]:
        """List the layers that read the observation itself."""
        if self.shared:
            return ["shared.0"]
        return [(self.layers("policy") or ["action"])[0], (self.layers("value") or ["worth"])[0]]

    def shapes(self, observation_size: int, actions: int) -> dict[str, tuple[int, ...]]:
        """Return the shape of every tensor, by name."""
        inputs = observation_size + (actions if self.uses_mask else 0)
        widths = {trunk: (inputs, *self.units(trunk)) for trunk in ("shared", "policy", "value")}
        sizes = {
            f"{trunk}.{layer}": (widths[trunk][layer + 1], widths[trunk][layer])
            for trunk in widths
            for layer in (int(name.split(".")[1]) for name in self.layers(trunk))
        }
        latent = widths["policy"][-1]
        sizes |= {"action": (actions, latent), "worth": (1, widths["value"][-1])}
        for number, planes in enumerate(self.planes):
            sizes[f"pointed.{number}"] = (self.pointer_units, planes)
            sizes[f"context.{number}"] = (self.pointer_units, latent)
            sizes[f"appeal.{number}"] = (1, self.pointer_units)
        weights = {f"{name}.weight": size for name, size in sizes.items()}
        weights |= {f"own.{number}": (self.pointer_units, things) for number, things in enumerate(self.item_counts)}
        return weights | {f"{name}.bias": size[:1] for name, size in sizes.items()}


class Network:
    """Named float32 tensors that turn observations into logits and values."""

    def __init__(
        self, architecture: Architecture, weights: Mapping[str, Array], pointers: Sequence[Pointer] = ()
    ) -> None:
        self.architecture = architecture
        self.pointers = tuple(pointers) if architecture.pointer_units else ()
        self.weights = {name: np.asarray(array, dtype=np.float32) for name, array in weights.items()}
        # what a checkpoint does not look at is not even turned into floats
        first = [self.weights[f"{name}.weight"] for name in architecture.first_layers()]
        self._inputs = np.flatnonzero(np.any([weight.any(axis=0) for weight in first], axis=0))
        self._first_weights = {
            name: weight[:, self._inputs] for name, weight in zip(architecture.first_layers(), first, strict=True)
        }
        self._pointer_indices = [np.array(pointer.feature_indices) for pointer in self.pointers]
        self._activate = np.tanh if architecture.activation == "tanh" else _relu

    def evaluate(self, observations: Array, masks: Array | None = None) -> tuple[Array, Array]:
        """Compute logits float32[k, A] and values float32[k] of observations int8[k, O].

        IllegalAction for a network that reads the action masks, bool or int8[k, A], and is given none.
        """
        trunk = self._trunk("shared", self._features(observations, masks))
        logits = self._action_logits(observations, self._trunk("policy", trunk))
        values = self._linear("worth", self._trunk("value", trunk))[:, 0]
        return _require_finite("logits", logits), _require_finite("values", values)

    def logits(self, observations: Array, masks: Array | None = None) -> Array:
        """Compute logits float32[k, A] of observations int8[k, O], without the cost of the values.

        With masks int8[k, A] those of actions that are not offered may lack the appeal of what they name.
        IllegalAction for a network that reads the masks and is given none.
        """
        trunk = self._trunk("shared", self._features(observations, masks))
        return _require_finite("logits", self._action_logits(observations, self._trunk("policy", trunk), masks))

    def probabilities(self, observations: Array, masks: Array) -> Array:
        """Compute probabilities float64[k, A] under masks int8[k, A]: exactly 0 where the mask is 0."""
        logits = mask_logits(self.logits(observations, masks), masks).astype(np.float64)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def best(self, observations: Array, masks: Array) -> Array:
        """Return the most probable legal action int64[k] of each row, of equals the lowest."""
        return np.asarray(mask_logits(self.logits(observations, masks), masks).argmax(axis=1))

    def sample(self, observations: Array, masks: Array, generator: np.random.Generator) -> Array:
        """Sample a legal action int64[k] for each row from the network's probabilities (one draw a row)."""
        rising = self.probabilities(observations, masks).cumsum(axis=1)
        drawn = generator.random((len(rising), 1)) * rising[:, -1:]
        # the first sum above the draw belongs to an action that raised it, hence to a legal one
        return np.asarray((rising <= drawn).sum(axis=1))

    def _features(self, observations: Array, masks: Array | None) -> Array:
        """What the first layers read of observations and masks, float32[k, F]."""
        inputs = observations
        if self.architecture.uses_mask:
            if masks is None:
                raise IllegalAction("the network reads the masks of the offered actions, it got none")
            inputs = np.concatenate([masks.astype(np.int8), observations], axis=1)
        return inputs.take(self._inputs, axis=1).astype(np.float32)

    def _action_logits(self, observations: Array, latent: Array, masks: Array | None = None) -> Array:
        """Logits of all actions, and for those that name a thing also the appeal of that thing."""
        logits = self._linear("action", latent)
        for number, pointer in enumerate(self.pointers):
            start, end = pointer.first_action, pointer.first_action + pointer.num_items
            rows = np.arange(len(logits)) if masks is None else np.flatnonzero(masks[:, start:end].any(axis=1))
            if len(rows) > 0:
                logits[rows, start:end] += self._pointer_logits(number, observations[rows], latent[rows])
        return logits

    def _pointer_logits(self, number: int, observations: Array, latent: Array) -> Array:
        planes = observations[:, self._pointer_indices[number]].astype(np.float32)  # [k, planes, things]
        context = self._linear(f"context.{number}", latent)
        weight, bias = self.weights[f"pointed.{number}.weight"], self.weights[f"pointed.{number}.bias"]
        with np.errstate(over="ignore", invalid="ignore"):  # as in _linear
            units = weight @ planes + (context + bias)[:, :, None]
            units = self._activate(units + self.weights[f"own.{number}"] if self.architecture.item_counts else units)
            appeals = (self.weights[f"appeal.{number}.weight"] @ units)[:, 0] + self.weights[f"appeal.{number}.bias"]
        return np.asarray(appeals)

    def _trunk(self, trunk: str, features: Array) -> Array:
        for name in self.architecture.layers(trunk):
            features = self._activate(self._linear(name, features))
        return features

    def _linear(self, name: str, features: Array) -> Array:
        # an overflow is reported by _require_finite in our own words
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(
                features @ self._first_weights.get(name, self.weights[f"{name}.weight"]).T
                + self.weights[f"{name}.bias"]
            )


def mask_logits(logits: Array, masks: Array) -> Array:
    """Set logits to -inf where masks int8[k, A] are 0; IllegalAction for a row without a legal action."""
    legal = masks.astype(bool)
    empty = ~legal.any(axis=1)
    if empty.any():
        raise IllegalAction(f"row {int(empty.argmax())} of the masks offers no action, each must offer one")
    return np.where(legal, logits, -np.inf)


def _relu(features: Array) -> Array:
    return np.asarray(np.maximum(features, 0))


def _require_finite(subject: str, numbers: Array) -> Array:
    if not np.isfinite(numbers).all():
        raise Diverged(f"the network answers with {subject} that are not finite")
    return numbers
