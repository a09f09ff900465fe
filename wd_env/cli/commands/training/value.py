"""`wd value`: fit the value network of a game to games of its bots."""

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.bot_file import provenance_now
from wd_env.agents.value_network import WIDEST, load_value, save_value
from wd_env.cli.announce import announce, print_settings
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.match_arguments import line_up
from wd_env.cli.arguments.rule_arguments import game_meant
from wd_env.cli.commands.training.train import DEFAULT, config_file
from wd_env.cli.result_files import PlotOutput
from wd_env.cli.text_tables import columns
from wd_env.cli.usage_error import UsageError
from wd_env.errors import quoted
from wd_env.progress import Progress
from wd_env.registry import game_named
from wd_env.seeding import check_seed
from wd_env.training.ppo.concatenate import joined
from wd_env.training.training_settings import TrainSettings, load_settings

if TYPE_CHECKING:
    from wd_env.spec.game_spec import GameSpec
    from wd_env.training.supervised import value_dataset
    from wd_env.training.supervised.value_fitting import Figures

LAYERS = 2  # hidden
MOST_PLAYED_ON = 10_000  # times, or answers, that a teacher plays on from a position


@dataclass(frozen=True)
class Value:
    """Fit a network to games of bots that tells from a view who is likely to win."""

    out: Annotated[tuple[str, ...], Positional("FILE")] = ()
    """The network's file, usually .wdvalue."""
    game: str = ""
    """The game, one of `wd info games`."""
    config: str = DEFAULT
    """Configuration whose house rules and `net.reads` hold."""
    also: tuple[str, ...] = ()
    """Pieces of the observation to read beside those."""
    bots: tuple[str, ...] = ()
    """Bots, one per seat. (default: the game's baseline)"""
    games: int = 20_000
    """Games of each number of players."""
    explore: float = 0.1
    """Share of answers that are any legal action instead."""
    every: float = 10.0
    """Mean decisions between positions."""
    units: tuple[int, ...] = (64, 32)
    """Units of the two hidden layers."""
    epochs: int = 3
    """Times that each position is learnt from."""
    seed: int = 1
    """Seed of games and network."""
    teacher: Path | None = None
    """Network whose value some answers on is learnt."""
    samples: int = 8
    """Times that it plays on from each position."""
    rollout: int = 16
    """Answers for which it plays on."""
    dry_run: bool = False
    """Print the settings and end."""
    output: PlotOutput = field(default_factory=PlotOutput)
    """Plots as files."""


def run(arguments: Sequence[str]) -> int:
    """Play, fit, judge, save, and print how well it tells who wins."""
    options = parse(Value, arguments, "value")
    if len(options.out) != 1:
        raise UsageError(f"value: {len(options.out)} files; name one to write")
    if len(options.units) != LAYERS or not all(1 <= units <= WIDEST for units in options.units):
        raise UsageError(f"--units {quoted(options.units)}; allowed are {LAYERS} numbers of 1..{WIDEST}")
    for name, number in (("samples", options.samples), ("rollout", options.rollout)):
        if not 1 <= number <= MOST_PLAYED_ON:
            raise UsageError(f"--{name} {quoted(number)}; allowed are 1..{MOST_PLAYED_ON}")
    game = game_meant(options.game or None)
    options = replace(options, bots=options.bots or (game_named(game).baseline,))
    path, seed = Path(options.out[0]), check_seed(options.seed)
    check_writable(path)
    options.output.check()
    settings = load_settings(config_file(options.config, game), game)
    if options.dry_run:
        print_settings(options)
        return 0
    results = _fit(options, settings, path, seed)
    if options.output.plots is not None:
        from wd_env.cli.plots.value_plots import write_plots

        write_plots(results, options.output)
    head = ("players", "positions", "explained variance", "AUC", "log loss")
    rows = [
        (players, found.positions, f"{found.explained:.3f}", f"{found.auc:.3f}", f"{found.log_loss:.4f}")
        for players, found in results.items()
    ]
    print(columns(head, rows, right=(0, 1, 2, 3, 4)))
    print(f"The value network is in {path}.")
    return 0


def _fit(options: Value, settings: TrainSettings, path: Path, seed: int) -> "dict[str, Figures]":
    """Everything after the arguments were looked at; figures by number of players."""
    from wd_env.training.supervised import value_dataset, value_fitting

    rules, spec = dict(settings.game.options), settings.game.spec
    read = value_fitting.columns_of(spec, (*settings.net.reads, *options.also))
    bots = [make_bot(name, spec, np.random.default_rng((seed, number))) for number, name in enumerate(options.bots)]
    games = settings.game
    play = value_dataset.Play(bots, games.each, options.explore, options.every, _teacher(options, spec))
    counts = sorted(set(itertools.chain.from_iterable(games.counts)))
    games_in_all, listed = options.games * len(counts), ", ".join(map(str, counts))
    what = f"{options.games:,} games each of {listed} players of {settings.game.name} by {line_up(options.bots)}"
    announce(f"{what}, then {options.epochs} epochs of learning", None, "in this process", [path])
    with Progress("playing", games_in_all, "games") as bar:
        positions = joined(
            [value_dataset.collect(spec, play, players, options.games, seed, read, bar.advance) for players in counts]
        )
    how = value_fitting.Fit(options.units[0], options.units[1], options.epochs, seed=seed)
    with Progress("learning", options.epochs, "epochs") as bar:
        network = value_fitting.fit(spec, read, positions, how, bar.advance)
    held = positions.take(value_fitting.held_out(positions))
    odds = value_fitting.values_of(spec, network, read, held)
    results = {}
    for players in counts:
        rows = held.players == players
        results[str(players)] = value_fitting.judge(odds[rows], held.take(rows))
    told = {players: asdict(figures) for players, figures in results.items()}
    asked = {name: str(wanted) if name == "teacher" else wanted for name, wanted in asdict(options).items()}
    del asked["output"], asked["dry_run"]
    save_value(path, network, spec, provenance_now(asked, rules, told, seed, len(positions)))
    return results


def _teacher(options: Value, game: "GameSpec") -> "value_dataset.Teacher | None":
    if options.teacher is None:
        return None
    from wd_env.agents.search.search_engine import Rollout, SearchEngine
    from wd_env.training.supervised import value_dataset

    network, _ = load_value(options.teacher, game)
    return value_dataset.Teacher(SearchEngine(game, network), Rollout(options.rollout), options.samples)
