"""Processes that train one policy together: each plays games of its own, and all take the same steps.

torchrun begins them (`--nproc-per-node N -m wd_env.cli.main train --learner fast`), and so does `wd train --processes`.
Gradients are averaged before they are clipped, so weights stay equal bit for bit; whatever decides about a step is
agreed on. Only the first process writes, evaluates and gives the network its head start. A process that is alone has
none of this done to it.
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
from wd_env.training.distributed.shared_memory_sum import SharedSums, can_share
from wd_env.training.ppo.torch_network import make_adam
from wd_env.training.training_settings import TrainSettings

SHARED_LEARNER = "fast"  # the learner that can be shared
GROUP_TIMEOUT = timedelta(days=1)  # of a process that waits for another: a head start takes its time
RANK, WORLD_SIZE, LOCAL_SIZE = "RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"  # what torchrun tells each process
MIN_DECISIONS_PER_PROCESS = 256  # decisions: a smaller part of a minibatch takes hardly less time than this one
MIN_PER_PROCESS = {"n_envs": 1, "batch_size": 2}  # settings of PPO that are shared out, and the least for a process

Data = TypeVar("Data")


class ProcessGroup:
    """A process and those it trains with: its `rank` from 0, and their number `size`."""

    rank, size = 0, 1

    @property
    def is_first(self) -> bool:
        """This process is the one that writes."""
        return self.rank == 0

    def stream(self, *values: int) -> tuple[int, ...]:
        """Return a seed of this process: the numbers themselves for the first one."""
        return (*values, self.rank) if self.rank else values

    def seed(self, seed: int) -> int:
        """Return the seed of the games of this process: `seed` itself for the first one."""
        if self.is_first:
            return seed
        return int(np.random.SeedSequence((seed, self.rank)).generate_state(1, np.uint64)[0])

    def make_optimizer(self, network: nn.Module, learning_rate: float) -> torch.optim.Adam:
        """Make the optimiser of this network, with such steps."""
        return make_adam(network.parameters(), learning_rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], max_norm: float) -> None:
        """Set every gradient to its mean over all processes, and clip their norm; one of no use here counts as 0."""
        nn.utils.clip_grad_norm_(parameters, max_norm)

    def sum(self, value: int) -> int:
        """Add up a number of every process."""
        return value

    def min(self, value: int) -> int:
        """Return the least of the numbers of all processes."""
        return value

    def mean(self, value: Tensor) -> Tensor:
        """Return the mean of a number of every process."""
        return value

    def broadcast_object(self, data: Data) -> Data:
        """Return what the first process has; the others wait for it."""
        return data

    def broadcast(self, network: nn.Module) -> None:
        """Give every process the weights of the first one."""

    def leave(self) -> None:
        """Part from the others."""


SINGLE_PROCESS = ProcessGroup()


class DistributedProcessGroup(ProcessGroup):
    """Processes that torchrun has begun, over gloo."""

    def __init__(self) -> None:
        dist.init_process_group("gloo", timeout=GROUP_TIMEOUT)
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self._sums: SharedSums | None = None
        self._flat_parameters: nn.Parameter

    def make_optimizer(self, network: nn.Module, learning_rate: float) -> torch.optim.Adam:
        """Make an optimiser of one parameter, in which those of the network lie one after the other.

        Gradients travel as one and steps are taken at once, which matters where minibatches are shared out.
        """
        every = list(network.parameters())
        self._flat_parameters = nn.Parameter(torch.cat([one.detach().flatten() for one in every]))
        for one, item in zip(
            every, torch.split(self._flat_parameters.detach(), [one.numel() for one in every]), strict=True
        ):
            one.data = item.view_as(one)
        self._sums = None
        return make_adam([self._flat_parameters], learning_rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], max_norm: float) -> None:
        """Average and clip the gradient of the one parameter; all have the same network, whatever of it they used."""
        items = [torch.zeros_like(one).flatten() if one.grad is None else one.grad.flatten() for one in parameters]
        self._flat_parameters.grad = self._sum_tensors(items) / self.size
        nn.utils.clip_grad_norm_(self._flat_parameters, max_norm)

    def sum(self, value: int) -> int:
        """Add up a number of every process."""
        return self._reduce(value, dist.ReduceOp.SUM)

    def min(self, value: int) -> int:
        """Return the least of the numbers of all processes."""
        return self._reduce(value, dist.ReduceOp.MIN)

    def mean(self, value: Tensor) -> Tensor:
        """Return the mean of a number of every process."""
        summed = value.detach().clone()
        dist.all_reduce(summed)
        return summed / self.size

    def broadcast_object(self, data: Data) -> Data:
        """Return what the first process has; the others wait for it."""
        texts = [data]
        dist.broadcast_object_list(texts)
        return texts[0]

    def broadcast(self, network: nn.Module) -> None:
        """Give every process the weights of the first one."""
        for tensor in network.state_dict().values():
            dist.broadcast(tensor, 0)

    def leave(self) -> None:
        """Part from the others."""
        dist.destroy_process_group()

    def _sum_tensors(self, items: list[Tensor]) -> Tensor:
        """Add up tensors float32 of every process, as one; they have the same sizes in every call."""
        if int(os.environ[LOCAL_SIZE]) < self.size or not can_share():
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
    """Tell whether torchrun has begun this process beside others."""
    return int(os.environ.get(WORLD_SIZE, "1")) > 1


def is_main_process() -> bool:
    """Tell whether this is the process that speaks: the first of those that torchrun has begun, or the only one."""
    return int(os.environ.get(RANK, "0")) == 0


def get_process_group() -> ProcessGroup:
    """Join the processes that torchrun has begun with this one; a process of its own is alone."""
    return DistributedProcessGroup() if is_distributed() else SINGLE_PROCESS


def world_size() -> int:
    """Return how many processes torchrun has begun."""
    return int(os.environ.get(WORLD_SIZE, "1"))


def check_process_count(settings: TrainSettings, num_processes: int) -> None:
    """Refuse by ConfigError what so many processes cannot train together."""
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
    """Return how many processes, one a core at most, make a run faster; 1 for a learner that cannot be shared."""
    sizes = range(min(num_cores, settings.ppo.batch_size // MIN_DECISIONS_PER_PROCESS), 1, -1)
    fits = (size for size in sizes if all(_can_divide(settings, name, size) for name in MIN_PER_PROCESS))
    return next(fits, 1) if settings.learner == SHARED_LEARNER else 1


def _can_divide(settings: TrainSettings, name: str, num_processes: int) -> bool:
    value: int = getattr(settings.ppo, name)
    return value % num_processes == 0 and value // num_processes >= MIN_PER_PROCESS[name]


def divide_settings(settings: TrainSettings, num_processes: int) -> TrainSettings:
    """Return what one of so many processes does of a run: its part of games, minibatches and threads."""
    if num_processes == 1:
        return settings
    ppo, run = settings.ppo, settings.run
    # both at once: either alone might not divide
    item = replace(ppo, n_envs=ppo.n_envs // num_processes, batch_size=ppo.batch_size // num_processes)
    return replace(settings, ppo=item, run=replace(run, torch_threads=max(1, run.torch_threads // num_processes)))
