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
from wd_env.training.ppo.torch_network import adam
from wd_env.training.training_settings import TrainSettings

FAST = "fast"  # the learner that can be shared
PATIENCE = timedelta(days=1)  # of a process that waits for another: a head start takes its time
RANK, SIZE, LOCAL_SIZE = "RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"  # what torchrun tells each process
WORTH_SHARING = 256  # decisions: a smaller part of a minibatch takes hardly less time than this one
SHARED = {"n_envs": 1, "batch_size": 2}  # settings of PPO that are shared out, and the least for a process

Data = TypeVar("Data")


class Company:
    """A process and those it trains with: its `rank` from 0, and their number `size`."""

    rank, size = 0, 1

    @property
    def is_first(self) -> bool:
        """This process is the one that writes."""
        return self.rank == 0

    def stream(self, *numbers: int) -> tuple[int, ...]:
        """Return a seed of this process: the numbers themselves for the first one."""
        return (*numbers, self.rank) if self.rank else numbers

    def seed(self, seed: int) -> int:
        """Return the seed of the games of this process: `seed` itself for the first one."""
        if self.is_first:
            return seed
        return int(np.random.SeedSequence((seed, self.rank)).generate_state(1, np.uint64)[0])

    def adam(self, network: nn.Module, rate: float) -> torch.optim.Adam:
        """Make the optimiser of this network, with such steps."""
        return adam(network.parameters(), rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], most: float) -> None:
        """Set every gradient to its mean over all processes, and clip their norm; one of no use here counts as 0."""
        nn.utils.clip_grad_norm_(parameters, most)

    def sum(self, number: int) -> int:
        """Add up a number of every process."""
        return number

    def least(self, number: int) -> int:
        """Return the least of the numbers of all processes."""
        return number

    def mean(self, number: Tensor) -> Tensor:
        """Return the mean of a number of every process."""
        return number

    def first(self, data: Data) -> Data:
        """Return what the first process has; the others wait for it."""
        return data

    def share(self, network: nn.Module) -> None:
        """Give every process the weights of the first one."""

    def leave(self) -> None:
        """Part from the others."""


ALONE = Company()


class Several(Company):
    """Processes that torchrun has begun, over gloo."""

    def __init__(self) -> None:
        dist.init_process_group("gloo", timeout=PATIENCE)
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self._sums: SharedSums | None = None
        self._whole: nn.Parameter

    def adam(self, network: nn.Module, rate: float) -> torch.optim.Adam:
        """Make an optimiser of one parameter, in which those of the network lie one after the other.

        Gradients travel as one and steps are taken at once, which matters where minibatches are shared out.
        """
        every = list(network.parameters())
        self._whole = nn.Parameter(torch.cat([one.detach().flatten() for one in every]))
        for one, part in zip(every, torch.split(self._whole.detach(), [one.numel() for one in every]), strict=True):
            one.data = part.view_as(one)
        self._sums = None
        return adam([self._whole], rate)

    def clip_gradients(self, parameters: Sequence[nn.Parameter], most: float) -> None:
        """Average and clip the gradient of the one parameter; all have the same network, whatever of it they used."""
        parts = [torch.zeros_like(one).flatten() if one.grad is None else one.grad.flatten() for one in parameters]
        self._whole.grad = self._summed(parts) / self.size
        nn.utils.clip_grad_norm_(self._whole, most)

    def sum(self, number: int) -> int:
        """Add up a number of every process."""
        return self._reduced(number, dist.ReduceOp.SUM)

    def least(self, number: int) -> int:
        """Return the least of the numbers of all processes."""
        return self._reduced(number, dist.ReduceOp.MIN)

    def mean(self, number: Tensor) -> Tensor:
        """Return the mean of a number of every process."""
        summed = number.detach().clone()
        dist.all_reduce(summed)
        return summed / self.size

    def first(self, data: Data) -> Data:
        """Return what the first process has; the others wait for it."""
        told = [data]
        dist.broadcast_object_list(told)
        return told[0]

    def share(self, network: nn.Module) -> None:
        """Give every process the weights of the first one."""
        for tensor in network.state_dict().values():
            dist.broadcast(tensor, 0)

    def leave(self) -> None:
        """Part from the others."""
        dist.destroy_process_group()

    def _summed(self, parts: list[Tensor]) -> Tensor:
        """Add up tensors float32 of every process, as one; they have the same sizes in every call."""
        if int(os.environ[LOCAL_SIZE]) < self.size or not can_share():
            whole = torch.cat(parts)
            dist.all_reduce(whole)
            return whole
        if self._sums is None:
            self._sums = SharedSums(self.rank, self.size, sum(map(len, parts)), self.first)
        return self._sums.add(parts)

    def _reduced(self, number: int, how: Any) -> int:
        told = torch.tensor(number, dtype=torch.int64)
        dist.all_reduce(told, how)
        return int(told)


def is_among_others() -> bool:
    """Tell whether torchrun has begun this process beside others."""
    return int(os.environ.get(SIZE, "1")) > 1


def is_first_of_all() -> bool:
    """Tell whether this is the process that speaks: the first of those that torchrun has begun, or the only one."""
    return int(os.environ.get(RANK, "0")) == 0


def company_here() -> Company:
    """Join the processes that torchrun has begun with this one; a process of its own is alone."""
    return Several() if is_among_others() else ALONE


def size_here() -> int:
    """Return how many processes torchrun has begun."""
    return int(os.environ.get(SIZE, "1"))


def check_shared(settings: TrainSettings, size: int) -> None:
    """Refuse by ConfigError what so many processes cannot train together."""
    if size == 1:
        return
    if settings.learner != FAST:
        raise ConfigError(f"learner is {settings.learner} and there are {size} processes; allowed is {FAST}")
    for name in SHARED:
        if not _can_share(settings, name, size):
            value = getattr(settings.ppo, name)
            raise ConfigError(f"ppo.{name} is {value}; allowed for {size} processes are multiples of {size}")


def most_sharing(settings: TrainSettings, cores: int) -> int:
    """Return how many processes, one a core at most, make a run faster; 1 for a learner that cannot be shared."""
    sizes = range(min(cores, settings.ppo.batch_size // WORTH_SHARING), 1, -1)
    fits = (size for size in sizes if all(_can_share(settings, name, size) for name in SHARED))
    return next(fits, 1) if settings.learner == FAST else 1


def _can_share(settings: TrainSettings, name: str, size: int) -> bool:
    value: int = getattr(settings.ppo, name)
    return value % size == 0 and value // size >= SHARED[name]


def share_of(settings: TrainSettings, size: int) -> TrainSettings:
    """Return what one of so many processes does of a run: its part of games, minibatches and threads."""
    if size == 1:
        return settings
    ppo, run = settings.ppo, settings.run
    # both at once: either alone might not divide
    part = replace(ppo, n_envs=ppo.n_envs // size, batch_size=ppo.batch_size // size)
    return replace(settings, ppo=part, run=replace(run, torch_threads=max(1, run.torch_threads // size)))
