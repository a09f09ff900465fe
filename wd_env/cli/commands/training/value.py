"""`wd value`: fit the value network of a game to games of its bots."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file_header import current_provenance
from wd_env.agents.networks.value_network import MAX_UNITS, load_value, save_value
from wd_env.cli.announce import announce, print_settings
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.match_arguments import format_lineup
from wd_env.cli.arguments.rule_arguments import resolve_game_name
from wd_env.cli.commands.training.train import DEFAULT_CONFIG, config_file
from wd_env.cli.result_files import PlotOptions
from wd_env.cli.text_tables import format_columns
from wd_env.cli.usage_error import UsageError
from wd_env.errors import quoted
from wd_env.options import Interval
from wd_env.progress import Progress
from wd_env.registry import get_game
from wd_env.seeding import check_seed
from wd_env.training.settings.training_settings import TrainSettings, load_settings

if TYPE_CHECKING:
    from wd_env.spec.game_spec import GameSpec
    from wd_env.training.supervised import value_dataset
    from wd_env.training.supervised.value_fitting import ValueMetrics

HIDDEN_LAYERS = 2
MAX_TEACHER_STEPS = 10_000  # maximum rollouts of a teacher, and their maximum length


@dataclass(frozen=True)
class ValueCommand:
    """Fit a network that estimates win probabilities to games between bots.

    Example:
        wd value mine.wdvalue
    """

    out: Annotated[tuple[str, ...], Positional("FILE")] = ()
    """File to write, usually with the ending .wdvalue."""
    game: str = ""
    """Name of the game (`wd info games`)."""
    config: str = DEFAULT_CONFIG
    """Configuration of rules and inputs."""
    extra_features: tuple[str, ...] = ()
    """More features as input."""
    bots: tuple[str, ...] = ()
    """Bots to sample for the seats. (default: the baseline)"""
    games: tuple[int, ...] = (20_000,)
    """Games for each number of players."""
    random_rate: float = 0.1
    """Probability of a random legal action."""
    stride: float = 10.0
    """Mean decisions (or turns) between positions."""
    turns: bool = False
    """Store positions only at the beginning of turns."""
    hidden: tuple[int, ...] = (64, 32)
    """Units of the two hidden layers."""
    epochs: int = 3
    """Passes over the positions."""
    seed: int = 1
    """Seed of games and network."""
    teacher: Path | None = None
    """Network whose values are learned, not results."""
    teacher_samples: Annotated[int, Interval(ge=1, le=MAX_TEACHER_STEPS)] = 8
    """Its rollouts from each position."""
    teacher_rollout: Annotated[int, Interval(ge=1, le=MAX_TEACHER_STEPS)] = 16
    """Actions per rollout."""
    dry_run: bool = False
    """Print the settings and end."""
    output: PlotOptions = field(default_factory=PlotOptions)
    """Plots as files."""


def run(args: Sequence[str]) -> int:
    """Play, fit, evaluate, save, and print the metrics."""
    options = parse(ValueCommand, args, "value")
    if len(options.out) != 1:
        raise UsageError(f"value: expected one file to write, got {len(options.out)}")
    if len(options.hidden) != HIDDEN_LAYERS or not all(1 <= units <= MAX_UNITS for units in options.hidden):
        raise UsageError(
            f"--hidden: expected {HIDDEN_LAYERS} numbers from 1 to {MAX_UNITS}, got {quoted(options.hidden)}"
        )
    game = resolve_game_name(options.game or None)
    options = replace(options, bots=options.bots or (get_game(game).baseline,))
    path, seed = Path(options.out[0]), check_seed(options.seed)
    check_writable(path)
    options.output.check()
    settings = load_settings(config_file(options.config, game), game)
    game_counts = _games_by_players(options.games, settings)
    if options.dry_run:
        print_settings(options)
        return 0
    results = _fit(options, settings, game_counts, path, seed)
    if options.output.plots is not None:
        from wd_env.cli.plots.value_plots import write_plots

        write_plots(results, options.output)
    column_titles = ("players", "positions", "explained variance", "AUC", "log loss")
    rows = [
        (
            players,
            metrics.positions,
            f"{metrics.explained_variance:.3f}",
            f"{metrics.auc:.3f}",
            f"{metrics.log_loss:.4f}",
        )
        for players, metrics in results.items()
    ]
    print(format_columns(column_titles, rows, right_aligned=(0, 1, 2, 3, 4)))
    print(f"The value network is in {path}.")
    return 0


def _fit(
    options: ValueCommand, settings: TrainSettings, game_counts: Mapping[int, int], path: Path, seed: int
) -> "dict[str, ValueMetrics]":
    """Play, fit and save; return the metrics by number of players."""
    from wd_env.training.supervised import value_dataset, value_fitting
    from wd_env.training.supervised.positions import Positions

    rules, spec = dict(settings.game.options), settings.game.spec
    read = value_fitting.feature_columns(spec, (*settings.net.input_features, *options.extra_features))
    bots = [make_bot(name, spec, np.random.default_rng((seed, seat))) for seat, name in enumerate(options.bots)]
    games = settings.game
    play = value_dataset.CollectConfig(
        bots, games.options_by_set, options.random_rate, options.stride, _teacher(options, spec), options.turns
    )
    played = ", ".join(f"{count:,} of {players}" for players, count in game_counts.items())
    task = f"games by number of players: {played}; {settings.game.name} by {format_lineup(options.bots)}"
    announce(f"{task}, then {options.epochs} epochs of learning", None, "in this process", [path])
    with Progress("playing", sum(game_counts.values()), "games") as progress:
        positions = Positions.concatenate(
            [
                value_dataset.collect_positions(spec, play, players, count, seed, read, progress.advance)
                for players, count in game_counts.items()
            ]
        )
    fit_settings = value_fitting.FitSettings(options.hidden[0], options.hidden[1], options.epochs, seed=seed)
    with Progress("learning", options.epochs, "epochs") as progress:
        network = value_fitting.fit_value_network(spec, read, positions, fit_settings, progress.advance)
    held_out = positions.select(value_fitting.held_out(positions))
    predictions = value_fitting.predict_values(spec, network, read, held_out)
    results = {}
    for players in game_counts:
        rows = held_out.players == players
        results[str(players)] = value_fitting.score_values(predictions[rows], held_out.select(rows))
    metrics = {players: asdict(metric) for players, metric in results.items()}
    settings_data = {name: str(value) if name == "teacher" else value for name, value in asdict(options).items()}
    del settings_data["output"], settings_data["dry_run"]
    save_value(path, network, spec, current_provenance(settings_data, rules, metrics, seed, len(positions)))
    return results


def _games_by_players(games: tuple[int, ...], settings: TrainSettings) -> dict[int, int]:
    """Return the number of games of each number of players.

    Raises:
        UsageError: Unless there is one number, or one for each number of players.
        ConfigError: If a number is too small.
    """
    from wd_env.evaluation.matches.match_blocks import check_games
    from wd_env.training.supervised.value_dataset import MIN_GAMES

    player_counts = sorted(set(itertools.chain.from_iterable(settings.game.num_players_by_set)))
    if len(games) not in (1, len(player_counts)):
        listed = ", ".join(map(str, player_counts))
        raise UsageError(f"--games: expected one number, or one each for {listed} players, got {quoted(games)}")
    for count in games:
        check_games("a value network", count, MIN_GAMES, None)
    return dict(zip(player_counts, games if len(games) > 1 else games * len(player_counts), strict=True))


def _teacher(options: ValueCommand, game: "GameSpec") -> "value_dataset.Teacher | None":
    if options.teacher is None:
        return None
    from wd_env.agents.search.search_engine import RolloutConfig, SearchEngine
    from wd_env.training.supervised import value_dataset

    network, _ = load_value(options.teacher, game)
    return value_dataset.Teacher(
        SearchEngine(game, network), RolloutConfig(options.teacher_rollout), options.teacher_samples
    )
