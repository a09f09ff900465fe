"""How strong a run has become: matches against the roster, the table they make, and the bot as a file."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import GREEDY_PREFIX, make_bot
from wd_env.agents.bot_file import BOT_FILE_NAME, BotFileHeader, current_provenance, save_bot
from wd_env.agents.numpy_network import Network
from wd_env.agents.policy_agent import PolicyAgent
from wd_env.errors import visible
from wd_env.evaluation.matches.match import MatchResult, play_match, play_match_with_bots
from wd_env.parallel.executors import run_local
from wd_env.parallel.process_pool import available_cores, process_executor
from wd_env.progress import Progress
from wd_env.spec.custom_files import encode_options
from wd_env.spec.rule_options import GameConfig
from wd_env.training import run_log
from wd_env.training.learner import Learner
from wd_env.training.ppo.torch_network import PolicyValueNet, export_weights
from wd_env.training.training_settings import TrainSettings, as_dict

LEARNER_NAME = "learner"  # what the bot is called in matches
FINAL_SEED = 31_415
MIN_GAMES_FOR_PROCESSES = 1000  # games of a match that are worth starting processes for


def play_against(
    settings: TrainSettings, network: PolicyValueNet, opponent: str, players: int, games: int, seed: int
) -> MatchResult:
    """Play the policy in one seat against copies of one bot of the roster in the others."""
    game = settings.game.spec
    twin = Network(network.architecture, export_weights(network), game.pointers)
    bots: list[Agent] = [PolicyAgent(np.random.default_rng((seed, 0)), twin, settings.evaluation.greedy)]
    bots += [make_bot(opponent, game, np.random.default_rng((seed, seat))) for seat in range(1, players)]
    names = [LEARNER_NAME] + [opponent] * (players - 1)
    return play_match_with_bots(game, names, bots, games, seed, settings.game.options)


def write_bot(settings: TrainSettings, folder: Path, learner: Learner, results: dict[str, Any]) -> Path:
    """Write the policy as a bot file that anybody can load safely; return its path."""
    game = settings.game.spec
    config = game.config_class.of(**settings.game.options)
    provenance = current_provenance(
        as_dict(settings), encode_options(config), results, settings.run.seed, learner.decisions
    )
    return save_bot(
        folder / BOT_FILE_NAME,
        export_weights(learner.bot_network),
        BotFileHeader.for_game(game, learner.bot_network.architecture, provenance),
    )


def finish_run(settings: TrainSettings, folder: Path, learner: Learner) -> None:
    """Finish a run: matches against the roster for every number of players, table, curves and bot."""
    answers = "the likeliest" if settings.evaluation.greedy else "sampled"
    learned = f"{GREEDY_PREFIX if settings.evaluation.greedy else ''}{write_bot(settings, folder, learner, {})}"
    matches = list(itertools.product(settings.evaluation.opponents, settings.game.players))
    rows = []
    with Progress("final matches", len(matches), "matches") as bar:
        for opponent, players in matches:
            rows.append(_final_match(settings, learned, opponent, players))
            bar.advance()
    config = settings.game.spec.config_class.of(**settings.game.options)
    results = {
        "rules": encode_options(config),
        "decisions": learner.decisions,
        "action_selection": answers,
        "matches": rows,
    }
    run_log.write_results(folder, results)
    bot = write_bot(settings, folder, learner, results)
    curves = run_log.draw_curves(folder, 1 / settings.evaluation.players)
    print(format_results(rows))
    print(f"{settings.game.name}, {_describe_rules(config)}; answers {answers},")
    print("shares of decided games, which somebody won; seats rotated over the same deals, 95 % intervals over deals")
    print(f"bot: {bot}\ncurves: {curves}")


def _describe_rules(config: GameConfig) -> str:
    """Which options are not the usual ones."""
    usual = type(config)().as_dict()
    others = [f"{name} {value}" for name, value in config.as_dict().items() if value != usual[name]]
    return ", ".join(others) or "usual rules"


def _final_match(settings: TrainSettings, bot: str, opponent: str, players: int) -> dict[str, Any]:
    games = settings.evaluation.final_games
    spread = process_executor(available_cores()) if games >= MIN_GAMES_FOR_PROCESSES else run_local
    names = [bot, *[opponent] * (players - 1)]
    options = settings.game.options
    share = play_match(settings.game.spec, names, games, FINAL_SEED, options, executor=spread).win_rates[0]
    return {
        "opponents": f"{players - 1} {opponent}",
        "players": players,
        "games": share.games,
        "decided": share.decided,
        "won": share.won,
        "win_rate": share.win_rate,
        "low": share.low,
        "high": share.high,
        "even_share": 1 / players,
    }


def format_results(rows: list[dict[str, Any]]) -> str:
    """Format the win shares of the learner, a line a match."""
    head = f"{'the learner against':<22}{'games':>7}{'decided':>9}{'won':>7}{'share':>8}   "
    lines = [f"{head}{'95 % interval':<17}{'equal share':>11}"]
    for row in rows:
        counts = (
            f"{visible(row['opponents']):<22}{row['games']:>7}{row['decided']:>9}{row['won']:>7}{row['win_rate']:>8.1%}"
        )
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        lines.append(f"{visible(row['opponents']):<22}{counts}   {interval:<17}{row['even_share']:>11.1%}")
    return "\n".join(lines)
