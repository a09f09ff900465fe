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

OptionValue = bool | int | float | str  # what a house rule may be set to
STAGES = ("imitation", "expert")  # groups of settings of stages that are off without a bot
Count = Annotated[int, Ge(1)]
Positive = Annotated[float, Gt(0)]
NotNegative = Annotated[float, Ge(0)]
Fraction = Annotated[float, Interval(ge=0, le=1)]
PositiveFraction = Annotated[float, Interval(gt=0, le=1)]
PAST = "past"  # the opponent that is drawn from the pool of past checkpoints
MAX_PFSP_POWER = 10


@options
class GameSettings:
    """Which games are played."""

    name: str = DEFAULT_GAME
    """The game, by its name in the catalogue."""
    players: tuple[Count, ...] = ()
    """Player counts that are mixed in one run; empty means every one that the game allows."""
    weights: tuple[Positive, ...] = ()
    """How often each player count is dealt, in the order of `players`; empty means equally often."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """House rules and variant by name, handed unchanged to the game's own configuration."""
    option_sets: tuple[str, ...] = ()
    """Sets of further options that training games have in turn, as `variant=multi_five,sets_to_win=3`, each over
    `options`; one that is named twice is played twice as often. Matches are played by `options` alone."""

    def __post_init__(self) -> None:
        allowed = range(self.spec.min_players, self.spec.max_players + 1)
        if not self.players:
            object.__setattr__(self, "players", tuple(allowed))  # resolved, as it is written down with the run
        for text, values in zip(self.option_sets, self.options_by_set, strict=bool(self.option_sets)):
            errors = [self._find_problem(values, count) for count in self.players]
            if errors and None not in errors:
                raise ConfigError(f"game.option_sets: {quoted(text)}: {errors[0]}")
        if len(self.weights) not in (0, len(self.players)):
            raise _error("game.weights", self.weights, f"no numbers or {len(self.players)} of them")

    @property
    def spec(self) -> GameSpec:
        """The description of the game under these options."""
        return get_game(self.name).spec_for(**self.options)

    @cached_property
    def options_by_set(self) -> tuple[dict[str, OptionValue], ...]:
        """The options of training games, which tables have in turn."""
        return tuple({**self.options, **_parse_options(text)} for text in self.option_sets) or (self.options,)

    @cached_property
    def num_players_by_set(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of `players` that each of these sets of options allows; without `mixed` all of them are meant."""
        if not self.option_sets:
            return (self.players,)
        is_allowed = [
            [self._find_problem(options, count) is None for count in self.players] for options in self.options_by_set
        ]
        return tuple(tuple(itertools.compress(self.players, allowed)) for allowed in is_allowed)

    def _find_problem(self, options: Mapping[str, OptionValue], count: int) -> ConfigError | None:
        exc: ConfigError | None = self.spec.config_class.config_error(**{**options, "num_players": count})
        return exc


@options
class PpoSettings:
    """Proximal policy optimisation."""

    n_envs: Count = 128
    """Games that are played side by side."""
    n_steps: Count = 128
    """Decisions taken in each game between two updates."""
    batch_size: Annotated[int, Ge(2)] = 2048
    """Decisions in a minibatch; must divide n_envs * n_steps."""
    n_epochs: Count = 4
    """Passes of an update over its decisions."""
    gamma: Fraction = 0.999
    """Discount from one decision of a seat to its next."""
    gae_lambda: Fraction = 0.95
    """Lambda of generalised advantage estimation: 0 trusts values only, 1 rewards only."""
    clip_range: Positive = 0.2
    """Clip range of the probability ratio."""
    ent_coef: NotNegative = 0.01
    """Weight of the entropy bonus at the start."""
    ent_coef_end: NotNegative | None = None
    """Weight at the last decision of the run, reached on a straight line; null stays where it started."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss."""
    learning_rate: Positive = 3e-4
    """Step size of the optimiser at the start."""
    learning_rate_end: NotNegative = 0.0
    """Step size at the last decision of the run; it falls on a straight line over run.total_decisions."""
    max_grad_norm: Positive = 0.5
    """Greatest norm of the gradient; greater ones are scaled down."""
    anchor_kl_coef: NotNegative = 0.0
    """Weight of the pull to the policy that self-play began with: the divergence (nats) of the policy from it."""
    counterfactual_bot: str = ""
    """The search that credits decisions, as `search:samples=16`: what each legal action would bring takes the place of
    what the one that was taken did; empty: none, and advantages are GAE's."""
    counterfactual_fraction: PositiveFraction = 0.25
    """Share of the decisions that it credits; the others teach the value alone."""
    average_weights: bool = False
    """The bot has the mean of the weights before the first update and after every one, instead of the last weights."""
    target_kl: Positive | None = None
    """Ends an update early once the policy has moved this far; None never does."""
    sequence_length: Count = 32
    """Largest number of decisions of a seat through which a recurrent network is differentiated at once."""

    def __post_init__(self) -> None:
        decisions = self.n_envs * self.n_steps
        if decisions % self.batch_size:  # advantages are normalised per minibatch
            raise _error("ppo.batch_size", self.batch_size, f"a divisor of {decisions} from 2")

    def learning_rate_at(self, remaining: float) -> float:
        """Compute the step size where this share of the run is still to come."""
        return self.learning_rate_end + (self.learning_rate - self.learning_rate_end) * remaining

    def ent_coef_at(self, remaining: float) -> float:
        """Compute the weight of the entropy bonus there."""
        end = self.ent_coef if self.ent_coef_end is None else self.ent_coef_end
        return end + (self.ent_coef - end) * remaining


@options
class ImitationSettings:
    """Behaviour cloning before self-play: the network first learns to act like a bot of the roster."""

    bot: str = ""
    """The bot that is imitated; empty means that self-play starts from nothing."""
    decisions: Count = 2_000_000
    """Decisions of the bot to learn from, each once."""
    n_envs: Count = 256
    """Games side by side in which it is recorded."""
    batch_size: Count = 512
    """Decisions in a minibatch."""
    learning_rate: Positive = 1e-3
    """Step size at the start; it falls to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the value loss."""
    label_smoothing: Annotated[float, Interval(ge=0, lt=1)] = 0.0
    """Share of the target that is spread over all legal actions, so that self-play still tries them."""


@options
class ExpertSettings:
    """Expert iteration before self-play: a search, or a bot, labels decisions of the policy, which learns from them."""

    bot: str = ""
    """The search that labels, with its options, or a bot that labels by its own answers; empty for none."""
    decisions: Count = 200_000
    """Decisions that are labelled, in all rounds together."""
    iterations: Count = 8
    """How often the policy plays, is labelled, and learns."""
    label_window: Count = 4
    """Rounds whose labels are learnt from, the last one among them."""
    label_fraction: PositiveFraction = 0.25
    """Share of the policy's decisions that are labelled; less of them are of more games."""
    class_balance: Fraction = 0.0
    """Which decisions those are: a kind that is the n-th part of all is labelled n ** balance times as often as it
    comes; 0: all alike."""
    temperature: Positive = 0.03
    """Gain, in equal shares of a win, by which an action becomes e times as likely."""
    n_envs: Count = 512
    """Games side by side."""
    n_epochs: Count = 2
    """Passes of a round over its labels."""
    batch_size: Count = 512
    """Labels in a minibatch."""
    learning_rate: Positive = 5e-4
    """Step size at the start; it falls to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the loss that keeps the value head where it is."""

    def __post_init__(self) -> None:
        if self.decisions < self.iterations:
            raise _error("expert.decisions", self.decisions, f"an integer from {self.iterations}, expert.iterations")


@options
class NetSettings:
    """The network."""

    hidden: tuple[int, ...] = (128, 128)
    """Units of each hidden layer."""
    shared: int = 1
    """How many of the first hidden layers serve policy and value alike."""
    activation: Literal["tanh", "relu"] = "tanh"
    """What a hidden unit does with its sum: tanh or relu."""
    pointer_units: int = 0
    """Units of the function by which all things of a sort that actions name are weighed alike; 0 for none."""

    item_embeddings: bool = False
    """Each such thing has numbers of its own beside what the observation says of it."""
    input_features: tuple[str, ...] = ()
    """Pieces of the observation that the first layer reads, by name; empty: all. Pointing reads what it points at."""
    recurrent: Literal["none", "gru"] = "none"
    """Recurrent layer after the shared layers, which remembers earlier decisions of the seat in the game."""
    recurrent_units: Annotated[int, Interval(ge=1, le=MAX_UNITS)] = 64
    """Units of the recurrent layer; without one they have no effect."""
    init_from: str = ""
    """The file of a trained bot of this shape, whose weights the network begins with; empty: random weights."""

    def __post_init__(self) -> None:
        try:
            self.architecture()
        except ConfigError as error:
            raise ConfigError(f"net: {error}") from None

    def feature_columns(self, layout: ObservationLayout) -> tuple[int, ...]:
        """The places of `reads` in the observation; ConfigError for a piece it does not have."""
        for name in self.input_features:
            if name not in layout.by_name:
                raise ConfigError(
                    f"net.input_features: expected {', '.join(layout.by_name)}, got "
                    f"{name!r}{did_you_mean(name, layout.by_name)}"
                )
        return tuple(index for name in self.input_features for index in range(layout.size)[layout.slice(name)])

    def architecture(self, pointers: Sequence[Pointer] = ()) -> Architecture:
        """The shape of the network to be built for a game with these pointers."""
        planes = tuple(len(pointer.feature_indices) for pointer in pointers) if self.pointer_units else ()
        num_items = tuple(pointer.num_items for pointer in pointers) if self.item_embeddings and planes else ()
        pointed = self.pointer_units if planes else 0
        units = self.recurrent_units if self.is_recurrent else 0
        return Architecture(
            self.hidden, self.shared, self.activation, pointed, planes, item_counts=num_items, recurrent_units=units
        )

    @property
    def is_recurrent(self) -> bool:
        """Whether the network keeps a hidden state."""
        return self.recurrent != "none"


@options
class OpponentSettings:
    """Who sits at the other seats."""

    self_play_fraction: Fraction = 0.5
    """Share of games in which every seat learns; in the others opponents take seats."""
    learner_seat_fraction: Fraction = 0.0
    """Share of the seats that learn in those other games, rounded down; one at least."""
    weights: dict[str, NotNegative] = field(default_factory=lambda: {PAST: 0.6, "random": 0.4})
    """How often each opponent takes a seat: bots of the roster by name, `past` for past checkpoints."""
    pfsp_power: Annotated[float, Interval(ge=0, le=MAX_PFSP_POWER)] = 0.0
    """How much who is hard to beat is preferred, 0..10: the weight of each opponent counts (1 - share of the learner's
    games against it that the learner won) to this power; 0 for weights alone."""
    pool_size: Count = 8
    """Past checkpoints that are kept as opponents."""
    checkpoint_freq: Count = 200_000
    """Decisions between two checkpoints that join the pool."""

    def __post_init__(self) -> None:
        if self.self_play_fraction < 1 and not any(self.weights.values()):
            raise _error("opponents.weights", self.weights, "numbers from 0, at least one of them above 0")


@options
class EvaluationSettings:
    """How strength is measured."""

    freq: Count = 500_000
    """Decisions between two evaluations."""
    games: Count = 200
    """Games against each opponent in an evaluation."""
    players: Annotated[int, Ge(0)] = 0
    """Players in these evaluations, 0 for the game's usual number; the final ones go through game.players."""
    opponents: tuple[str, ...] = ("random",)
    """Bots of the roster the learner is measured against."""
    final_games: Count = 1000
    """Games against each opponent at the end of the run."""
    greedy: bool = False
    """Whether the learner never samples in evaluations but gives its likeliest answer, as `greedy:` bots do."""


@options
class RunSettings:
    """The run itself."""

    name: str = ""
    """Name of the run, of which its folder is made; empty means the name of the game."""
    folder: str = ""
    """Folder for the bot, snapshots, curves and settings; empty means runs/NAME_seedN, counted up if it exists."""
    seed: Annotated[int, Ge(0)] = 1
    """Seed of games, network and draws."""
    total_decisions: Count = 2_000_000
    """Length of the run in learner's decisions; the schedule of the learning rate ends here."""
    time_limit_minutes: Positive | None = None
    """Ends the run early after so many minutes; null never does."""
    snapshot_freq: Count = 200_000
    """Decisions between two snapshots from which the run can be resumed."""
    torch_threads: Count = 1
    """Threads of each process, for torch, BLAS and Numba; more threads than idle cores are slower than one."""
    log_nodes: bool = False
    """Log how often each kind of decision and chance event occurs in a game, as `used/NAME`."""


@options
class TrainSettings:
    """Everything a training run needs to know."""

    learner: Literal["maskable", "fast"] = "maskable"
    """The algorithm: `maskable`, sb3-contrib's MaskablePPO, or `fast`, the same in plain torch."""
    game: GameSettings = field(default_factory=GameSettings)
    """Which games are played."""
    shaping: dict[str, float] = field(default_factory=dict)
    """Weights of the game's shaping terms by name, which make the rewards of training games less sparse."""
    imitation: ImitationSettings = field(default_factory=ImitationSettings)
    """A head start before self-play."""
    expert: ExpertSettings = field(default_factory=ExpertSettings)
    """Learning from a search, after that."""
    ppo: PpoSettings = field(default_factory=PpoSettings)
    """How the policy is improved."""
    net: NetSettings = field(default_factory=NetSettings)
    """The shape of the network."""
    opponents: OpponentSettings = field(default_factory=OpponentSettings)
    """Who sits at the other seats."""
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)
    """How strength is measured."""
    run: RunSettings = field(default_factory=RunSettings)
    """Length, seed and folder of the run."""

    def __post_init__(self) -> None:
        """Resolve what follows from the game, as it is written down with the run."""
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
        """Raise ConfigError for settings that learn from single decisions, not from sequences of them."""
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
    """Load the settings of a YAML file, which only overrides; ConfigError (one line) for whatever is not known.

    `game` is the game of a file that names none.
    """
    return yaml_settings.from_yaml(TrainSettings, path, {"game": {"name": game}})


def settings_from_dict(data: dict[str, Any]) -> TrainSettings:
    """The settings from what `as_dict` gave, for instance out of a run's folder or a bot's provenance."""
    return yaml_settings.build(TrainSettings, data)


def as_dict(settings: TrainSettings) -> dict[str, Any]:
    """Return the settings as JSON data, without stages that are off; `settings_from_dict` reads them back."""
    data = yaml_settings.to_json_data(settings)
    return {name: value for name, value in data.items() if name not in STAGES or value["bot"]}


def _parse_options(text: str) -> dict[str, OptionValue]:
    """Options by name out of `name=value` with commas between them, values as in YAML; ConfigError for other words."""
    options: dict[str, OptionValue] = {}
    for pair in text.split(","):
        name, is_set, value = pair.partition("=")
        if not is_set or not name or name in options:
            raise _error("game.option_sets", text, "options as name=value, each name once")
        options[name] = read_scalar(value)
    return options


def _error(key: str, value: object, allowed: str) -> ConfigError:
    return ConfigError(f"{key}: expected {allowed}, got {quoted(value)}")
