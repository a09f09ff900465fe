"""`wd train`: a training run from a configuration and what the command line changes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from wd_env import games
from wd_env.cli.usage import parse, peek
from wd_env.core.errors import ConfigError, did_you_mean
from wd_env.train.settings import TrainSettings, load_settings

CONFIGS = ("configs", games.DEFAULT)  # folders in the package
SUFFIXES = (".yaml", ".yml")
DEFAULT = "quick"
BASE = "base"  # the file that the others override


@dataclass(frozen=True)
class Source:
    """Where the settings come from; read before the others, which it gives their defaults."""

    config: str = DEFAULT
    """A YAML file, or the name of a configuration that comes with the package."""
    resume: bool = False
    """Go on with the interrupted run in run.folder."""


@dataclass(frozen=True)
class Train(Source):
    """Train a bot by self-play, with the settings of a configuration.

    Options such as --run.seed 3 override single settings; --config long --help-settings shows those of `long`.
    """

    settings: TrainSettings = field(default_factory=TrainSettings)
    """Settings of the run."""


def run(arguments: Sequence[str]) -> int:
    """Train, and say where the bot is."""
    source = peek(Source, arguments, "train")
    default = Train(source.config, source.resume, load_settings(config_file(source.config)))
    options = parse(Train, arguments, "train", default)
    from wd_env.train.run import train

    bot = train(options.settings, options.resume)
    print(f"The bot is in {bot}: wd play --seats me,{bot},scripted")
    return 0


def config_file(name: str) -> Path:
    """The file of a configuration: a path, or a bare name for one that comes with the package.

    ConfigError for a name that does not exist.
    """
    path = Path(name)
    if path.suffix in SUFFIXES or len(path.parts) > 1:
        return path
    folder = resources.files("wd_env").joinpath(*CONFIGS)
    known = {
        Path(found.name).stem: found
        for found in folder.iterdir()
        if Path(found.name).suffix in SUFFIXES and Path(found.name).stem != BASE
    }
    if name not in known:
        allowed = f"{', '.join(sorted(known))} and YAML files{did_you_mean(name, known)}"
        raise ConfigError(f"{name!r} is no configuration; allowed are {allowed}")
    return Path(str(known[name]))
