"""The settings of a training run, read from YAML and from the command line by the same names."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from wd_env.agents.numpy_network import MAX_UNITS, Architecture
from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.options import Ge, Gt, Interval, options, read_scalar
from wd_env.registry import DEFAULT_GAME, get_game
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.observation_layout import ObservationLayout, Pointer
from wd_env.training import yaml_settings

OptionValue = bool | int | float | str  # value of an option of a game
STAGES = ("imitation", "expert")  # groups of settings of stages, which are disabled without a bot
Count = Annotated[int, Ge(1)]
Positive = Annotated[float, Gt(0)]
NotNegative = Annotated[float, Ge(0)]
Fraction = Annotated[float, Interval(ge=0, le=1)]
PositiveFraction = Annotated[float, Interval(gt=0, le=1)]
PAST = "past"  # the opponent that is sampled from past checkpoints
MAX_PFSP_POWER = 10


@options
class GameSettings:
    """Which games are played."""

    name: str = DEFAULT_GAME
    """Name of the game in the registry."""
    players: tuple[Count, ...] = ()
    """Numbers of players; one run mixes them. Empty for all that the game allows."""
    weights: tuple[Positive, ...] = ()
    """Relative frequency of each number of players, in the order of `players`; empty for equal frequencies."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """Options of the game by name, such as its variant."""
    option_sets: tuple[str, ...] = ()
    """Sets of additional options, such as `variant=multi_five,sets_to_win=3`. Training games cycle through them; each
    set overrides `options`, and a repeated set is played more often. Matches only use `options`."""

    def __post_init__(self) -> None:
        allowed = range(self.spec.min_players, self.spec.max_players + 1)
        if not self.players:
            object.__setattr__(self, "players", tuple(allowed))  # resolved, because it is saved with the run
        for text, values in zip(self.option_sets, self.options_by_set, strict=bool(self.option_sets)):
            errors = [self._find_error(values, count) for count in self.players]
            if errors and None not in errors:
                raise ConfigError(f"game.option_sets: {quoted(text)}: {errors[0]}")
        if len(self.weights) not in (0, len(self.players)):
            raise _error("game.weights", self.weights, f"no numbers, or {len(self.players)}")

    @property
    def spec(self) -> GameSpec:
        """The game with these options."""
        return get_game(self.name).spec_for(**self.options)

    @cached_property
    def options_by_set(self) -> tuple[dict[str, OptionValue], ...]:
        """The sets of options of training games, through which games cycle."""
        return tuple({**self.options, **_parse_options(text)} for text in self.option_sets) or (self.options,)

    @cached_property
    def num_players_by_set(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of `players` that each set of options allows; `players` without `option_sets`."""
        if not self.option_sets:
            return (self.players,)
        is_allowed = [
            [self._find_error(options, count) is None for count in self.players] for options in self.options_by_set
        ]
        return tuple(tuple(itertools.compress(self.players, allowed)) for allowed in is_allowed)

    def _find_error(self, options: Mapping[str, OptionValue], count: int) -> ConfigError | None:
        exc: ConfigError | None = self.spec.config_class.config_error(**{**options, "num_players": count})
        return exc


@options
class PpoSettings:
    """Proximal policy optimisation."""

    n_envs: Count = 128
    """Number of parallel games."""
    n_steps: Count = 128
    """Decisions per game between two updates."""
    batch_size: Annotated[int, Ge(2)] = 2048
    """Decisions per minibatch; a divisor of n_envs * n_steps."""
    n_epochs: Count = 4
    """Passes over the decisions of a rollout per update."""
    gamma: Fraction = 0.999
    """Discount per decision of a seat."""
    gae_lambda: Fraction = 0.95
    """Lambda of generalised advantage estimation: 0 uses only values, 1 only rewards."""
    clip_range: Positive = 0.2
    """Clip range of the probability ratio."""
    ent_coef: NotNegative = 0.01
    """Weight of the entropy bonus at the start."""
    ent_coef_end: NotNegative | None = None
    """Weight of the entropy bonus at the end of the run, reached linearly; null for a constant weight."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss."""
    learning_rate: Positive = 3e-4
    """Learning rate at the start."""
    learning_rate_end: NotNegative = 0.0
    """Learning rate at the end of the run, reached linearly over run.total_decisions."""
    max_grad_norm: Positive = 0.5
    """Maximum norm of the gradient; larger gradients are scaled down."""
    anchor_kl_coef: NotNegative = 0.0
    """Weight of the divergence (nats) of the policy from the initial policy of self-play."""
    counterfactual_bot: str = ""
    """Search bot, such as `search:samples=16`, that estimates the advantage of every legal action of some decisions;
    empty for advantages of GAE only."""
    counterfactual_fraction: PositiveFraction = 0.25
    """Fraction of the decisions that `counterfactual_bot` estimates; the others train only the value."""
    average_weights: bool = False
    """Whether the bot has the mean of the weights before the first and after each update, not the last weights."""
    target_kl: Positive | None = None
    """Divergence of the policy (nats) after which an update ends early; null for no limit."""
    sequence_length: Count = 32
    """Maximum number of decisions of a seat in a sequence for backpropagation through time, of a recurrent network."""

    def __post_init__(self) -> None:
        decisions = self.n_envs * self.n_steps
        if decisions % self.batch_size:  # advantages are normalised per minibatch
            raise _error("ppo.batch_size", self.batch_size, f"a divisor of {decisions} from 2")

    def learning_rate_at(self, remaining: float) -> float:
        """Compute the learning rate when this fraction of the run remains."""
        return self.learning_rate_end + (self.learning_rate - self.learning_rate_end) * remaining

    def ent_coef_at(self, remaining: float) -> float:
        """Compute the weight of the entropy bonus when this fraction of the run remains."""
        end = self.ent_coef if self.ent_coef_end is None else self.ent_coef_end
        return end + (self.ent_coef - end) * remaining


@options
class ImitationSettings:
    """Behaviour cloning before self-play: the network first learns the actions of a bot."""

    bot: str = ""
    """Name of the bot; empty to disable this stage."""
    decisions: Count = 2_000_000
    """Decisions of the bot, each used once."""
    n_envs: Count = 256
    """Number of parallel games of the bot."""
    batch_size: Count = 512
    """Decisions per minibatch."""
    learning_rate: Positive = 1e-3
    """Learning rate at the start; it decreases linearly to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the value loss."""
    label_smoothing: Annotated[float, Interval(ge=0, lt=1)] = 0.0
    """Fraction of the target probability that is divided among all legal actions, so that self-play explores them."""


@options
class ExpertSettings:
    """Expert iteration before self-play: the policy learns from labels of a search or another bot for its decisions."""

    bot: str = ""
    """Search bot with its options, or another bot, whose actions are the labels; empty to disable this stage."""
    decisions: Count = 200_000
    """Number of labels in all iterations."""
    iterations: Count = 8
    """Number of iterations; in each the policy plays, is labelled, and learns."""
    label_window: Count = 4
    """Number of the latest iterations whose labels are used."""
    label_fraction: PositiveFraction = 0.25
    """Fraction of the decisions of the policy that are labelled; a smaller one needs more games."""
    class_balance: Fraction = 0.0
    """Preference for labels of rare kinds of decisions, 0..1: the probability of a kind with the fraction 1/n of all
    decisions is proportional to n ** class_balance; 0 for equal probabilities."""
    temperature: Positive = 0.03
    """Gain, in even shares of a win (1/n), that makes an action e times as probable."""
    n_envs: Count = 512
    """Number of parallel games."""
    n_epochs: Count = 2
    """Passes over the labels per iteration."""
    batch_size: Count = 512
    """Labels per minibatch."""
    learning_rate: Positive = 5e-4
    """Learning rate at the start; it decreases linearly to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the loss for changes of the values."""

    def __post_init__(self) -> None:
        if self.decisions < self.iterations:
            raise _error("expert.decisions", self.decisions, f"an integer from {self.iterations}, expert.iterations")


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


@options
class OpponentSettings:
    """Who plays the other seats."""

    self_play_fraction: Fraction = 0.5
    """Fraction of games in which every seat learns; in the others opponents play some seats."""
    learner_seat_fraction: Fraction = 0.0
    """Fraction of the seats that learn in games with opponents, rounded down, but at least 1."""
    weights: dict[str, NotNegative] = field(default_factory=lambda: {PAST: 0.6, "random": 0.4})
    """Relative frequency of each opponent: bots of the roster by name, `past` for past checkpoints."""
    pfsp_power: Annotated[float, Interval(ge=0, le=MAX_PFSP_POWER)] = 0.0
    """Preference for opponents that are hard to beat, 0..10: the weight of each opponent is multiplied by (1 - win rate
    of the learner against it) to this power; 0 for weights only."""
    pool_size: Count = 8
    """Maximum number of past checkpoints."""
    checkpoint_freq: Count = 200_000
    """Decisions between two checkpoints that become opponents."""

    def __post_init__(self) -> None:
        if self.self_play_fraction < 1 and not any(self.weights.values()):
            raise _error("opponents.weights", self.weights, "numbers from 0, at least one of them above 0")


@options
class EvaluationSettings:
    """How the strength of the bot is measured."""

    freq: Count = 500_000
    """Decisions between two evaluations."""
    games: Count = 200
    """Games against each opponent per evaluation."""
    players: Annotated[int, Ge(0)] = 0
    """Number of players in evaluations; 0 for the default of the game. Final matches use all of game.players."""
    opponents: tuple[str, ...] = ("random",)
    """Bots of the roster in evaluations and final matches."""
    final_games: Count = 1000
    """Games against each opponent in final matches."""
    greedy: bool = False
    """Whether the learner plays its most probable action in evaluations, as `greedy:` bots do, instead of sampling."""


@options
class RunSettings:
    """The run itself."""

    name: str = ""
    """Name of the run, part of the name of its folder; empty for the name of the game."""
    folder: str = ""
    """Folder for the bot, snapshots, curves and settings; empty for runs/NAME_seedN, with a counter if it exists."""
    seed: Annotated[int, Ge(0)] = 1
    """Seed of games, network and sampling."""
    total_decisions: Count = 2_000_000
    """Length of the run in decisions of the learner, and of the schedule of the learning rate."""
    time_limit_minutes: Positive | None = None
    """Maximum duration in minutes; null for no limit."""
    snapshot_freq: Count = 200_000
    """Decisions between two snapshots from which the run can be resumed."""
    torch_threads: Count = 1
    """Threads per process of torch, BLAS and Numba; more threads than idle cores are slower than one."""
    log_nodes: bool = False
    """Whether to log the number of decisions and chance events of each kind per game, as `used/NAME`."""


@options
class TrainSettings:
    """All settings of a training run."""

    learner: Literal["maskable", "fast"] = "maskable"
    """The learner: `maskable` for sb3-contrib's MaskablePPO, `fast` for the same algorithm in plain torch."""
    game: GameSettings = field(default_factory=GameSettings)
    """Which games are played."""
    shaping: dict[str, float] = field(default_factory=dict)
    """Weights of shaping terms of the game by name, which make rewards in training less sparse."""
    imitation: ImitationSettings = field(default_factory=ImitationSettings)
    """Pretraining by imitation of a bot."""
    expert: ExpertSettings = field(default_factory=ExpertSettings)
    """Pretraining by expert iteration, after imitation."""
    ppo: PpoSettings = field(default_factory=PpoSettings)
    """Proximal policy optimisation."""
    net: NetSettings = field(default_factory=NetSettings)
    """The network."""
    opponents: OpponentSettings = field(default_factory=OpponentSettings)
    """Who plays the other seats."""
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)
    """How the strength of the bot is measured."""
    run: RunSettings = field(default_factory=RunSettings)
    """Length, seed and folder of the run."""

    def __post_init__(self) -> None:
        """Resolve settings that depend on the game, because they are saved with the run."""
        for name, allowed in (("anchor_kl_coef", "0"), ("counterfactual_bot", "''"), ("average_weights", "False")):
            if getattr(self.ppo, name) and self.learner != "fast":
                raise _error(f"ppo.{name}", getattr(self.ppo, name), f"{allowed} unless learner is fast")
        if self.net.is_recurrent:
            self._check_recurrent()
        defaults = self.game.spec.config_class().num_players
        resolved = {
            "evaluation": replace(self.evaluation, players=self.evaluation.players or defaults),
            "run": replace(self.run, name=self.run.name or self.game.name),
        }
        for name, value in resolved.items():
            object.__setattr__(self, name, value)

    def _check_recurrent(self) -> None:
        """Raise ConfigError if a setting needs single decisions, but the network is recurrent."""
        needed = {
            "learner": (self.learner, "fast"),
            "imitation.bot": (self.imitation.bot, ""),
            "expert.bot": (self.expert.bot, ""),
            "ppo.anchor_kl_coef": (self.ppo.anchor_kl_coef, 0.0),
        }
        for key, (value, allowed) in needed.items():
            if value != allowed:
                raise _error(key, value, f"{allowed!r} with net.recurrent {self.net.recurrent}")


def load_settings(path: str | Path, game: str = DEFAULT_GAME) -> TrainSettings:
    """Load settings from a YAML file, which overrides the defaults.

    Args:
        path: The file.
        game: The game if the file has none.

    Raises:
        ConfigError: If a setting is unknown or invalid; the message has one line.
    """
    return yaml_settings.from_yaml(TrainSettings, path, {"game": {"name": game}})


def settings_from_dict(data: dict[str, Any]) -> TrainSettings:
    """Return the settings of the result of `as_dict`, for example from the folder of a run or from a bot file."""
    return yaml_settings.build(TrainSettings, data)


def as_dict(settings: TrainSettings) -> dict[str, Any]:
    """Return the settings as JSON data, without disabled stages; `settings_from_dict` reads them."""
    data = yaml_settings.to_json_data(settings)
    return {name: value for name, value in data.items() if name not in STAGES or value["bot"]}


def _parse_options(text: str) -> dict[str, OptionValue]:
    """Parse comma-separated options `name=value`, with values as in YAML; raise ConfigError if the text is invalid."""
    options: dict[str, OptionValue] = {}
    for pair in text.split(","):
        name, is_set, value = pair.partition("=")
        if not is_set or not name or name in options:
            raise _error("game.option_sets", text, "options as name=value, each name once")
        options[name] = read_scalar(value)
    return options


def _error(key: str, value: object, allowed: str) -> ConfigError:
    return ConfigError(f"{key}: expected {allowed}, got {quoted(value)}")
