"""Self-play PPO: one policy in every seat, past selves and roster bots at the others.

A run reads from top to bottom: games, opponents and network are made, or brought back from the last snapshot;
`learn` alternates between playing and updating; between two updates `Chronicle` writes scalars, lets checkpoints
join the opponents, evaluates, and takes snapshots; at the end the bot plays matches against the roster.
"""

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, make_output_format
from tqdm import tqdm

from wd_env.agents.arena import MatchResult, match
from wd_env.agents.base import Agent
from wd_env.agents.checkpoint import BOT_FILE, BotMeta, provenance_now, save_bot
from wd_env.agents.network import Network
from wd_env.agents.policy import PolicyAgent
from wd_env.agents.roster import make_bot
from wd_env.core.batch import Batch
from wd_env.core.errors import CheckpointError, ConfigError
from wd_env.core.rewards import Shaping
from wd_env.faces.sb3 import SeatVecEnv
from wd_env.train import records
from wd_env.train.algorithm import SeatPPO
from wd_env.train.imitation import imitate
from wd_env.train.opponents import Pool
from wd_env.train.policy import export_weights
from wd_env.train.settings import TrainSettings, as_dict
from wd_env.train.snapshot import Snapshot, load_latest, save_snapshot
from wd_env.world_dominance.game import GAME

SETTINGS = "settings.yaml"  # the resolved settings in the run's folder
LEARNED = "learner"  # what the bot is called in matches
EVALUATION_SEED = 20_261  # the same deals at every evaluation of every run
FINAL_SEED = 31_415


def train(settings: TrainSettings, resume: bool = False) -> Path:
    """Train as the settings say and return the run's folder; with `resume` go on from its last snapshot.

    ConfigError for a folder that already holds a run (without `resume`), CheckpointError when there is nothing to
    resume or it belongs to other settings.
    """
    folder = Path(settings.run.folder)
    found = _last_snapshot(folder, settings) if resume else None
    if not resume and (folder / SETTINGS).exists():
        raise ConfigError(f"run.folder {str(folder)!r} holds a run already; resume it or name another folder")
    torch.set_num_threads(settings.run.torch_threads)
    pool = Pool(GAME, settings)
    for name in (*settings.evaluation.opponents, settings.imitation.bot):
        if name:
            make_bot(name, GAME, pool.generator)  # an unknown one is refused now
    env = make_env(settings, pool)
    model = SeatPPO.from_settings(env, settings, GAME.pointers, settings.net.columns(GAME.layout), device="cpu")
    done = 0
    if found is not None:
        done = bring_back(found, model, env, pool)
        records.forget_after(folder, done)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SETTINGS).write_text(yaml.safe_dump(as_dict(settings), sort_keys=False), encoding="utf-8")
        if settings.imitation.bot:
            head_start(settings, model)
    model.set_logger(Logger(str(folder), [make_output_format("tensorboard", str(folder / "tensorboard"))]))
    chronicle = Chronicle(settings, folder, env, pool)
    if done < settings.run.total_decisions:
        model.learn(settings.run.total_decisions - done, callback=chronicle, reset_num_timesteps=False)
        done = chronicle.last
    finish(settings, folder, model, done)
    return folder


def _last_snapshot(folder: Path, settings: TrainSettings) -> Snapshot:
    """The snapshot to go on from; all settings but those of the run itself must be as they were."""
    found = load_latest(folder / "snapshots")
    for part, value in as_dict(settings).items():
        kept = found.state["settings"].get(part)
        if part != "run" and kept != value:
            raise CheckpointError(f"{found.path}: was made with {part} {kept}; asked for is {value}")
    return found


def make_env(settings: TrainSettings, pool: Pool) -> SeatVecEnv:
    """The games of a run, with learning seats and opponents."""
    return SeatVecEnv(
        make_batch(settings, settings.ppo.n_envs, settings.run.seed), pool.choosers, pool.line_up, pool.deal_players
    )


def make_batch(settings: TrainSettings, tables: int, seed: int) -> Batch:
    """Games side by side, under the rules and with the rewards of the run."""
    return Batch(
        GAME,
        tables,
        seed=seed,
        players=settings.game.players,
        options=settings.game.options,
        shaping=Shaping.of(GAME.terms, **settings.shaping),
    )


def head_start(settings: TrainSettings, model: SeatPPO) -> None:
    """Imitate a bot of the roster before self-play begins."""
    generator = np.random.default_rng((settings.run.seed, 4))
    games = make_batch(settings, settings.imitation.tables, settings.run.seed + 1)
    bot = make_bot(settings.imitation.bot, GAME, generator)
    imitate(model.policy, bot, games, settings.imitation, generator)


def bring_back(found: Snapshot, model: SeatPPO, env: SeatVecEnv, pool: Pool) -> int:
    """Policy, optimiser, generators, games and opponents as they were; the learner's decisions so far."""
    pool.restore(found.state["pool"], found.arrays)
    model._last_obs = env.load(found.arrays)
    model._last_episode_starts = found.arrays["episode_starts"]
    model.num_timesteps = found.number
    model._n_updates = found.state["updates"]
    found.apply(model.policy, model.policy.optimizer)
    return found.number


class Chronicle(BaseCallback):
    """Between two updates: scalars, opponents, evaluations, snapshots, the bar, and the time limit."""

    def __init__(self, settings: TrainSettings, folder: Path, env: SeatVecEnv, pool: Pool) -> None:
        super().__init__()
        self.settings = settings
        self.folder = folder
        self.env = env
        self.pool = pool
        self.used = env.batch.used.copy()
        self.last = 0  # decisions at the last visit
        self.begun = time.monotonic()
        self.out_of_time = False

    model: SeatPPO

    def _on_training_start(self) -> None:
        self.last = self.num_timesteps
        total = self.settings.run.total_decisions
        self.bar = tqdm(total=total, initial=self.num_timesteps, unit="decision", unit_scale=True, smoothing=0.05)

    def _on_step(self) -> bool:
        return not self.out_of_time

    def _on_rollout_start(self) -> None:
        self._visit()

    def _on_training_end(self) -> None:
        if not self.out_of_time:  # else the last decisions were in no update
            self._visit()
        self.bar.close()

    def _visit(self) -> None:
        """After an update; everything here belongs to the decisions up to it."""
        if self.num_timesteps == self.last:
            return
        self.bar.update(self.num_timesteps - self.last)
        scalars = {**self._game_scalars(), **self._train_scalars()}
        if self._crossed(self.settings.opponents.snapshot_every):
            self.pool.join(export_weights(self.model.policy, self.settings.net.architecture(GAME.pointers)))
        if self._crossed(self.settings.evaluation.every):
            scalars |= self._evaluate()
        for name, value in scalars.items():
            self.logger.record(name, value)
        self.logger.dump(self.num_timesteps)
        records.append_scalars(self.folder, self.num_timesteps, scalars)
        limit = self.settings.run.time_limit_minutes
        self.out_of_time = limit is not None and time.monotonic() - self.begun > 60 * limit
        ends = self.out_of_time or self.num_timesteps >= self.settings.run.total_decisions
        if ends or self._crossed(self.settings.run.checkpoint_every):
            take_snapshot(self.settings, self.folder, self.model, self.env, self.pool)
        self.last = self.num_timesteps

    def _crossed(self, every: int) -> bool:
        return self.num_timesteps // every > self.last // every

    def _game_scalars(self) -> dict[str, float]:
        """How games went since the last visit, and how often each mechanism was used in one."""
        tally = self.env.take_tally()
        used, self.used = self.env.batch.used - self.used, self.env.batch.used.copy()
        if tally.games == 0:
            return {}
        scalars = {"game/length": tally.decisions / tally.games, "game/truncated": tally.truncated / tally.games}
        for question, count in zip(GAME.questions, used, strict=True):
            scalars[f"used/{question.name}"] = float(count) / tally.games
        games: dict[str, list[int]] = {}
        for chooser, played in tally.learner_games.items():
            name = self.pool.name(chooser)
            before = games.get(name, [0, 0])
            games[name] = [before[0] + played, before[1] + tally.learner_wins.get(chooser, 0)]
        return scalars | {f"league/{name}": wins / played for name, (played, wins) in games.items()}

    def _train_scalars(self) -> dict[str, float]:
        """What the last update said of itself."""
        told = self.logger.name_to_value
        scalars = {name: float(value) for name, value in told.items() if name.startswith("train/")}
        if "train/entropy_loss" in scalars:
            scalars["train/entropy"] = -scalars.pop("train/entropy_loss")
        return scalars

    def _evaluate(self) -> dict[str, float]:
        scalars: dict[str, float] = {}
        for name in self.settings.evaluation.opponents:
            games, players = self.settings.evaluation.games, self.settings.evaluation.players
            share = against(self.settings, self.model, name, players, games, EVALUATION_SEED).shares[0]
            scalars[f"eval/{name}/share"] = share.share
            scalars[f"eval/{name}/low"], scalars[f"eval/{name}/high"] = share.low, share.high
        self.bar.set_postfix({name.split("/")[1]: f"{value:.0%}" for name, value in scalars.items() if "share" in name})
        return scalars


def take_snapshot(settings: TrainSettings, folder: Path, model: SeatPPO, env: SeatVecEnv, pool: Pool) -> None:
    """Everything a run needs to go on from here as if nothing had been, and the bot as it is."""
    save_snapshot(
        folder / "snapshots",
        model.num_timesteps,
        model.policy,
        model.policy.optimizer,
        {"settings": as_dict(settings), "pool": pool.state(), "updates": model._n_updates},
        {**env.save(), **pool.arrays(), "episode_starts": np.asarray(model._last_episode_starts)},
    )
    write_bot(settings, folder, model, model.num_timesteps, {})


def write_bot(settings: TrainSettings, folder: Path, model: SeatPPO, decisions: int, results: dict[str, Any]) -> Path:
    """The policy as a bot checkpoint that anybody can load safely."""
    architecture = settings.net.architecture(GAME.pointers)
    config = GAME.config_class.of(**settings.game.options)
    told = provenance_now(as_dict(settings), config.as_dict(), results, settings.run.seed, decisions)
    return save_bot(folder / BOT_FILE, export_weights(model.policy, architecture), BotMeta.of(GAME, architecture, told))


def against(settings: TrainSettings, model: SeatPPO, opponent: str, players: int, games: int, seed: int) -> MatchResult:
    """The policy in one seat against copies of one bot of the roster in the others."""
    architecture = settings.net.architecture(GAME.pointers)
    network = Network(architecture, export_weights(model.policy, architecture), GAME.pointers)
    bots: list[Agent] = [PolicyAgent(np.random.default_rng((seed, 0)), network, settings.evaluation.greedy)]
    bots += [make_bot(opponent, GAME, np.random.default_rng((seed, seat))) for seat in range(1, players)]
    names = [LEARNED] + [opponent] * (players - 1)
    return match(GAME, names, bots, games, seed, settings.game.options)


def finish(settings: TrainSettings, folder: Path, model: SeatPPO, decisions: int) -> None:
    """Matches against the roster for every number of players, table, curves and bot."""
    rows = []
    for opponent in settings.evaluation.opponents:
        for players in settings.game.players:
            result = against(settings, model, opponent, players, settings.evaluation.final_games, FINAL_SEED)
            share = result.shares[0]
            rows.append(
                {
                    "opponents": f"{players - 1} {opponent}",
                    "players": players,
                    "games": share.games,
                    "wins": share.wins,
                    "share": share.share,
                    "low": share.low,
                    "high": share.high,
                    "equal": 1 / players,
                }
            )
    config = GAME.config_class.of(**settings.game.options)
    answers = "the likeliest" if settings.evaluation.greedy else "sampled"
    results = {"rules": config.as_dict(), "decisions": decisions, "answers": answers, "matches": rows}
    records.write_results(folder, results)
    bot = write_bot(settings, folder, model, decisions, results)
    curves = records.draw_curves(folder, 1 / settings.evaluation.players)
    print(table_of(rows))
    print(
        f"rules: {config.variant}, last_player {config.last_player}, max_turns {config.max_turns}; answers {answers},"
    )
    print("seats rotated over the same deals, 95 % intervals over deals")
    print(f"bot: {bot}\ncurves: {curves}")


def table_of(rows: list[dict[str, Any]]) -> str:
    """Win shares of the learner, a line a match."""
    lines = [
        f"{'the learner against':<22}{'games':>7}{'wins':>7}{'share':>8}   {'95 % interval':<17}{'equal share':>11}"
    ]
    for row in rows:
        counts = f"{row['opponents']:<22}{row['games']:>7}{row['wins']:>7}{row['share']:>8.1%}"
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        lines.append(f"{counts}   {interval:<17}{row['equal']:>11.1%}")
    return "\n".join(lines)
