"""Blocks that are finished stay finished: what is kept of them is not played again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from wd_env.evaluation.matches.match_blocks import Block
from wd_env.parallel.executors import Spread

Found = TypeVar("Found")
Place = tuple[tuple[str, ...], int]  # a line-up and the number of its block


class Kept(Protocol[Found]):
    """Finished blocks by their places, and more to come; `add` returns when a block is safe."""

    @property
    def blocks(self) -> Mapping[Place, Found]:
        """What is there."""
        ...

    def add(self, block: Block, found: Found) -> None:
        """Keep a finished block; OSError where the disk refuses."""
        ...


def place_of(block: Block) -> Place:
    """Return the key of a block."""
    return block.names, block.number


def play_missing(
    play: Callable[[Block], Found], blocks: Sequence[Block], spread: Spread, kept: Kept[Found] | None = None
) -> Iterator[tuple[Block, Found]]:
    """Give every block with what it has found: those that are kept, then the others, kept as soon as each is done."""
    there = (
        {} if kept is None else {place: kept.blocks[place] for place in map(place_of, blocks) if place in kept.blocks}
    )
    yield from ((block, there[place_of(block)]) for block in blocks if place_of(block) in there)
    for block, found in spread(play, [block for block in blocks if place_of(block) not in there]):
        if kept is not None:
            kept.add(block, found)
        yield block, found
