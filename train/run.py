"""A training run: one policy in every seat, past selves and roster bots at the others, whichever lane learns.

A run reads from top to bottom: opponents, games and network are made, or brought back from the last snapshot; the
lane (`train/lane.py`) alternates between playing and updating; after each update `Chronicle` writes scalars, lets
checkpoints join the opponents, evaluates, and takes snapshots; at the end the bot plays matches against the roster.
"""

from pathlib import Path

import numpy as np
import torch
import yaml

from wd_env.agents.roster import make_bot
from wd_env.core.errors import CheckpointError, ConfigError
from wd_env.train import records
from wd_env.train.chronicle import Chronicle
from wd_env.train.evaluation import finish
from wd_env.train.imitation import imitate
from wd_env.train.lane import Lane, make_batch, make_lane
from wd_env.train.opponents import Pool
from wd_env.train.settings import TrainSettings, as_dict
from wd_env.train.snapshot import Snapshot, load_latest
from wd_env.world_dominance.game import GAME

SETTINGS = "settings.yaml"  # the resolved settings in the run's folder


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
    lane = make_lane(settings, pool)
    if found is not None:
        bring_back(found, lane, pool)
        records.forget_after(folder, lane.decisions)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SETTINGS).write_text(yaml.safe_dump(as_dict(settings), sort_keys=False), encoding="utf-8")
        if settings.imitation.bot:
            head_start(settings, lane)
    if lane.decisions < settings.run.total_decisions:
        with Chronicle(settings, folder, lane, pool) as chronicle:
            lane.learn(chronicle.visit)
    finish(settings, folder, lane)
    return folder


def _last_snapshot(folder: Path, settings: TrainSettings) -> Snapshot:
    """The snapshot to go on from; all settings but those of the run itself must be as they were."""
    found = load_latest(folder / "snapshots")
    for part, value in as_dict(settings).items():
        kept = found.state["settings"].get(part)
        if part != "run" and kept != value:
            raise CheckpointError(f"{found.path}: was made with {part} {kept}; asked for is {value}")
    return found


def head_start(settings: TrainSettings, lane: Lane) -> None:
    """Imitate a bot of the roster before self-play begins."""
    generator = np.random.default_rng((settings.run.seed, 4))
    games = make_batch(settings, settings.imitation.tables, settings.run.seed + 1)
    bot = make_bot(settings.imitation.bot, GAME, generator)
    imitate(lane.network, bot, games, settings.imitation, generator)


def bring_back(found: Snapshot, lane: Lane, pool: Pool) -> None:
    """Opponents, games, policy, optimiser and generators as they were."""
    pool.restore(found.state["pool"], found.arrays)
    lane.load(found.number, found.state["lane"], found.arrays)
    found.apply(lane.network, lane.optimizer)
