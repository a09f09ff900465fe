"""Run in each of two processes by `test_company.py`: train in a process group, and write the results.

torchrun --nproc-per-node 2 -m tests.training.together FOLDER
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import torch
from torch import nn

from wd_env.games.world_dominance.game import GAME
from wd_env.training.distributed.process_group import ProcessGroup, divide_settings, get_process_group
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.settings.training_settings import settings_from_dict

UPDATES = 10
SETTINGS: dict[str, Any] = {
    "learner": "fast",
    "game": {"players": [2, 3], "options": {"max_turns": 9, "last_player": "last_survivor_wins"}},
    "ppo": {"n_envs": 16, "n_steps": 12, "batch_size": 48, "n_epochs": 2},
    "net": {"hidden": [16], "pointer_units": 4},
    "opponents": {"weights": {"random": 1.0}},
}


def digest_of(network: nn.Module) -> str:
    """Return a digest of every bit of the weights."""
    parts = [tensor.numpy().tobytes() for tensor in network.state_dict().values()]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def train(group: ProcessGroup, target_kl: float | None, updates: int) -> dict[str, Any]:
    """Train for `updates` updates.

    Return weights, decisions and steps after each, and a digest of the first observations.
    """
    ppo = {**SETTINGS["ppo"], "target_kl": target_kl}
    settings = settings_from_dict({**SETTINGS, "ppo": ppo})
    learner = BatchPPO.of(divide_settings(settings, group.size), OpponentPool(GAME, settings, group), group)
    first = hashlib.sha256(learner.games.batch.obs.tobytes()).hexdigest()
    results: dict[str, Any] = {"first": first, "begun": digest_of(learner.network), "after": [], "steps": [], "own": []}
    steps = [0]
    step = learner.optimizer.step

    def counted_step() -> Any:
        steps[0] += 1
        return step()

    learner.optimizer.step = counted_step  # type: ignore[method-assign,assignment]
    original_sum = group.sum
    group.sum = lambda value: results["own"].append(value) or original_sum(value)  # type: ignore[method-assign]

    def after(_: dict[str, float]) -> bool:
        results["after"].append([learner.decisions, digest_of(learner.network)])
        results["steps"].append(steps[0])
        return len(results["after"]) < updates

    learner.learn(after)
    group.sum = original_sum  # type: ignore[method-assign]
    return results


def clipped_gradients(group: ProcessGroup, max_norm: float) -> list[float]:
    """Return the gradients of two heads, of which each process uses one, clipped to a norm."""
    both = nn.ModuleList([nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)])
    (parameter,) = group.make_optimizer(both, 1.0).param_groups[0]["params"]
    both[group.rank](torch.ones(1)).sum().backward()
    group.clip_gradients(list(both.parameters()), max_norm)
    gradients: list[float] = parameter.grad.tolist()
    return gradients


def main() -> None:
    """Join the other process, train, and write the results."""
    torch.set_num_threads(1)
    group = get_process_group()
    results = {
        "heads": clipped_gradients(group, 10.0),
        "clipped": clipped_gradients(group, 0.1),
        "learned": train(group, None, UPDATES),
        "with_kl": train(group, 1e-7, 3),
    }
    (Path(sys.argv[1]) / f"{group.rank}.json").write_text(json.dumps(results))
    group.leave()


if __name__ == "__main__":
    main()
