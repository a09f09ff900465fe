"""The evaluation of a run: matches against the roster, the table of their results, and the bot file."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import GREEDY_PREFIX, make_bot
from wd_env.agents.files.bot_file import BOT_FILE_NAME, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, current_provenance
from wd_env.agents.networks.compiled_policy_agent import make_policy
from wd_env.agents.networks.numpy_network import Network
from wd_env.evaluation.matches.match import MatchResult, play_match_with_bots
from wd_env.spec.custom_files import encode_options
from wd_env.spec.rule_options import GameConfig
from wd_env.training import run_log
from wd_env.training.final_matches import format_results, play_final_matches
from wd_env.training.learner import Learner
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.training_settings import TrainSettings, as_dict

LEARNER_NAME = "learner"  # of the bot in matches


def play_against(
    settings: TrainSettings, network: PolicyValueNet, opponent: str, players: int, games: int, seed: int
) -> MatchResult:
    """Play the policy in one seat against copies of one bot of the roster in the others."""
    game = settings.game.spec
    exported = Network(network.architecture, export_weights(network), game.pointers)
    bots: list[Agent] = [make_policy(np.random.default_rng((seed, 0)), exported, game, settings.evaluation.greedy)]
    bots += [make_bot(opponent, game, np.random.default_rng((seed, seat))) for seat in range(1, players)]
    names = [LEARNER_NAME] + [opponent] * (players - 1)
    return play_match_with_bots(game, names, bots, games, seed, settings.game.options)


def write_bot(settings: TrainSettings, path: Path, learner: Learner, results: dict[str, Any]) -> Path:
    """Write the policy of the learner as a bot file; return its path."""
    game = settings.game.spec
    config = game.config_class.of(**settings.game.options)
    provenance = current_provenance(
        as_dict(settings), encode_options(config), results, settings.run.seed, learner.decisions
    )
    return save_bot(
        path,
        export_weights(learner.bot_network),
        BotFileHeader.for_game(game, learner.bot_network.architecture, provenance),
    )


def finish_run(settings: TrainSettings, folder: Path, learner: Learner) -> dict[str, float]:
    """Play the final matches, write table, curves and bot, and print the table.

    Returns:
        The final win rates by name of the scalar, such as `final/win_share_random_4_players`.
    """
    actions = "the likeliest" if settings.evaluation.greedy else "sampled"
    bot = write_bot(settings, folder / BOT_FILE_NAME, learner, {})
    trained = f"{GREEDY_PREFIX if settings.evaluation.greedy else ''}{bot}"
    opponents, players = settings.evaluation.opponents, settings.game.players
    games = settings.evaluation.final_games
    rows = play_final_matches(settings.game.name, settings.game.options, trained, opponents, players, games)
    config = settings.game.spec.config_class.of(**settings.game.options)
    results = {
        "rules": encode_options(config),
        "decisions": learner.decisions,
        "action_selection": actions,
        "matches": rows,
    }
    run_log.write_results(folder, results)
    write_bot(settings, bot, learner, results)
    curves = run_log.draw_curves(folder, 1 / settings.evaluation.players, _curves_title(settings, folder))
    print(format_results(rows))
    print(f"{settings.game.name}, {_describe_rules(config)}; actions of the learner: {actions}.")
    print("Win rates are over games with a winner; seats rotate over the same deals, with 95% intervals over deals.")
    print(f"bot: {bot}\ncurves: {curves}")
    return {
        f"final/{run_log.WIN_RATE}{opponent}_{count}_players": row["win_rate"]
        for (opponent, count), row in zip(itertools.product(opponents, players), rows, strict=True)
    }


def _curves_title(settings: TrainSettings, folder: Path) -> str:
    players = settings.evaluation.players
    return f"{folder}: {settings.game.name}, seed {settings.run.seed}; evaluated in games of {players} players"


def _describe_rules(config: GameConfig) -> str:
    """Describe the options that differ from their defaults."""
    defaults = type(config)().as_dict()
    others = [f"{name} {value}" for name, value in config.as_dict().items() if value != defaults[name]]
    return ", ".join(others) or "usual rules"
