"""`make stats`: update the tables of a game's page of statistics by playing games."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from wd_env.errors import WdError, error_text
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game


def main(args: Sequence[str] | None = None) -> int:
    """Update the tables of the game `--game`; return 1 with one line on stderr for an error."""
    parser = argparse.ArgumentParser(prog="make stats ARGS=...", description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="name of the game")
    parser.add_argument("--games", type=int, default=4000, help="games per table row")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args(args)
    try:
        regenerate_tables(get_game(options.game), options.games, options.seed)
    except (WdError, OSError) as exc:
        sys.stderr.write(f"stats: {error_text(exc)}\n")
        return 1
    return 0


def regenerate_tables(game: GameEntry, games: int, seed: int) -> None:
    """Update the page of this game; ConfigError if it has none."""

    def surveyed(
        bots: Sequence[str], games: int, seed: int, options: dict[str, Any], block_size: int | None = None
    ) -> dict[str, Any]:
        return collect_game_stats(game, bots, games, seed, options, block_size=block_size).as_json()

    game.load("figures")(surveyed, games, seed)


if __name__ == "__main__":
    sys.exit(main())
