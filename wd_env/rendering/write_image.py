"""The program that writes a picture of a game which chance has played for a while."""

import argparse
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from wd_env.errors import ConfigError
from wd_env.rendering.canvas import png
from wd_env.storage.atomic_files import write_atomic
from wd_env.table.game_table import Table

T = TypeVar("T", bound=Table)


def write_image(
    draw: Callable[[T], npt.NDArray[np.uint8]],
    new_table: Callable[[int, int], T],
    num_players: int,
    arguments: Sequence[str] | None = None,
) -> None:
    """Read the program's arguments and write the PNG file; `players` if they do not say how many.

    `new_table` takes players and seed; `draw` makes a picture uint8 [height, width, 3]. ConfigError for a file of
    another kind.
    """
    parser = argparse.ArgumentParser(description="Write the picture of a game that chance has played for a while.")
    parser.add_argument("out", help="the PNG file to write")
    parser.add_argument("--players", type=int, default=num_players)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=120)
    args = parser.parse_args(arguments)
    if not args.out.endswith(".png"):
        raise ConfigError(f"the picture's file is {args.out!r}; allowed is a name that ends in .png")
    table = new_table(args.players, args.seed)
    chance = random.Random(args.seed)
    for _ in range(args.decisions):
        if not table.is_terminal:
            table.play(chance.choice(table.legal_texts()))
    write_atomic(args.out, png(draw(table)))
