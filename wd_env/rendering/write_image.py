"""A program that plays a game at random for a while and writes a picture of it."""

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
    """Parse the arguments, play a game at random and write its picture to a PNG file.

    Args:
        draw: Function that returns the picture of a table, uint8[height, width, 3].
        new_table: Function of the number of players and a seed that returns a new table.
        num_players: Default number of players.
        arguments: Arguments of the program, or None for those of the command line.

    Raises:
        ConfigError: If the name of the file does not end with ".png".
    """
    parser = argparse.ArgumentParser(description="Write the picture of a game played at random for a while.")
    parser.add_argument("out", help="the PNG file to write")
    parser.add_argument("--players", type=int, default=num_players)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=120)
    args = parser.parse_args(arguments)
    if not args.out.endswith(".png"):
        raise ConfigError(f"picture file: expected a name that ends with .png, got {args.out!r}")
    table = new_table(args.players, args.seed)
    chance = random.Random(args.seed)
    for _ in range(args.decisions):
        if not table.is_terminal:
            table.play(chance.choice(table.legal_texts()))
    write_atomic(args.out, png(draw(table)))
