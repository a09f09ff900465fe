"""The settings of a training run, read from YAML and from the command line by the same names."""

from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from wd_env.options import options
from wd_env.registry import DEFAULT_GAME
from wd_env.training.settings import yaml_settings
from wd_env.training.settings.game_settings import GameSettings
from wd_env.training.settings.net_settings import NetSettings
from wd_env.training.settings.ppo_settings import PpoSettings
from wd_env.training.settings.pretraining_settings import STAGES, ExpertSettings, ImitationSettings
from wd_env.training.settings.run_settings import EvaluationSettings, OpponentSettings, RunSettings
from wd_env.training.settings.setting_types import setting_error


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
                raise setting_error(f"ppo.{name}", getattr(self.ppo, name), f"{allowed} unless learner is fast")
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
                raise setting_error(key, value, f"{allowed!r} with net.recurrent {self.net.recurrent}")


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
