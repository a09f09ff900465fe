"""Stores of finished blocks, which are not played again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from wd_env.evaluation.matches.match_blocks import Block
from wd_env.parallel.executors import Executor

Result = TypeVar("Result")
BlockKey = tuple[tuple[str, ...], int]  # line-up and block index


class BlockStore(Protocol[Result]):
    """Finished blocks by key. `add` returns when a block is saved."""

    @property
    def blocks(self) -> Mapping[BlockKey, Result]:
        """The finished blocks."""
        ...

    def add(self, block: Block, result: Result) -> None:
        """Save a finished block; OSError if it cannot be written."""
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
    """Play the blocks that a store lacks.

    Args:
        play: Function that plays a block.
        blocks: All blocks.
        executor: Where blocks run.
        store: Saved blocks; new ones are added as soon as they are finished.

    Yields:
        Each block with its result: saved ones first, then the others as they finish.
    """
    existing = (
        {}
        if store is None
        else {index: store.blocks[index] for index in map(block_key, blocks) if index in store.blocks}
    )
    yield from ((block, existing[block_key(block)]) for block in blocks if block_key(block) in existing)
    for block, result in executor(play, [block for block in blocks if block_key(block) not in existing]):
        if store is not None:
            store.add(block, result)
        yield block, result
