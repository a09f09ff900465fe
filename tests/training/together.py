"""The work of each of two processes in `test_company.py`: train together, and write the results.

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


def learned(company: ProcessGroup, target_kl: float | None, updates: int) -> dict[str, Any]:
    """Train for `updates` updates.

    Return weights, decisions and steps after each, and a digest of the first observations.
    """
    ppo = {**SETTINGS["ppo"], "target_kl": target_kl}
    settings = settings_from_dict({**SETTINGS, "ppo": ppo})
    learner = BatchPPO.of(divide_settings(settings, company.size), OpponentPool(GAME, settings, company), company)
    first = hashlib.sha256(learner.games.batch.obs.tobytes()).hexdigest()
    found: dict[str, Any] = {"first": first, "begun": digest_of(learner.network), "after": [], "steps": [], "own": []}
    steps = [0]
    step = learner.optimizer.step

    def counted() -> Any:
        steps[0] += 1
        return step()

    learner.optimizer.step = counted  # type: ignore[method-assign,assignment]
    sums = company.sum
    company.sum = lambda value: found["own"].append(value) or sums(value)  # type: ignore[method-assign]

    def after(_: dict[str, float]) -> bool:
        found["after"].append([learner.decisions, digest_of(learner.network)])
        found["steps"].append(steps[0])
        return len(found["after"]) < updates

    learner.learn(after)
    company.sum = sums  # type: ignore[method-assign]
    return found


def heads(company: ProcessGroup, most: float) -> list[float]:
    """Return the gradients of two heads, of which each process uses one, clipped to a norm."""
    both = nn.ModuleList([nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)])
    (whole,) = company.make_optimizer(both, 1.0).param_groups[0]["params"]
    both[company.rank](torch.ones(1)).sum().backward()
    company.clip_gradients(list(both.parameters()), most)
    gradients: list[float] = whole.grad.tolist()
    return gradients


def main() -> None:
    """Join the other process, train, and write the results."""
    torch.set_num_threads(1)
    company = get_process_group()
    found = {
        "heads": heads(company, 10.0),
        "clipped": heads(company, 0.1),
        "learned": learned(company, None, UPDATES),
        "with_kl": learned(company, 1e-7, 3),
    }
    (Path(sys.argv[1]) / f"{company.rank}.json").write_text(json.dumps(found))
    company.leave()


if __name__ == "__main__":
    main()
