"""What happens around updates: scalars, opponents, evaluations, snapshots, the bar, and the time limit."""

import time
from pathlib import Path
from typing import Self

from wd_env.envs.vector.multi_seat import EpisodeStats
from wd_env.progress import Progress
from wd_env.training import run_log
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.learner import Learner
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.torch_network import export_weights
from wd_env.training.run_evaluation import play_against, write_bot
from wd_env.training.snapshots.snapshot import save_snapshot
from wd_env.training.tensorboard_writer import EventFile
from wd_env.training.training_settings import TrainSettings, as_dict

SNAPSHOTS = "snapshots"  # a folder in the run's folder
EVALUATION_SEED = 20_261  # the same deals at every evaluation of every run


def snapshot_folder(folder: Path, rank: int) -> Path:
    """Return where a process of a run keeps its snapshots: games, opponents' draws and generators are its own."""
    return folder / SNAPSHOTS if rank == 0 else folder / SNAPSHOTS / f"process-{rank}"


class RunCallback:
    """Does between updates what every process has to: checkpoints join the opponents, and snapshots are taken."""

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

    def __exit__(self, *problem: object) -> None:
        pass

    def on_start(self) -> None:
        """Snapshot before self-play, so that no head start is lost."""
        self._snapshot()

    def on_update(self, metrics: dict[str, float]) -> bool:
        """Add checkpoints, snapshot; return whether the run goes on, which the first process says."""
        self._pop_stats()
        self._add_checkpoint()
        goes_on = self._should_continue(False)
        self.last_decisions = self.learner.decisions
        return goes_on

    def _pop_stats(self) -> EpisodeStats:
        """Return the counts of the games that ended since they were last taken; opponents are drawn by them, too."""
        stats = self.learner.games.pop_stats()
        self.pool.record_games(stats.learner_games, stats.learner_wins)
        return stats

    def _add_checkpoint(self) -> None:
        if self._is_due(self.settings.opponents.checkpoint_freq):
            self.pool.add_checkpoint(export_weights(self.learner.network))

    def _should_continue(self, is_out_of_time: bool) -> bool:
        """Whether the run goes on; a snapshot is taken where it is due."""
        is_out_of_time = self.process_group.broadcast_object(is_out_of_time)
        ends = is_out_of_time or self.learner.decisions >= self.settings.run.total_decisions
        if ends or self._is_due(self.settings.run.snapshot_freq):
            self._snapshot()
        return not ends

    def _snapshot(self) -> None:
        take_snapshot(self.settings, self.folder, self.learner, self.pool, self.process_group.rank)

    def _is_due(self, freq: int) -> bool:
        return self.learner.decisions // freq > self.last_decisions // freq


class TrainingCallback(RunCallback):
    """Does between updates whatever a run needs; as a context manager it closes progress bar and curves."""

    def __init__(
        self,
        settings: TrainSettings,
        folder: Path,
        learner: Learner,
        pool: OpponentPool,
        process_group: ProcessGroup = SINGLE_PROCESS,
    ) -> None:
        super().__init__(settings, folder, learner, pool, process_group)
        self.used = learner.games.batch.nodes_opened.copy()
        self.start_time = self.last_update = time.monotonic()
        self.events = EventFile(folder / "tensorboard", self.last_decisions)
        total = settings.run.total_decisions
        self.bar = Progress("self-play", total, "decisions", done=self.last_decisions)
        self.is_bar_shown = False  # before self-play the lessons have bars of their own

    def __exit__(self, *problem: object) -> None:
        self.bar.__exit__(*problem)
        self.events.close()

    def on_stage(self, stage: str) -> None:
        """Log how strong the policy is after a part of its head start, under the name of that part."""
        measured = {name.replace("eval/", f"{stage}/", 1): value for name, value in self._evaluate().items()}
        self._log(0, measured)

    def on_start(self) -> None:
        """Log how strong the policy is before self-play, and snapshot, so that no head start is lost."""
        self._log(0, self._evaluate())
        super().on_start()
        self._show_bar()
        self.last_update = time.monotonic()

    def on_update(self, metrics: dict[str, float]) -> bool:
        """Log the metrics of an update, add checkpoints, evaluate, snapshot; return whether the run goes on."""
        decisions, now = self.learner.decisions, time.monotonic()
        self._show_bar()
        self.bar.advance(decisions - self.last_decisions)
        speed = (decisions - self.last_decisions) / (now - self.last_update)
        scalars = {**self._game_scalars(), **metrics, "time/fps": speed}
        self._add_checkpoint()
        if self._is_due(self.settings.evaluation.freq):
            scalars |= self._evaluate()
        self._log(decisions, scalars)
        limit = self.settings.run.time_limit_minutes
        out_of_time = limit is not None and time.monotonic() - self.start_time > 60 * limit
        goes_on = self._should_continue(out_of_time)
        self.last_decisions, self.last_update = decisions, time.monotonic()
        return goes_on

    def _show_bar(self) -> None:
        if not self.is_bar_shown:
            self.bar.__enter__()
            self.is_bar_shown = True

    def _log(self, decisions: int, scalars: dict[str, float]) -> None:
        self.events.add(decisions, scalars)
        run_log.append_scalars(self.folder, decisions, scalars)

    def _game_scalars(self) -> dict[str, float]:
        """Return how games went since the last update, and how often each mechanism was used in one."""
        games = self.learner.games
        stats = self._pop_stats()
        used, self.used = games.batch.nodes_opened - self.used, games.batch.nodes_opened.copy()
        if stats.games == 0:
            return {}
        scalars = {"game/length": stats.decisions / stats.games, "game/truncated": stats.truncated / stats.games}
        for question, count in zip(self.settings.game.spec.nodes, used, strict=True):
            scalars[f"used/{question.name}"] = float(count) / stats.games
        met: dict[str, list[int]] = {}
        for opponent, played in stats.learner_games.items():
            name = self.pool.opponent_name(opponent)
            before = met.get(name, [0, 0])
            met[name] = [before[0] + played, before[1] + stats.learner_wins.get(opponent, 0)]
        return scalars | {f"league/{name}": wins / played for name, (played, wins) in met.items()}

    def _evaluate(self) -> dict[str, float]:
        scalars: dict[str, float] = {}
        for name in self.settings.evaluation.opponents:
            games, players = self.settings.evaluation.games, self.settings.evaluation.players
            share = play_against(
                self.settings, self.learner.bot_network, name, players, games, EVALUATION_SEED
            ).win_rates[0]
            scalars[f"eval/{name}/win_rate"] = share.win_rate
            scalars[f"eval/{name}/low"], scalars[f"eval/{name}/high"] = share.low, share.high
        told = (f"{name.split('/')[1]} {value:.0%}" for name, value in scalars.items() if name.endswith("/win_rate"))
        self.bar.advance(0, ", ".join(told))
        return scalars


def take_snapshot(settings: TrainSettings, folder: Path, learner: Learner, pool: OpponentPool, rank: int = 0) -> None:
    """Save everything a process needs to go on from here bit for bit; the first one saves the bot as it is, too."""
    state, arrays = learner.save()
    save_snapshot(
        snapshot_folder(folder, rank),
        learner.decisions,
        learner.network,
        learner.optimizer,
        {"settings": as_dict(settings), "pool": pool.state(), "learner": state},
        {**arrays, **pool.arrays()},
    )
    if rank == 0:
        write_bot(settings, folder, learner, {})
