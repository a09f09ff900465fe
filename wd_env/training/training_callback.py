"""Callbacks between updates: scalars, opponents, evaluations, snapshots, progress bar and time limit."""

import time
from pathlib import Path
from typing import Self

from wd_env.agents.files.bot_file import BOT_FILE_NAME
from wd_env.envs.vector.episode_stats import EpisodeStats
from wd_env.progress import Progress
from wd_env.training import run_log
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.learner import Learner
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.run_evaluation import play_against, write_bot
from wd_env.training.run_folder import BEST_BOT_FILE
from wd_env.training.settings.training_settings import TrainSettings, as_dict
from wd_env.training.snapshots.snapshot import save_snapshot
from wd_env.training.tensorboard_writer import TENSORBOARD_FOLDER, EventFile
from wd_env.training.trackers import Trackers

SNAPSHOTS = "snapshots"  # a folder in the run's folder
EVALUATION_SEED = 20_261  # the same deals in every evaluation of every run


def snapshot_folder(folder: Path, priority: int) -> Path:
    """Return the folder of the snapshots of one process, which has separate games and generators."""
    return folder / SNAPSHOTS if priority == 0 else folder / SNAPSHOTS / f"process-{priority}"


class RunCallback:
    """Callback of every process between updates: adds checkpoints to the opponents, and saves snapshots."""

    def __init__(
        self,
        settings: TrainSettings,
        folder: Path,
        learner: Learner,
        pool: OpponentPool,
        process_group: ProcessGroup = SINGLE_PROCESS,
    ) -> None:
        self.settings = settings
        self.folder = folder
        self.learner = learner
        self.pool = pool
        self.process_group = process_group
        self.last_decisions = learner.decisions  # at the last update

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def on_start(self) -> None:
        """Save a snapshot before PPO, so that pretraining is not lost."""
        self._snapshot()

    def on_update(self, metrics: dict[str, float]) -> bool:
        """Add checkpoints and save snapshots; return whether the run continues, which the first process decides."""
        self._pop_stats()
        self._add_checkpoint()
        continues = self._should_continue(False)
        self.last_decisions = self.learner.decisions
        return continues

    def _pop_stats(self) -> EpisodeStats:
        """Return and clear the statistics of finished games, which also update the records of opponents."""
        stats = self.learner.games.pop_stats()
        self.pool.record_games(stats.learner_games, stats.learner_wins)
        return stats

    def _add_checkpoint(self) -> None:
        if self._is_due(self.settings.opponents.checkpoint_freq):
            self.pool.add_checkpoint(export_weights(self.learner.network))

    def _should_continue(self, is_out_of_time: bool) -> bool:
        """Return whether the run continues, after a snapshot if one is due."""
        is_out_of_time = self.process_group.broadcast_object(is_out_of_time)
        bounds = is_out_of_time or self.learner.decisions >= self.settings.run.total_decisions
        if bounds or self._is_due(self.settings.run.snapshot_freq):
            self._snapshot()
        return not bounds

    def _snapshot(self) -> None:
        save_run_snapshot(self.settings, self.folder, self.learner, self.pool, self.process_group.rank)

    def _is_due(self, freq: int) -> bool:
        return self.learner.decisions // freq > self.last_decisions // freq


class TrainingCallback(RunCallback):
    """Callback of the first process; a context manager that closes progress bar, curves and trackers."""

    def __init__(
        self,
        settings: TrainSettings,
        folder: Path,
        learner: Learner,
        pool: OpponentPool,
        process_group: ProcessGroup = SINGLE_PROCESS,
        trackers: Trackers | None = None,
    ) -> None:
        super().__init__(settings, folder, learner, pool, process_group)
        self.nodes_opened = learner.games.batch.nodes_opened.copy()
        self.start_time = self.last_update = time.monotonic()
        self.events = EventFile(folder / TENSORBOARD_FOLDER, self.last_decisions)
        self.trackers = Trackers() if trackers is None else trackers
        lines = run_log.read_scalars(folder)
        self.best_win_rate = max(filter(None, map(run_log.mean_win_rate, lines)), default=0.0)
        self.earlier_seconds = max((line.get(run_log.ELAPSED, 0.0) for line in lines), default=0.0)  # before a resume
        total = settings.run.total_decisions
        self.progress_bar = Progress("PPO", total, "decisions", done=self.last_decisions)
        self.has_progress_bar = False  # the stages before PPO have their own bars

    def __exit__(self, *exc: object) -> None:
        self.progress_bar.__exit__(*exc)
        self.events.close()

    def on_stage(self, stage: str) -> None:
        """Log the strength of the policy after a stage before PPO, under the name of the stage."""
        self._log(0, self._evaluate(stage))

    def on_start(self) -> None:
        """Log the strength of the policy before PPO, and save a snapshot, so that pretraining is not lost."""
        self._log(0, self._evaluate())
        super().on_start()
        self._start_progress_bar()
        self.last_update = time.monotonic()

    def on_update(self, metrics: dict[str, float]) -> bool:
        """Log the metrics of an update, add checkpoints, evaluate, save snapshots; return whether the run continues."""
        decisions, now = self.learner.decisions, time.monotonic()
        self._start_progress_bar()
        self.progress_bar.advance(decisions - self.last_decisions)
        speed = (decisions - self.last_decisions) / (now - self.last_update)
        scalars = {**self._game_scalars(), **metrics, "time/fps": speed}
        self._add_checkpoint()
        if self._is_due(self.settings.evaluation.freq):
            scalars |= self._evaluate()
        self._log(decisions, scalars)
        limit = self.settings.run.time_limit_minutes
        out_of_time = limit is not None and time.monotonic() - self.start_time > 60 * limit
        continues = self._should_continue(out_of_time)
        self.last_decisions, self.last_update = decisions, time.monotonic()
        return continues

    def _start_progress_bar(self) -> None:
        if not self.has_progress_bar:
            self.progress_bar.__enter__()
            self.has_progress_bar = True

    def _log(self, decisions: int, scalars: dict[str, float]) -> None:
        scalars = {**scalars, run_log.ELAPSED: self.earlier_seconds + time.monotonic() - self.start_time}
        self.events.add(decisions, scalars)
        self.trackers.log_scalars(decisions, scalars)
        run_log.append_scalars(self.folder, decisions, scalars)

    def _game_scalars(self) -> dict[str, float]:
        """Return results and lengths of the games that ended since the last update."""
        stats = self._pop_stats()
        nodes = self.learner.games.batch.nodes_opened
        opened, self.nodes_opened = nodes - self.nodes_opened, nodes.copy()
        if stats.games == 0:
            return {}
        scalars = {
            "rollout/ep_len_mean": stats.decisions / stats.games,
            "rollout/truncated": stats.truncated / stats.games,
        }
        if stats.learner_seats:
            scalars["rollout/ep_rew_mean"] = stats.learner_rewards / stats.learner_seats
        if self.settings.run.log_nodes:
            names = (node.name for node in self.settings.game.spec.nodes)
            scalars |= {f"used/{name}": float(count) / stats.games for name, count in zip(names, opened, strict=True)}
        return scalars | self._training_win_rates(stats)

    def _training_win_rates(self, stats: EpisodeStats) -> dict[str, float]:
        """Return the fraction of training games that the learner won, by opponent."""
        faced: dict[str, list[int]] = {}
        for opponent, played in stats.learner_games.items():
            name = self.pool.opponent_name(opponent)
            games, wins = faced.get(name, [0, 0])
            faced[name] = [games + played, wins + stats.learner_wins.get(opponent, 0)]
        return {f"rollout/{run_log.WIN_RATE}{name}": wins / games for name, (games, wins) in faced.items()}

    def _evaluate(self, stage: str = "eval") -> dict[str, float]:
        """Play matches against the opponents of the evaluation, show the win rates, and save the best bot."""
        settings, network = self.settings, self.learner.bot_network
        games, players = settings.evaluation.games, settings.evaluation.players
        win_rates = {
            name: play_against(settings, network, name, players, games, EVALUATION_SEED).win_rates[0]
            for name in settings.evaluation.opponents
        }
        self.progress_bar.advance(
            0, ", ".join(f"{name} {estimate.win_rate:.0%}" for name, estimate in win_rates.items())
        )
        scalars: dict[str, float] = {}
        for name, estimate in win_rates.items():
            scalars |= run_log.win_rate_scalars(stage, name, estimate.win_rate, estimate.low, estimate.high)
        mean = run_log.mean_win_rate(scalars)
        if mean is not None and mean > self.best_win_rate:
            self.best_win_rate = mean
            write_bot(settings, self.folder / BEST_BOT_FILE, self.learner, scalars)
        return scalars


def save_run_snapshot(
    settings: TrainSettings, folder: Path, learner: Learner, pool: OpponentPool, priority: int = 0
) -> None:
    """Save everything that a process needs to continue with identical results; the first one also saves the bot."""
    state, arrays = learner.save()
    save_snapshot(
        snapshot_folder(folder, priority),
        learner.decisions,
        learner.network,
        learner.optimizer,
        {"settings": as_dict(settings), "pool": pool.state(), "learner": state},
        {**arrays, **pool.arrays()},
    )
    if priority == 0:
        write_bot(settings, folder / BOT_FILE_NAME, learner, {})
