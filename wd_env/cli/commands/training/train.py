"""`wd train`: a training run from a configuration and what the command line changes of it."""

import logging
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep

from wd_env import registry
from wd_env.cli.announce import print_settings
from wd_env.cli.arguments.argument_parser import HELP, parse, peek
from wd_env.cli.arguments.file_arguments import check_creatable_folder
from wd_env.cli.arguments.rule_arguments import resolve_game_name
from wd_env.cli.usage_error import UsageError
from wd_env.errors import CheckpointError, ConfigError, WdError, did_you_mean
from wd_env.parallel.thread_limits import ONE_THREAD, SPIN_LIMIT
from wd_env.resources import resource_folder
from wd_env.spec.game_spec import GameSpec
from wd_env.training.run_folder import new_folder
from wd_env.training.settings.game_settings import GameSettings
from wd_env.training.settings.training_settings import TrainSettings, as_dict, load_settings, settings_from_dict
from wd_env.training.trackers import check_trackers

SETTINGS_FILE, SNAPSHOT_FOLDER = "settings.yaml", "snapshots"  # in the folder of a run
CONFIG_FOLDER = "configs"  # a resource folder, with one folder for each game
SUFFIXES = (".yaml", ".yml")
DEFAULT_CONFIG = "quick"
BASE_CONFIG = "base"  # the file that the others override
MAX_PROCESSES = 256
EXIT_USAGE = 2  # exit code for invalid requests
ERROR_DELAY = 10.0  # seconds; torchrun ends all processes as soon as one of them has failed
CRASH_TRACEBACKS = {"PYTHONFAULTHANDLER": "1"}  # torchrun reports only the signal of a crashed process


@dataclass(frozen=True)
class TrainSource:
    """The source of the settings, read before the other options because it sets their defaults."""

    config: str = ""
    """Name of a configuration of the game, or a YAML file. (default: quick)"""
    game: str = ""
    """Name of the game (`wd info games`). (default: that of the configuration)"""
    resume: str = ""
    """Folder of a stopped run to resume, with the settings of that run."""
    dry_run: bool = False
    """Print the settings and end."""
    track: tuple[str, ...] = ()
    """Trackers in addition to TensorBoard: wandb, mlflow. (default: none)"""
    processes: int | None = None
    """Number of processes that train together, only with the learner `fast`; 0 for one per core if that is faster.
    (default: 1, or that of a resumed run)"""


@dataclass(frozen=True)
class TrainCommand(TrainSource):
    """Train a bot with the settings of a configuration.

    Options such as --run.seed 3 override single settings; --config long --help-settings lists those of `long`.

    Example:
        wd train --config quick --run.seed 3
    """

    settings: TrainSettings = field(default_factory=TrainSettings)
    """Settings of the run."""


def run(args: Sequence[str]) -> int:
    """Train a bot and print its file."""
    source = peek(TrainSource, args, "train")
    if set(HELP) & set(args):  # which does not show the settings
        settings = TrainSettings()
    else:
        settings = _run_settings(source.resume) if source.resume else _settings(source)
    default = TrainCommand(**vars(source), settings=settings)
    options = parse(TrainCommand, args, "train", default)
    if options.dry_run:
        print_settings(as_dict(options.settings))
        return 0
    check_trackers(options.track)
    if source.resume and options.settings.run.folder != source.resume:
        raise UsageError(f"--run.folder is {options.settings.run.folder}; expected the resumed folder {source.resume}")
    check_creatable_folder(new_folder(options.settings))
    from wd_env.training.distributed.process_group import is_distributed, is_main_process

    try:
        if is_distributed():
            return _train_in_group(options)
        size = _num_processes(options)
        return _launch(options.settings, size, args) if size != 1 else _train(options)
    except WdError:
        if is_main_process():
            raise
        sleep(ERROR_DELAY)
        return EXIT_USAGE  # the first of several processes prints the error


def _train(options: TrainCommand) -> int:
    from wd_env.training.distributed.process_group import is_main_process
    from wd_env.training.training_run import train

    bot = train(options.settings, bool(options.resume), options.track)
    if not is_main_process():
        return 0
    print(f"The bot is in {bot}: {_play_command(options.settings.game, str(bot))}")
    return 0


def _train_in_group(options: TrainCommand) -> int:
    """Train in one of the processes of torchrun; raise ConfigError if `--processes` is another number of processes."""
    from wd_env.training.distributed.process_group import is_main_process, world_size

    if options.processes not in (None, 0, world_size()):
        raise ConfigError(
            f"--processes: expected {world_size()}, the number of torchrun's processes, got {options.processes}"
        )
    if not is_main_process():
        logging.getLogger("wd_env").setLevel(logging.ERROR)  # the first process prints the same warnings
    return _train(options)


def _run_settings(folder: str) -> TrainSettings:
    """Return the settings of the run in this folder, which may have been moved.

    Raises:
        CheckpointError: If the folder does not hold a run.
    """
    saved = Path(folder) / SETTINGS_FILE
    if not saved.exists():
        raise CheckpointError(f"{folder}: expected the folder of a run, got none with {SETTINGS_FILE}")
    settings = load_settings(saved)
    return replace(settings, run=replace(settings.run, folder=folder))


def _num_processes(options: TrainCommand) -> int:
    """Return the number of processes that train: the requested one, that of the resumed run, or one."""
    if options.resume and not options.processes:
        return processes_of_run(Path(options.settings.run.folder))
    if options.processes is None:
        return 1
    return options.processes or _processes_for_cores(options.settings)


def processes_of_run(folder: Path) -> int:
    """Return the number of processes of the run in this folder: all except the first have a folder of snapshots."""
    return 1 + len(list((folder / SNAPSHOT_FOLDER).glob("process-*")))


def _play_command(trained: GameSettings, bot: str) -> str:
    """Return the command that plays against a bot; it names the options without which the bot would not fit."""
    game_entry, spec = registry.get_game(trained.name), trained.spec
    needed = dict(trained.options) if game_entry.spec_factory else {}
    for name in trained.options:
        rest = {other: value for other, value in needed.items() if other != name}
        if game_entry.spec_factory and _is_compatible(game_entry.spec_for(**rest), spec):
            needed = rest
    args = ["wd", "play"] + ([] if trained.name == registry.DEFAULT_GAME else ["--game", trained.name])
    for name, value in needed.items():
        args += [f"--{name.replace('_', '-')}", str(value)]
    seats = ["human", *[bot] * (spec.min_players - 1)]
    return shlex.join([*args, "--seats", *seats])


def _is_compatible(one: GameSpec, other: GameSpec) -> bool:
    """Return whether a bot of one game fits the other."""
    return (one.actions_hash, one.layout_hash) == (other.actions_hash, other.layout_hash)


def _processes_for_cores(settings: TrainSettings) -> int:
    """Return the largest number of processes that makes this run faster, at most one per core."""
    from wd_env.parallel.process_pool import available_cores
    from wd_env.training.distributed.process_group import max_useful_processes

    return max_useful_processes(settings, available_cores())


def _launch(settings: TrainSettings, size: int, arguments: Sequence[str]) -> int:
    """Start the processes with torchrun and the same arguments; raise ConfigError if they cannot train together."""
    from wd_env.training.distributed.process_group import check_process_count

    if not 1 <= size <= MAX_PROCESSES:
        raise ConfigError(f"--processes: expected 0 to {MAX_PROCESSES}, got {size}")
    check_process_count(settings, size)
    print(f"training with {size} processes; --processes 1 uses one", file=sys.stderr)
    torchrun = ["torch.distributed.run", "--standalone", f"--nproc-per-node={size}", "-m", "wd_env.cli.main", "train"]
    environment = {**ONE_THREAD, **SPIN_LIMIT, **CRASH_TRACEBACKS, **os.environ}
    command = [sys.executable, "-m", *torchrun, *arguments]
    # In its own session it gets no Ctrl-C of the terminal, only the SIGTERM below, after which it ends its processes.
    with subprocess.Popen(command, env=environment, start_new_session=True) as running:  # noqa: S603 - arguments of this process
        try:
            return running.wait()
        except KeyboardInterrupt:
            running.terminate()
            running.wait()
            raise


def _settings(source: TrainSource) -> TrainSettings:
    """Return the settings of the configuration, or the defaults if none is named and the game has none."""
    game = resolve_game_name(source.game or None)
    if not source.config and DEFAULT_CONFIG not in _bundled_configs(game):
        return settings_from_dict({"game": {"name": game}})
    settings = load_settings(config_file(source.config or DEFAULT_CONFIG, game), game)
    if source.game and settings.game.name != game:
        raise UsageError(f"--config {source.config} is for {settings.game.name}; --game is {game}")
    return settings


def _bundled_configs(game: str) -> dict[str, Path]:
    """Return the bundled configurations of a game by name."""
    folder = resource_folder(CONFIG_FOLDER) / game
    files = folder.iterdir() if folder.is_dir() else ()
    named = {path.stem: path for path in files if path.suffix in SUFFIXES}
    return {name: path for name, path in named.items() if name != BASE_CONFIG}


def config_file(name: str, game: str = registry.DEFAULT_GAME) -> Path:
    """Return the file of a configuration: a path, or the name of a bundled configuration of the game.

    Raises:
        ConfigError: If the name is unknown.
    """
    path = Path(name)
    if path.suffix in SUFFIXES or len(path.parts) > 1:
        return path
    known = _bundled_configs(game)
    if name not in known:
        allowed = ", ".join([*sorted(known), "a YAML file"])
        raise ConfigError(f"unknown configuration {name!r}; expected {allowed}{did_you_mean(name, known)}")
    return known[name]
