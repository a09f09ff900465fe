"""Blocks that are finished stay finished: what is kept of them is not played again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from wd_env.evaluation.matches.match_blocks import Block
from wd_env.parallel.executors import Executor

Result = TypeVar("Result")
BlockKey = tuple[tuple[str, ...], int]  # a line-up and the number of its block


class BlockStore(Protocol[Result]):
    """Finished blocks by their places, and more to come; `add` returns when a block is safe."""

    @property
    def blocks(self) -> Mapping[BlockKey, Result]:
        """What is there."""
        ...

    def add(self, block: Block, result: Result) -> None:
        """Keep a finished block; OSError where the disk refuses."""
        ...


def block_key(block: Block) -> BlockKey:
    """Return the key of a block."""
    return block.lineup, block.index


def play_missing_blocks(
    play: Callable[[Block], Result],
    blocks: Sequence[Block],
    executor: Executor,
    store: BlockStore[Result] | None = None,
) -> Iterator[tuple[Block, Result]]:
    """Give every block with what it has found: those that are kept, then the others, kept as soon as each is done."""
    there = (
        {}
        if store is None
        else {place: store.blocks[place] for place in map(block_key, blocks) if place in store.blocks}
    )
    yield from ((block, there[block_key(block)]) for block in blocks if block_key(block) in there)
    for block, found in executor(play, [block for block in blocks if block_key(block) not in there]):
        if store is not None:
            store.add(block, found)
        yield block, found
