"""What happens between two updates: scalars, opponents, evaluations, snapshots, the bar, and the time limit."""

import time
from pathlib import Path

from tqdm import tqdm

from wd_env.train import records
from wd_env.train.board import Board
from wd_env.train.evaluation import against, write_bot
from wd_env.train.lane import Lane
from wd_env.train.network import export_weights
from wd_env.train.opponents import Pool
from wd_env.train.settings import TrainSettings, as_dict
from wd_env.train.snapshot import save_snapshot

SNAPSHOTS = "snapshots"  # a folder in the run's folder
EVALUATION_SEED = 20_261  # the same deals at every evaluation of every run


class Chronicle:
    """Visits a run after each update; a context, which ends with the bar and the curves closed."""

    def __init__(self, settings: TrainSettings, folder: Path, lane: Lane, pool: Pool) -> None:
        self.settings = settings
        self.folder = folder
        self.lane = lane
        self.pool = pool
        self.used = lane.games.batch.used.copy()
        self.last = lane.decisions  # at the last visit
        self.begun = self.visited = time.monotonic()
        self.board = Board(folder / "tensorboard", self.last)
        total = settings.run.total_decisions
        self.bar = tqdm(total=total, initial=self.last, unit="decision", unit_scale=True, smoothing=0.05)

    def __enter__(self) -> "Chronicle":
        return self

    def __exit__(self, *problem: object) -> None:
        self.bar.close()
        self.board.close()

    def visit(self, told: dict[str, float]) -> bool:
        """After an update, which `told` something of itself; whether the run goes on. All belongs to its decisions."""
        decisions, now = self.lane.decisions, time.monotonic()
        self.bar.update(decisions - self.last)
        speed = (decisions - self.last) / (now - self.visited)
        scalars = {**self._game_scalars(), **told, "time/fps": speed}
        if self._crossed(self.settings.opponents.snapshot_every):
            self.pool.join(export_weights(self.lane.network))
        if self._crossed(self.settings.evaluation.every):
            scalars |= self._evaluate()
        self.board.add(decisions, scalars)
        records.append_scalars(self.folder, decisions, scalars)
        limit = self.settings.run.time_limit_minutes
        out_of_time = limit is not None and time.monotonic() - self.begun > 60 * limit
        ends = out_of_time or decisions >= self.settings.run.total_decisions
        if ends or self._crossed(self.settings.run.checkpoint_every):
            take_snapshot(self.settings, self.folder, self.lane, self.pool)
        self.last, self.visited = decisions, time.monotonic()
        return not ends

    def _crossed(self, every: int) -> bool:
        return self.lane.decisions // every > self.last // every

    def _game_scalars(self) -> dict[str, float]:
        """How games went since the last visit, and how often each mechanism was used in one."""
        games = self.lane.games
        tally = games.take_tally()
        used, self.used = games.batch.used - self.used, games.batch.used.copy()
        if tally.games == 0:
            return {}
        scalars = {"game/length": tally.decisions / tally.games, "game/truncated": tally.truncated / tally.games}
        for question, count in zip(self.settings.game.spec.questions, used, strict=True):
            scalars[f"used/{question.name}"] = float(count) / tally.games
        met: dict[str, list[int]] = {}
        for chooser, played in tally.learner_games.items():
            name = self.pool.name(chooser)
            before = met.get(name, [0, 0])
            met[name] = [before[0] + played, before[1] + tally.learner_wins.get(chooser, 0)]
        return scalars | {f"league/{name}": wins / played for name, (played, wins) in met.items()}

    def _evaluate(self) -> dict[str, float]:
        scalars: dict[str, float] = {}
        for name in self.settings.evaluation.opponents:
            games, players = self.settings.evaluation.games, self.settings.evaluation.players
            share = against(self.settings, self.lane.network, name, players, games, EVALUATION_SEED).shares[0]
            scalars[f"eval/{name}/share"] = share.share
            scalars[f"eval/{name}/low"], scalars[f"eval/{name}/high"] = share.low, share.high
        self.bar.set_postfix({name.split("/")[1]: f"{value:.0%}" for name, value in scalars.items() if "share" in name})
        return scalars


def take_snapshot(settings: TrainSettings, folder: Path, lane: Lane, pool: Pool) -> None:
    """Everything a run needs to go on from here as if nothing had been, and the bot as it is."""
    state, arrays = lane.save()
    save_snapshot(
        folder / SNAPSHOTS,
        lane.decisions,
        lane.network,
        lane.optimizer,
        {"settings": as_dict(settings), "pool": pool.state(), "lane": state},
        {**arrays, **pool.arrays()},
    )
    write_bot(settings, folder, lane, {})
