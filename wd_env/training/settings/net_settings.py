"""Settings of the network."""

from collections.abc import Sequence
from typing import Annotated, Literal

from wd_env.agents.networks.architecture import MAX_UNITS, Architecture
from wd_env.errors import ConfigError, did_you_mean
from wd_env.options import Interval, options
from wd_env.spec.observation_layout import ObservationLayout, Pointer


@options
class NetSettings:
    """The network."""

    hidden: tuple[int, ...] = (128, 128)
    """Units of each hidden layer."""
    shared: int = 1
    """Number of first hidden layers that policy and value share."""
    activation: Literal["tanh", "relu"] = "tanh"
    """Activation function of hidden units: tanh or relu."""
    pointer_units: int = 0
    """Units of the pointer head, a function that is the same for all items (cards, countries) that actions name; 0 for
    none."""

    item_embeddings: bool = False
    """Whether each item also has a learned embedding in the pointer head."""
    input_features: tuple[str, ...] = ()
    """Features of the observation that the first layer reads, by name; empty for all. Pointers read their items."""
    recurrent: Literal["none", "gru"] = "none"
    """Recurrent layer after the shared layers, with a memory of earlier decisions of the seat: none or gru."""
    recurrent_units: Annotated[int, Interval(ge=1, le=MAX_UNITS)] = 64
    """Units of the recurrent layer; ignored without one."""
    standardise_inputs: bool = False
    """Whether the initial weights of the first layer standardise its inputs over random games, so that its units start
    with both signs."""
    init_from: str = ""
    """Bot file whose weights initialise the network, of the same architecture; empty for random weights."""

    def __post_init__(self) -> None:
        try:
            self.architecture()
        except ConfigError as error:
            raise ConfigError(f"net: {error}") from None

    def feature_columns(self, layout: ObservationLayout) -> tuple[int, ...]:
        """Return the indices of `input_features` in the observation; raise ConfigError if a feature is unknown."""
        for name in self.input_features:
            if name not in layout.by_name:
                raise ConfigError(
                    f"net.input_features: expected {', '.join(layout.by_name)}, got "
                    f"{name!r}{did_you_mean(name, layout.by_name)}"
                )
        return tuple(index for name in self.input_features for index in range(layout.size)[layout.slice(name)])

    def architecture(self, pointers: Sequence[Pointer] = ()) -> Architecture:
        """Return the architecture of the network for a game with these pointers."""
        planes = tuple(len(pointer.feature_indices) for pointer in pointers) if self.pointer_units else ()
        num_items = tuple(pointer.num_items for pointer in pointers) if self.item_embeddings and planes else ()
        pointer_units = self.pointer_units if planes else 0
        units = self.recurrent_units if self.is_recurrent else 0
        return Architecture(
            self.hidden,
            self.shared,
            self.activation,
            pointer_units,
            planes,
            item_counts=num_items,
            recurrent_units=units,
        )

    @property
    def is_recurrent(self) -> bool:
        """Whether the network has a hidden state."""
        return self.recurrent != "none"
