"""A training run: one policy plays the learning seats; past checkpoints and bots of the roster play the others.

A run reads from top to bottom: it creates opponents, games and network, or restores them from the last snapshot. With
the settings `imitation` and `expert` a new network first imitates a bot (`supervised/behaviour_cloning.py`) or learns
from a search (`supervised/expert_iteration.py`). Then the learner (`learner.py`) alternates between rollouts and
updates. After each update `TrainingCallback` writes scalars, adds checkpoints to the opponents, evaluates and saves
snapshots. At the end the bot plays matches against the roster.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import yaml

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bot_files, make_bot
from wd_env.agents.files.bot_file import BOT_FILE_NAME, load_bot
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import CheckpointError, ConfigError, quoted
from wd_env.parallel.thread_limits import limit_threads
from wd_env.storage.atomic_files import remove_temporary_files, write_atomic
from wd_env.training import run_log
from wd_env.training.distributed.process_group import (
    ProcessGroup,
    check_process_count,
    divide_settings,
    get_process_group,
    world_size,
)
from wd_env.training.learner import Learner, make_batch, make_learner, standardise_inputs
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.network_weights import fits_widened, import_weights, widen_weights
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.run_description import describe_run
from wd_env.training.run_evaluation import finish_run
from wd_env.training.run_folder import BEST_BOT_FILE, RUN_FILE, RunInfo, check_custom_files, new_folder
from wd_env.training.settings.training_settings import TrainSettings, as_dict, load_settings
from wd_env.training.snapshots.snapshot import Snapshot, drop_leftovers, list_snapshots, load_latest_snapshot
from wd_env.training.snapshots.snapshot_checks import check_arrays, check_keys, name_file_in_errors
from wd_env.training.supervised.behaviour_cloning import imitate
from wd_env.training.supervised.expert_iteration import improve_by_search
from wd_env.training.tensorboard_writer import write_hparams
from wd_env.training.trackers import Trackers, check_trackers, flatten
from wd_env.training.training_callback import SNAPSHOTS, RunCallback, TrainingCallback, snapshot_folder

SETTINGS_FILE = "settings.yaml"  # the resolved settings in the run's folder
MILLISECONDS = 1000  # in a second; processes add whole numbers
STATE_KEYS = ("settings", "pool", "learner")  # of the JSON data of a snapshot


def train(settings: TrainSettings, resume: bool = False, track: Sequence[str] = ()) -> Path:
    """Train a bot, or resume a run from its last snapshot.

    Args:
        settings: The settings of the run.
        resume: Resume the run in `run.folder`. One that was stopped before its first snapshot starts again.
        track: Trackers in addition to TensorBoard, of `trackers.TRACKERS`.

    Returns:
        The folder of the run.

    Raises:
        ConfigError: If a setting or tracker is invalid, or the folder already holds a run that is not resumed.
        CheckpointError: If a snapshot is missing, corrupt or has other settings.
    """
    check_process_count(settings, world_size())
    check_trackers(track)
    process_group = get_process_group()
    try:
        folder = process_group.broadcast_object(new_folder(settings))
        if not resume and ((folder / SETTINGS_FILE).exists() or list_snapshots(folder / SNAPSHOTS)):
            raise ConfigError(
                f"run.folder: expected a new folder, got {str(folder)!r}, which holds a run; resume it or name "
                "another folder"
            )
        if resume:
            check_custom_files(folder, settings)
        settings = replace(settings, run=replace(settings.run, folder=str(folder)))
        process_settings = divide_settings(settings, process_group.size)
        with limit_threads(process_settings.run.torch_threads):
            _train(
                settings,
                process_settings,
                _last_snapshot(folder, settings, process_group) if resume else None,
                process_group,
                track,
            )
    finally:
        process_group.leave()
    return folder


def _train(
    settings: TrainSettings,
    process_settings: TrainSettings,
    snapshot: Snapshot | None,
    process_group: ProcessGroup,
    track: Sequence[str],
) -> None:
    """Train with a group of processes, from the start or from the snapshot of this one.

    `process_settings` are the part of this process.
    """
    folder = Path(settings.run.folder)
    pool = OpponentPool(settings.game.spec, settings, process_group)
    for name in (*settings.evaluation.opponents, settings.imitation.bot):
        if name:
            make_bot(name, settings.game.spec, pool.generator)  # raises now if it is unknown
    if settings.expert.bot:
        make_expert(settings, pool.generator)
    learner = make_learner(process_settings, pool, process_group)
    if snapshot is not None:
        restore_run(snapshot, learner, pool)
    elif settings.net.init_from:
        load_start_weights(settings, learner.network)
    elif settings.net.standardise_inputs:
        standardise_inputs(settings, learner.network)
    if not process_group.is_first:
        process_group.broadcast_object(None)  # the folder exists
        if learner.decisions < settings.run.total_decisions:
            with RunCallback(settings, folder, learner, pool, process_group) as callback:
                _learn_for_first(learner, callback, process_group, snapshot is None)
        return
    decisions_done = None if snapshot is None else learner.decisions
    _prepare_folder(settings, folder, -1 if decisions_done is None else decisions_done, snapshot is None)
    process_group.broadcast_object(None)
    header = describe_run(settings, learner.network, decisions_done, process_group.size)
    print("\n".join(header), file=sys.stderr)
    info = RunInfo(folder, settings, process_group.size)
    with Trackers.start(track, folder, as_dict(settings)) as trackers:
        if learner.decisions < settings.run.total_decisions:
            with TrainingCallback(settings, folder, learner, pool, process_group, trackers) as first:
                first.events.add_text("run", "\n".join(f"    {line}" for line in header))
                if snapshot is None:
                    with limit_threads(settings.run.torch_threads):  # the other processes wait
                        pretrain(settings, learner, pool, first, info)
                with info.stage("ppo"):
                    _learn(learner, first, process_group, snapshot is None)
                info.add_processor_seconds("ppo", process_group.sum(0) / MILLISECONDS)
        with info.stage("final_matches"):
            results = finish_run(settings, folder, learner)
        trackers.log_results(results)
    write_hparams(folder, learner.decisions, flatten(as_dict(settings)), results)


def _learn(learner: Learner, callback: RunCallback, process_group: ProcessGroup, is_new: bool) -> None:
    if is_new:
        process_group.broadcast(learner.network)
        callback.on_start()
    learner.learn(callback.on_update)


def _learn_for_first(learner: Learner, callback: RunCallback, process_group: ProcessGroup, is_new: bool) -> None:
    """Learn in a process other than the first one, which adds the processor time of all."""
    began = time.process_time()
    _learn(learner, callback, process_group, is_new)
    process_group.sum(round((time.process_time() - began) * MILLISECONDS))


def _prepare_folder(settings: TrainSettings, folder: Path, decisions: int, is_new: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(folder, decisions)
    if is_new:
        write_atomic(folder / SETTINGS_FILE, yaml.safe_dump(as_dict(settings), sort_keys=False))


def _remove_leftovers(folder: Path, decisions: int) -> None:
    """Remove incomplete files of a run that was killed, and the lines of its curves that will be written again."""
    names = (
        SETTINGS_FILE,
        RUN_FILE,
        run_log.CURVES,
        run_log.CURVES_IMAGE,
        run_log.RESULTS,
        BOT_FILE_NAME,
        BEST_BOT_FILE,
    )
    for name in names:
        remove_temporary_files(folder / name)
    drop_leftovers(folder / SNAPSHOTS)
    run_log.drop_scalars_after(folder, decisions)


def _last_snapshot(folder: Path, settings: TrainSettings, process_group: ProcessGroup) -> Snapshot | None:
    """Return the last snapshot that all processes have.

    Returns:
        The snapshot; None if the run was stopped before all processes had saved one.

    Raises:
        CheckpointError: If the number of processes or a setting outside `run` has changed.
    """
    process_folder = snapshot_folder(folder, process_group.rank)
    if snapshot_folder(folder, process_group.size).exists():
        raise CheckpointError(
            f"{folder}: expected the number of processes that trained it, got {process_group.size}, which is fewer"
        )
    retained = folder / SETTINGS_FILE
    result = None
    if retained.exists() and not list_snapshots(process_folder):
        _check_settings(retained, as_dict(load_settings(retained)), settings)
    else:
        result = load_latest_snapshot(process_folder)
    # processes may have been killed between their snapshots
    common = process_group.min(-1 if result is None else result.decisions)
    if common < 0 < process_group.broadcast_object(-1 if result is None else result.decisions):
        raise CheckpointError(
            f"{folder}: expected the number of processes that trained it, got {process_group.size}, which is more"
        )
    if result is None or common < 0:
        print(f"{folder}: was stopped before its first snapshot; starting again")
        return None
    if result.decisions != common:
        result = load_latest_snapshot(process_folder, common)
    with name_file_in_errors(result.path):
        check_keys(result.state, STATE_KEYS, "state")
    _check_settings(result.path, result.state["settings"], settings)
    return result


def _check_settings(path: Path, saved: object, settings: TrainSettings) -> None:
    expected = as_dict(settings)
    with name_file_in_errors(path):
        result = check_keys(saved, expected, "settings")
        for section, value in expected.items():
            was = result[section]
            if section == "run" or was == value:
                continue
            if not isinstance(was, dict) or not isinstance(value, dict):
                raise CheckpointError(f"{section}: expected {was}, as in the run, got {value}")
            different = [key for key in (*was, *value) if was.get(key) != value.get(key)]
            if different:  # a setting that is newer than the run is absent there, which is the same as null
                key = different[0]
                raise CheckpointError(f"{section}.{key}: expected {was.get(key)}, as in the run, got {value.get(key)}")


def load_start_weights(settings: TrainSettings, network: PolicyValueNet) -> None:
    """Set the weights of the network to those of the bot of `net.init_from`.

    Raises:
        ConfigError: If the bot has other or wider layers.
    """
    name, game = settings.net.init_from, settings.game.spec
    if not isinstance(make_bot(name, game, np.random.default_rng()), PolicyAgent):
        raise ConfigError(f"net.init_from: expected a trained bot, got {quoted(name)}, which has no network")
    path = bot_files(name, game.name)[0]
    bot, meta = load_bot(path, game)
    was, now = meta.architecture, network.architecture
    if replace(now, hidden=was.hidden, pointer_units=was.pointer_units) != was or not fits_widened(
        bot.weights, network
    ):
        actual, expected = _differences(was, now)
        raise ConfigError(
            f"net.init_from: expected a network like that of this run ({expected}), as wide or narrower, and equally "
            f"wide if it is recurrent; got {actual} in {path}"
        )
    import_weights(network, widen_weights(bot.weights, network))


def _differences(was: Architecture, now: Architecture) -> tuple[str, str]:
    """Return the fields in which two architectures differ, with the values of each, as text."""
    pairs = [(name, value, getattr(now, name)) for name, value in vars(was).items() if value != getattr(now, name)]
    return ", ".join(f"{name}={old!r}" for name, old, _ in pairs), ", ".join(
        f"{name}={new!r}" for name, _, new in pairs
    )


def pretrain(
    settings: TrainSettings, learner: Learner, pool: OpponentPool, callback: TrainingCallback, info: RunInfo
) -> None:
    """Run the enabled stages before PPO: imitation of a bot, then expert iteration."""
    generator = np.random.default_rng((settings.run.seed, 4))
    if settings.imitation.bot:
        bot = make_bot(settings.imitation.bot, settings.game.spec, generator)
        demonstration_batch = make_batch(settings, settings.imitation.n_envs, settings.run.seed + 1)
        with info.stage("imitation"):
            imitate(learner.network, bot, demonstration_batch, settings.imitation, generator)
        callback.on_stage("imitation")
    if settings.expert.bot:
        expert = make_expert(settings, generator)
        batch = make_batch(settings, settings.expert.n_envs, settings.run.seed + 2)
        games = MultiSeatEnv(batch, pool.opponents, pool.sample_lineup, pool.sample_num_players)
        games.start_games()
        with info.stage("expert"):
            improve_by_search(learner.network, expert, games, settings.expert, generator)
        callback.on_stage("expert")


def make_expert(settings: TrainSettings, generator: np.random.Generator) -> Agent:
    """Make the bot that labels decisions: a search by its estimates, another bot by its actions.

    Raises:
        ConfigError: If the bot is recurrent, because it would have to see all decisions of the games.
    """
    expert = make_bot(settings.expert.bot, settings.game.spec, generator)
    if getattr(expert, "hidden_size", 0):  # a class of the user may not derive from Agent
        raise ConfigError(
            f"expert.bot: expected a bot that needs only views, got {quoted(settings.expert.bot)}, which is recurrent"
        )
    if isinstance(expert, SearchAgent):
        expert.threads = settings.run.torch_threads
    return expert


def restore_run(snapshot: Snapshot, learner: Learner, pool: OpponentPool) -> None:
    """Restore opponents, games, policy, optimiser and generators; raise CheckpointError if a state is invalid."""
    with name_file_in_errors(snapshot.path):
        pool.restore(snapshot.state["pool"], snapshot.arrays)
        check_arrays(snapshot.arrays, {**learner.save()[1], **pool.arrays()}, "arrays")
        learner.load(snapshot.decisions, snapshot.state["learner"], snapshot.arrays)
        if learner.games.batch.done.any():
            raise CheckpointError("saved games: expected games in progress, got some that are over")
    snapshot.apply(learner.network, learner.optimizer)
