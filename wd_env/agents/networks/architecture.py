"""The shape of a policy and value network."""

import math
from dataclasses import dataclass

from wd_env.errors import ConfigError, did_you_mean, quoted

ACTIVATIONS = ("relu", "tanh")
MAX_UNITS = 8192  # so that an untrusted header cannot request huge arrays
MAX_LAYERS = 16
MAX_POINTERS = 64  # pointers of a game
GATES = 3  # of a gated recurrent unit


@dataclass(frozen=True)
class Architecture:
    """The shape of a network between the observation and its two heads.

    Attributes:
        hidden: Units of each hidden layer, first to last.
        shared: Number of hidden layers, from the first, that policy and value share.
        activation: One of ACTIVATIONS.
        pointer_units: Units of the layer that scores each item that an action names; 0 for none.
        planes: Number of planes of each pointer of the game; empty without pointer units.
        value_hidden: The value's hidden layers after the shared ones; None: as `hidden`.
        uses_mask: Whether the action mask is an input, before the observation.
        item_counts: Number of items of each pointer, if items have embeddings.
        input_clip: Largest absolute value of a normalised input; 0 if inputs are not normalised.
        recurrent_units: Units of the recurrent layer after the shared layers; 0 for a feed-forward network.

    Raises:
        ConfigError: If a field is invalid.
    """

    hidden: tuple[int, ...] = (128, 128)
    shared: int = 1
    activation: str = "tanh"
    pointer_units: int = 0
    planes: tuple[int, ...] = ()
    value_hidden: tuple[int, ...] | None = None
    uses_mask: bool = False
    item_counts: tuple[int, ...] = ()
    input_clip: float = 0.0
    recurrent_units: int = 0

    def __post_init__(self) -> None:
        if self.activation not in ACTIVATIONS:
            hint = did_you_mean(self.activation, ACTIVATIONS)
            raise ConfigError(f"activation: expected {', '.join(ACTIVATIONS)}, got {quoted(self.activation)}{hint}")
        for name, layers in (("hidden", self.hidden), ("value_hidden", self.value_hidden or ())):
            if len(layers) > MAX_LAYERS or not all(1 <= units <= MAX_UNITS for units in layers):
                raise ConfigError(
                    f"{name} {quoted(layers)} is not at most {MAX_LAYERS} layers of 1 to {MAX_UNITS} units"
                )
        if len(self.planes) > MAX_POINTERS or not all(1 <= planes <= MAX_UNITS for planes in self.planes):
            raise ConfigError(
                f"planes: expected at most {MAX_POINTERS} numbers from 1 to {MAX_UNITS}, got {quoted(self.planes)}"
            )
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
            1 <= num_items <= MAX_UNITS for num_items in self.item_counts
        ):
            raise ConfigError(
                f"item_counts {quoted(self.item_counts)} are not {len(self.planes)} times 1 to {MAX_UNITS}, or none"
            )
        if not 0 <= self.input_clip < math.inf:
            raise ConfigError(f"input_clip is {quoted(self.input_clip)}; expected a finite number from 0")
        if not 0 <= self.shared <= len(self.hidden):
            raise ConfigError(f"shared: expected 0 to {len(self.hidden)} hidden layers, got {quoted(self.shared)}")
        if not 0 <= self.recurrent_units <= MAX_UNITS:
            raise ConfigError(f"recurrent_units: expected 0 to {MAX_UNITS}, got {quoted(self.recurrent_units)}")
        if self.recurrent_units and not self.shared:
            raise ConfigError("shared: expected at least one hidden layer before the recurrent layer, got 0")

    def layers(self, trunk: str) -> list[str]:
        """Return the names of the hidden layers of a trunk: `shared`, `policy` or `value`."""
        if trunk == "shared":
            return [f"shared.{layer}" for layer in range(self.shared)]
        return [f"{trunk}.{layer}" for layer in range(self.shared, len(self.units(trunk)))]

    def units(self, trunk: str) -> tuple[int, ...]:
        """Return the units of each hidden layer between the observation and the head, shared layers included."""
        if trunk == "value" and self.value_hidden is not None:
            return self.hidden[: self.shared] + self.value_hidden
        return self.hidden

    def first_layers(self) -> list[str]:
        """Return the layers whose input is the observation."""
        if self.shared:
            return ["shared.0"]
        return [(self.layers("policy") or ["action"])[0], (self.layers("value") or ["value_head"])[0]]

    def shapes(self, observation_size: int, actions: int) -> dict[str, tuple[int, ...]]:
        """Return the shape of every tensor, by name."""
        inputs = observation_size + (actions if self.uses_mask else 0)
        widths = {trunk: [inputs, *self.units(trunk)] for trunk in ("shared", "policy", "value")}
        for trunk in ("policy", "value"):
            widths[trunk][self.shared] += self.recurrent_units
        sizes = {
            f"{trunk}.{layer}": (widths[trunk][layer + 1], widths[trunk][layer])
            for trunk in widths
            for layer in (int(name.split(".")[1]) for name in self.layers(trunk))
        }
        latent = widths["policy"][-1]
        sizes |= {"action": (actions, latent), "value_head": (1, widths["value"][-1])}
        if self.recurrent_units:
            gates = GATES * self.recurrent_units
            sizes |= {"recurrent.input": (gates, self.hidden[self.shared - 1])}
            sizes |= {"recurrent.hidden": (gates, self.recurrent_units)}
        for index, planes in enumerate(self.planes):
            sizes[f"pointer_units.{index}"] = (self.pointer_units, planes)
            sizes[f"context.{index}"] = (self.pointer_units, latent)
            sizes[f"pointer_logits.{index}"] = (1, self.pointer_units)
        weights: dict[str, tuple[int, ...]] = {f"{name}.weight": size for name, size in sizes.items()}
        weights |= {
            f"item_embeddings.{index}": (self.pointer_units, num_items)
            for index, num_items in enumerate(self.item_counts)
        }
        if self.input_clip:
            weights |= {"input.mean": (inputs,), "input.scale": (inputs,)}
        return weights | {f"{name}.bias": size[:1] for name, size in sizes.items()}


def check_feed_forward(architecture: Architecture) -> None:
    """Raise ConfigError if a network is recurrent, for callers that cannot keep hidden states."""
    if architecture.recurrent_units:
        raise ConfigError(
            "export: expected a bot with a feed-forward network, got a recurrent one, which needs the earlier decisions"
        )
