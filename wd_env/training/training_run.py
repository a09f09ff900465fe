"""A training run: one policy in every seat, past selves and roster bots at the others, whichever learner learns.

A run reads from top to bottom: opponents, games and network are made, or brought back from the last snapshot; a new
network imitates a bot (`wd_env/training/supervised/behaviour_cloning.py`) and learns from a search
(`wd_env/training/supervised/expert_iteration.py`), where that is wanted; the learner (`wd_env/training/learner.py`)
alternates between rollouts and updates; after each update `TrainingCallback` writes scalars, adds checkpoints to the
opponents, evaluates, and takes snapshots; at the end the bot plays matches against the roster.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import yaml

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bot_files, make_bot
from wd_env.agents.bot_file import BOT_FILE, load_bot
from wd_env.agents.policy_agent import PolicyAgent
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.envs.vector.multi_seat import SeatGames
from wd_env.errors import CheckpointError, ConfigError, quoted, visible
from wd_env.storage.atomic_files import remove_leftovers, write_whole
from wd_env.training import run_log
from wd_env.training.distributed.process_group import Company, check_shared, company_here, share_of, size_here
from wd_env.training.learner import Learner, make_batch, make_learner
from wd_env.training.opponent_pool import Pool
from wd_env.training.ppo.torch_network import SeatNetwork, import_weights, is_as_wide, widened
from wd_env.training.run_evaluation import finish
from wd_env.training.snapshots.snapshot import Snapshot, drop_leftovers, load_latest, snapshots
from wd_env.training.snapshots.snapshot_checks import check_arrays, check_keys, naming
from wd_env.training.supervised.behaviour_cloning import imitate
from wd_env.training.supervised.expert_iteration import improve_by_search
from wd_env.training.training_callback import SNAPSHOTS, FollowingCallback, TrainingCallback, snapshots_of
from wd_env.training.training_settings import TrainSettings, as_dict, load_settings

SETTINGS = "settings.yaml"  # the resolved settings in the run's folder
STATE = ("settings", "pool", "learner")  # what a snapshot of a run knows beside its tensors


def train(settings: TrainSettings, resume: bool = False) -> Path:
    """Train as the settings say and return the run's folder; with `resume` go on from its last snapshot.

    A run that was stopped before its first snapshot begins anew when it is resumed. ConfigError for a folder that
    already holds a run (without `resume`), CheckpointError when there is nothing to resume, or when what there is
    belongs to other settings or is damaged.
    """
    folder = Path(settings.run.folder)
    check_shared(settings, size_here())
    if not resume and ((folder / SETTINGS).exists() or snapshots(folder / SNAPSHOTS)):
        raise ConfigError(f"run.folder {str(folder)!r} holds a run already; resume it or name another folder")
    company = company_here()
    try:
        _train(settings, folder, _last_snapshot(folder, settings, company) if resume else None, company)
    finally:
        company.leave()
    return folder


def _train(settings: TrainSettings, folder: Path, found: Snapshot | None, company: Company) -> None:
    """Train with a company of processes, from the beginning or from the snapshot of this one."""
    mine = share_of(settings, company.size)
    torch.set_num_threads(mine.run.torch_threads)
    pool = Pool(settings.game.spec, settings, company)
    for name in (*settings.evaluation.opponents, settings.imitation.bot):
        if name:
            make_bot(name, settings.game.spec, pool.generator)  # an unknown one is refused now
    if settings.expert.bot:
        make_expert(settings, pool.generator)
    learner = make_learner(mine, pool, company)
    if found is not None:
        bring_back(found, learner, pool)
    elif settings.net.start:
        begin_with(settings, learner.network)
    if company.is_first:
        _begin_folder(settings, folder, -1 if found is None else learner.decisions, found is None)
        print(f"wd: {plan_of(settings, None if found is None else learner.decisions, company.size)}", file=sys.stderr)
    company.first(None)  # the folder is there
    if learner.decisions < settings.run.total_decisions:
        kind = TrainingCallback if company.is_first else FollowingCallback
        with kind(settings, folder, learner, pool, company) as callback:
            if found is None:
                if isinstance(callback, TrainingCallback):
                    torch.set_num_threads(settings.run.torch_threads)  # the others wait
                    head_start(settings, learner, pool, callback)
                    torch.set_num_threads(mine.run.torch_threads)
                company.share(learner.network)
                callback.on_begin()
            learner.learn(callback.on_update)
    if company.is_first:
        finish(settings, folder, learner)


def plan_of(settings: TrainSettings, done: int | None, processes: int) -> str:
    """Tell in one line what a run does now, for how long and where; `done` decisions were made before, None if new."""
    run, imitation, expert = settings.run, settings.imitation, settings.expert
    lessons = [
        (imitation.bot, f"imitates {imitation.bot} over {imitation.decisions:,} decisions"),
        (expert.bot, f"learns {expert.decisions:,} labels of {expert.bot}"),
    ]
    parts = [told for bot, told in lessons if bot and done is None]
    begun = "" if done is None else f", of which {done:,} are done"
    limit = "" if run.time_limit_minutes is None else f", for {run.time_limit_minutes:g} minutes at most"
    parts.append(f"plays itself for {run.total_decisions:,} decisions{begun}{limit}")
    final = len(settings.evaluation.opponents) * len(settings.game.players)
    parts.append(f"plays {final} matches of {settings.evaluation.final_games:,} games")
    where = f"{processes} process{'' if processes == 1 else 'es'}, into {run.folder}"
    return visible(f"training for {settings.game.name}: the policy {', then '.join(parts)}; {where}")


def _begin_folder(settings: TrainSettings, folder: Path, decisions: int, is_new: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder, decisions)
    if is_new:
        write_whole(folder / SETTINGS, yaml.safe_dump(as_dict(settings), sort_keys=False))


def _tidy(folder: Path, decisions: int) -> None:
    """Drop what a run that was killed has left half written, and of its curves what will be written again."""
    for name in (SETTINGS, run_log.CURVES, run_log.PICTURE, run_log.RESULTS, BOT_FILE):
        remove_leftovers(folder / name)
    drop_leftovers(folder / SNAPSHOTS)
    run_log.forget_after(folder, decisions)


def _last_snapshot(folder: Path, settings: TrainSettings, company: Company) -> Snapshot | None:
    """The snapshot of this process to go on from, None if the run was stopped before all had their first one.

    All settings but those of the run itself must be as they were, and as many processes; CheckpointError otherwise.
    """
    mine = snapshots_of(folder, company.rank)
    if snapshots_of(folder, company.size).exists():
        raise CheckpointError(
            f"{folder}: was trained by more than {company.size} processes together; allowed are as many"
        )
    kept = folder / SETTINGS
    found = None
    if kept.exists() and not snapshots(mine):
        _check_settings(kept, as_dict(load_settings(kept)), settings)
    else:
        found = load_latest(mine)
    common = company.least(-1 if found is None else found.number)  # a kill may have come between two of them
    if common < 0 < company.first(-1 if found is None else found.number):
        raise CheckpointError(f"{folder}: was trained by fewer than {company.size} processes; allowed are as many")
    if found is None or common < 0:
        print(f"{folder}: was stopped before its first snapshot and begins anew")
        return None
    if found.number != common:
        found = load_latest(mine, common)
    with naming(found.path):
        check_keys(found.state, STATE, "state")
    _check_settings(found.path, found.state["settings"], settings)
    return found


def _check_settings(path: Path, kept: object, settings: TrainSettings) -> None:
    wanted = as_dict(settings)
    with naming(path):
        found = check_keys(kept, wanted, "settings")
        for part, value in wanted.items():
            if part != "run" and found[part] != value:
                raise CheckpointError(f"was made with {part} {found[part]}; asked for is {value}")


def begin_with(settings: TrainSettings, network: SeatNetwork) -> None:
    """Give the network the weights of the bot of `net.start`; ConfigError for one of other or of wider layers."""
    name, game = settings.net.start, settings.game.spec
    if not isinstance(make_bot(name, game, np.random.default_rng()), PolicyAgent):
        raise ConfigError(f"net.start is {quoted(name)}, which has no network; allowed are trained bots")
    path = bot_files(name)[0]
    bot, meta = load_bot(path, game)
    was, now = meta.architecture, network.architecture
    if replace(now, hidden=was.hidden, pointed=was.pointed) != was or not is_as_wide(bot.weights, network):
        allowed = "allowed is one of as many layers, as wide or narrower"
        raise ConfigError(f"net.start: {path} has {was}, the network of this run {now}; {allowed}")
    import_weights(network, widened(bot.weights, network))


def head_start(settings: TrainSettings, learner: Learner, pool: Pool, callback: TrainingCallback) -> None:
    """Teach the network before self-play, as the settings say: by a bot that it imitates, then by a search."""
    generator = np.random.default_rng((settings.run.seed, 4))
    if settings.imitation.bot:
        bot = make_bot(settings.imitation.bot, settings.game.spec, generator)
        shown = make_batch(settings, settings.imitation.tables, settings.run.seed + 1)
        imitate(learner.network, bot, shown, settings.imitation, generator)
        callback.on_stage(run_log.IMITATION)
    if settings.expert.bot:
        expert = make_expert(settings, generator)
        batch = make_batch(settings, settings.expert.tables, settings.run.seed + 2)
        games = SeatGames(batch, pool.opponents, pool.line_up, pool.deal_players)
        games.begin()
        improve_by_search(learner.network, expert, games, settings.expert, generator)
        callback.on_stage("expert")


def make_expert(settings: TrainSettings, generator: np.random.Generator) -> Agent:
    """Make the bot that labels decisions: a search by what it finds, any other by its own answers."""
    expert = make_bot(settings.expert.bot, settings.game.spec, generator)
    if isinstance(expert, SearchAgent):
        expert.threads = settings.run.torch_threads
    return expert


def bring_back(found: Snapshot, learner: Learner, pool: Pool) -> None:
    """Restore opponents, games, policy, optimiser and generators; CheckpointError for states that cannot have been."""
    with naming(found.path):
        pool.restore(found.state["pool"], found.arrays)
        check_arrays(found.arrays, {**learner.save()[1], **pool.arrays()}, "arrays")
        learner.load(found.number, found.state["learner"], found.arrays)
        if learner.games.batch.done.any():
            raise CheckpointError("the saved games are over; a run deals others in their place at once")
    found.apply(learner.network, learner.optimizer)
