"""`make stats`: a game's own page of figures, renewed by surveys of its games."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from wd_env.errors import WdError, error_text
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game


def main(args: Sequence[str] | None = None) -> int:
    """Have the game of `--game` renew its figures; 1 with one line on stderr for what is refused."""
    parser = argparse.ArgumentParser(prog="make stats ARGS=...", description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game, by its name")
    parser.add_argument("--games", type=int, default=4000, help="games of each row")
    parser.add_argument("--seed", type=int, default=1, help="seed of all chance")
    options = parser.parse_args(args)
    try:
        regenerate_tables(get_game(options.game), options.games, options.seed)
    except (WdError, OSError) as problem:
        sys.stderr.write(f"stats: {error_text(problem)}\n")
        return 1
    return 0


def regenerate_tables(game: GameEntry, games: int, seed: int) -> None:
    """Renew the page of this game; ConfigError for one that has none."""

    def surveyed(bots: Sequence[str], games: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
        return collect_game_stats(game, bots, games, seed, options).as_json()

    game.load("figures")(surveyed, games, seed)


if __name__ == "__main__":
    sys.exit(main())
