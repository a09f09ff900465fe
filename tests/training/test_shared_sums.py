"""Sums over processes on one machine: one per turn, the same bits for all processes, and no files left."""

import os
import queue
import random
import tempfile
import threading
from pathlib import Path

import pytest
import torch

from wd_env.training.distributed import shared_memory_sum
from wd_env.training.distributed.shared_memory_sum import SharedSums

NUMBERS, TURNS = 37, 300
SECONDS = 300  # until a waiting process is given up


class Agreement:
    """Broadcasts a value from the first process to all; here they are threads, and the first does not wait."""

    def __init__(self, size):
        self._words = queue.Queue()
        self._others = size - 1

    def of(self, rank):
        def agree(word):
            if rank > 0:
                return self._words.get()
            for _ in range(self._others):
                self._words.put(word)
            return word

        return agree


def numbers_of(rank, turn):
    return torch.randn(NUMBERS, generator=torch.Generator().manual_seed(1000 * turn + rank))


def summed_by(size):
    """Return the sums that each of `size` processes got, turn by turn; some of them are late."""
    found, agreement = [[] for _ in range(size)], Agreement(size)

    def take_part(rank):
        sums, rng = SharedSums(rank, size, NUMBERS, agreement.of(rank)), random.Random(rank)
        for turn in range(TURNS):
            for _ in range(rng.randrange(20)):
                os.sched_yield()
            found[rank].append(sums.add(numbers_of(rank, turn).split([30, 7])))

    threads = [threading.Thread(target=take_part, args=(rank,), daemon=True) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=SECONDS)
    assert not any(thread.is_alive() for thread in threads), "expected all processes to take part in every turn"
    return found


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_turn_has_its_sum_and_all_have_the_same_bits(size):
    found = summed_by(size)
    for turn in range(TURNS):
        wanted = torch.stack([numbers_of(rank, turn) for rank in range(size)]).sum(dim=0)
        for sums in found:
            assert torch.equal(sums[turn], wanted)


def test_a_late_reader_still_gets_the_sum(monkeypatch):
    meet = SharedSums._synchronize

    def met_late(sums):
        meet(sums)
        while sums._rank > 0 and sums._turn <= TURNS and sums._turns[0] == sums._turn:
            os.sched_yield()  # until the first process has written the next value

    monkeypatch.setattr(SharedSums, "_synchronize", met_late)
    test_every_turn_has_its_sum_and_all_have_the_same_bits(2)


@pytest.mark.parametrize("has_memory", [True, False])
def test_no_file_is_left(tmp_path, monkeypatch, has_memory):
    monkeypatch.setattr(shared_memory_sum, "SHARED_MEMORY_FOLDER", tmp_path if has_memory else Path(os.devnull))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    summed_by(2)
    assert list(tmp_path.iterdir()) == []
