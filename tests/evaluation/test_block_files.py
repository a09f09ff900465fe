"""Files of finished blocks: limits of their size, and counts of statistics that no block can have."""

import json
import os

import numpy as np
import pytest

from wd_env.errors import StateError
from wd_env.evaluation.matches.block_file import BlockFile, read_block_file
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.evaluation.stats_file import STATS_FILE
from wd_env.statistics.estimates import BlockCounts

HEADER = {"lineup": ["a", "b"], "block_size": 4, "deals": 7, "columns": 2}
BLOCK = Block(("a", "b"), 1, 1, 3)
COUNTS = BlockCounts(3, np.array([25.0, 3.0]), {"turns": {7: 1, 9: 2}})


def saved():
    """Return the data of the block as a file contains them."""
    return json.loads(json.dumps(STATS_FILE.as_data(BLOCK, COUNTS)))


def test_counts_of_a_block_read_back_as_written():
    key, found = STATS_FILE.from_data(HEADER, saved())
    assert (key, found.games, found.histograms) == ((("a", "b"), 1), 3, COUNTS.histograms)
    assert found.sums.tolist() == [25.0, 3.0]


@pytest.mark.parametrize(
    "change",
    [
        {"lineup": ["b", "a"]},
        {"block": 0},
        {"block": 2},
        {"games": 4},
        {"sums": [25.0]},
        {"lengths": {"turns": [[7, 1]]}},
        {"lengths": {"turns": [[7, 1], [9, 2]], "rounds": [[7, 4]]}},
        {"lengths": {"turns": [[7, 4], [9, -1]]}},
        {"lengths": {"turns": [[-7, 1], [9, 2]]}},
        {"lengths": {"turns": [[7, 1.0], [9, 2]]}},
        {"lengths": {"turns": [[7, True], [9, 2]]}},
        {"lengths": {"turns": [[7, 1, 1], [9, 2]]}},
        {"lengths": {"turns": {"": 3}}},
        {"lengths": {"turns": [7, 9]}},
    ],
    ids=str,
)
def test_counts_that_no_block_can_have_are_rejected(change):
    with pytest.raises((ValueError, TypeError)):
        STATS_FILE.from_data(HEADER, saved() | change)


def test_a_file_over_the_limit_is_not_read(tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**30 + 1)  # a sparse file, which takes no space on the disk
    with pytest.raises(StateError, match=f"expected at most {2**30} bytes, got {2**30 + 1}"):
        read_block_file(tmp_path / "huge", STATS_FILE)


def test_the_longest_line_is_read_and_a_longer_one_is_not(tmp_path):
    line = b'{"format":"wd_env stats 9"}'
    with pytest.raises(StateError, match="of this version, got format 'wd_env stats 9'"):
        read_block_file(tmp_path, STATS_FILE, line.ljust(2**20) + b"\n")
    with pytest.raises(StateError, match=f"line 1: expected at most {2**20} bytes, got {2**20 + 1}"):
        read_block_file(tmp_path, STATS_FILE, line.ljust(2**20 + 1) + b"\n")


def test_a_line_for_which_the_disk_has_no_room_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path, write = tmp_path / "blocks", os.write
    file = BlockFile(path, {"format": STATS_FILE.format, **HEADER}, STATS_FILE)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, line: write(handle, line[:-5]))
        with pytest.raises(OSError, match="No space left on device"):
            file.add(BLOCK, COUNTS)
    assert (path.read_bytes(), file.num_finished) == (before, 0)
    file.add(BLOCK, COUNTS)
    file.close()
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + 1
