"""Train one policy in several processes: each plays its own games, and all take the same optimiser steps.

torchrun starts them (`--nproc-per-node N -m wd_env.cli.main train --learner fast`), and so does `wd train --processes`.
Gradients are averaged before they are clipped, so weights stay equal bit for bit; every value that a step depends on is
shared. Only the first process writes files, evaluates and pretrains the network. A single process communicates with no
other one.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn

from wd_env.errors import ConfigError
from wd_env.training.distributed.shared_memory_sum import SharedSums, is_supported
from wd_env.training.ppo.torch_network import make_adam
from wd_env.training.settings.training_settings import TrainSettings

SHARED_LEARNER = "fast"  # the learner that can train in several processes
GROUP_TIMEOUT = timedelta(days=1)  # of a process that waits for another one, which may pretrain for hours
RANK, WORLD_SIZE, LOCAL_SIZE = "RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"  # variables that torchrun sets
MIN_DECISIONS_PER_PROCESS = 256  # of a minibatch; fewer take hardly less time
MIN_PER_PROCESS = {"n_envs": 1, "batch_size": 2}  # divided settings of PPO, with the minimum per process

Data = TypeVar("Data")


class ProcessGroup:
    """A process and those that it trains with: its `rank` from 0, and their number `size`."""

    rank, size = 0, 1

    @property
    def is_first(self) -> bool:
        """Whether this process writes files."""
        return self.rank == 0

    def stream(self, *values: int) -> tuple[int, ...]:
        """Return a seed of this process: `values` for the first one."""
        return (*values, self.rank) if self.rank else values

    def seed(self, seed: int) -> int:
        """Return the seed of the games of this process: `seed` for the first one."""
        if self.is_first:
            return seed
        return int(np.random.SeedSequence((seed, self.rank)).generate_state(1, np.uint64)[0])

    def make_optimizer(self, network: nn.Module, learning_rate: float) -> torch.optim.Adam:
        """Make the optimiser of a network."""
        return make_adam(network.parameters(), learning_rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], max_norm: float) -> None:
        """Set every gradient to its mean over all processes, and clip their norm; a missing gradient counts as 0."""
        nn.utils.clip_grad_norm_(parameters, max_norm)

    def sum(self, value: int) -> int:
        """Add a number over all processes."""
        return value

    def min(self, value: int) -> int:
        """Return the minimum of a number over all processes."""
        return value

    def mean(self, value: Tensor) -> Tensor:
        """Return the mean of a number over all processes."""
        return value

    def broadcast_object(self, data: Data) -> Data:
        """Return the data of the first process in all processes."""
        return data

    def broadcast(self, network: nn.Module) -> None:
        """Copy the weights of the first process to all processes."""

    def leave(self) -> None:
        """Leave the group."""


SINGLE_PROCESS = ProcessGroup()


class DistributedProcessGroup(ProcessGroup):
    """Processes of torchrun, which communicate with gloo."""

    def __init__(self) -> None:
        dist.init_process_group("gloo", timeout=GROUP_TIMEOUT)
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self._sums: SharedSums | None  # set by `make_optimizer`, as the parameters
        self._flat_parameters: nn.Parameter

    def make_optimizer(self, network: nn.Module, learning_rate: float) -> torch.optim.Adam:
        """Make an optimiser of one parameter that concatenates those of the network.

        Gradients are sent as one tensor and a step is one call, which matters for small parts of minibatches.
        """
        parameters = list(network.parameters())
        self._flat_parameters = nn.Parameter(torch.cat([one.detach().flatten() for one in parameters]))
        for one, item in zip(
            parameters, torch.split(self._flat_parameters.detach(), [one.numel() for one in parameters]), strict=True
        ):
            one.data = item.view_as(one)
        self._sums = None
        return make_adam([self._flat_parameters], learning_rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], max_norm: float) -> None:
        """Average and clip the gradient of the concatenated parameter, including parts without use here."""
        items = [torch.zeros_like(one).flatten() if one.grad is None else one.grad.flatten() for one in parameters]
        self._flat_parameters.grad = self._sum_tensors(items) / self.size
        nn.utils.clip_grad_norm_(self._flat_parameters, max_norm)

    def sum(self, value: int) -> int:
        """Add a number over all processes."""
        return self._reduce(value, dist.ReduceOp.SUM)

    def min(self, value: int) -> int:
        """Return the minimum of a number over all processes."""
        return self._reduce(value, dist.ReduceOp.MIN)

    def mean(self, value: Tensor) -> Tensor:
        """Return the mean of a number over all processes."""
        summed = value.detach().clone()
        dist.all_reduce(summed)
        return summed / self.size

    def broadcast_object(self, data: Data) -> Data:
        """Return the data of the first process in all processes."""
        texts = [data]
        dist.broadcast_object_list(texts)
        return texts[0]

    def broadcast(self, network: nn.Module) -> None:
        """Copy the weights of the first process to all processes."""
        for tensor in network.state_dict().values():
            dist.broadcast(tensor, 0)

    def leave(self) -> None:
        """Leave the group."""
        dist.destroy_process_group()

    def _sum_tensors(self, items: list[Tensor]) -> Tensor:
        """Add float32 tensors of all processes, with the same sizes in every call."""
        if int(os.environ[LOCAL_SIZE]) < self.size or not is_supported():
            full = torch.cat(items)
            dist.all_reduce(full)
            return full
        if self._sums is None:
            self._sums = SharedSums(self.rank, self.size, sum(map(len, items)), self.broadcast_object)
        return self._sums.add(items)

    def _reduce(self, value: int, op: Any) -> int:
        text = torch.tensor(value, dtype=torch.int64)
        dist.all_reduce(text, op)
        return int(text)


def is_distributed() -> bool:
    """Return whether torchrun has started this process."""
    return int(os.environ.get(WORLD_SIZE, "1")) > 1


def is_main_process() -> bool:
    """Return whether this process prints and writes files: the first one of torchrun, or a single one."""
    return int(os.environ.get(RANK, "0")) == 0


def get_process_group() -> ProcessGroup:
    """Return the group of the processes of torchrun, or that of a single process."""
    return DistributedProcessGroup() if is_distributed() else SINGLE_PROCESS


def world_size() -> int:
    """Return the number of processes of torchrun."""
    return int(os.environ.get(WORLD_SIZE, "1"))


def check_process_count(settings: TrainSettings, num_processes: int) -> None:
    """Raise ConfigError if this number of processes cannot train with these settings."""
    if num_processes == 1:
        return
    if settings.learner != SHARED_LEARNER:
        raise ConfigError(f"learner: expected {SHARED_LEARNER} with {num_processes} processes, got {settings.learner}")
    for name in MIN_PER_PROCESS:
        if not _can_divide(settings, name, num_processes):
            value = getattr(settings.ppo, name)
            raise ConfigError(
                f"ppo.{name}: expected a multiple of {num_processes}, the number of processes, got {value}"
            )


def max_useful_processes(settings: TrainSettings, num_cores: int) -> int:
    """Return the number of processes, at most one per core, that make a run faster; 1 for a learner without groups."""
    sizes = range(min(num_cores, settings.ppo.batch_size // MIN_DECISIONS_PER_PROCESS), 1, -1)
    fits = (size for size in sizes if all(_can_divide(settings, name, size) for name in MIN_PER_PROCESS))
    return next(fits, 1) if settings.learner == SHARED_LEARNER else 1


def _can_divide(settings: TrainSettings, name: str, num_processes: int) -> bool:
    value: int = getattr(settings.ppo, name)
    return value % num_processes == 0 and value // num_processes >= MIN_PER_PROCESS[name]


def divide_settings(settings: TrainSettings, num_processes: int) -> TrainSettings:
    """Return the settings of one process in a group: its part of games, minibatches and threads."""
    if num_processes == 1:
        return settings
    ppo, run = settings.ppo, settings.run
    # both at once, because either one alone may be invalid
    item = replace(ppo, n_envs=ppo.n_envs // num_processes, batch_size=ppo.batch_size // num_processes)
    return replace(settings, ppo=item, run=replace(run, torch_threads=max(1, run.torch_threads // num_processes)))
