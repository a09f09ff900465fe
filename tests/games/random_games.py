"""`make games`: play random games of every game, and check invariants after every action.

A game may have its own compiled check (`Samples.random_games`). Other games are played at single tables and checked
with `check_state` and `Samples.find_broken`. The program exits with 1 if an invariant is broken.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterable

from tests.games.samples import Kind, Samples, samples_of
from wd_env.cli.text_tables import format_columns
from wd_env.errors import StateError
from wd_env.registry import GAMES
from wd_env.table.game_table import Table

COLUMN_TITLES = ("kind", "players", "games", "actions", "broken")
PlayGames = Callable[[Kind, int, int, int], tuple[int, list[str]]]


def main(args: list[str] | None = None) -> int:
    """Play all games, or one, with the other arguments; return 1 if an invariant is broken."""
    parser = argparse.ArgumentParser(prog="make games ARGS=...", description="Check random games.", add_help=False)
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    options, rest = parser.parse_known_args(args)
    broken = 0
    for name in [options.game] if options.game else GAMES:
        samples = samples_of(name)
        print(f"{samples.row.title}\n")
        broken |= samples.random_games(rest) if samples.random_games else play_at_tables(samples, rest)
    return broken


def play_at_tables(samples: Samples, args: list[str]) -> int:
    """Play the games of each kind and print a table; return 1 if an invariant is broken, and name the game."""
    parser = argparse.ArgumentParser(prog="make games ARGS=...")
    parser.add_argument("--games", type=int, default=1000, help="total number of games, divided among all kinds")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args(args)
    rows, first_broken = [], []
    for kind in samples.kinds:
        results = [play(samples, kind, options.seed, n) for n in range(-(-options.games // len(samples.kinds)))]
        problems = [f"{kind}, seed {options.seed}, game {n}: {text}" for n, (_, text) in enumerate(results) if text]
        actions = sum(length for length, _ in results)
        rows.append((kind.title, kind.players, len(results), actions, len(problems)))
        first_broken += problems[:1]
    print(format_columns(COLUMN_TITLES, rows, right_aligned=(1, 2, 3)))
    for line in first_broken:
        print(f"BROKEN: {line}")
    return int(bool(first_broken))


def play_in_batches(kinds: Iterable[Kind], play: PlayGames, rows: int, games: int, args: list[str]) -> int:
    """Play the games of each kind in batches and print a table; return 1 if an invariant is broken.

    Args:
        kinds: Kinds of games.
        play: Plays games of a kind with a seed, from a game on: kind, seed, first game, number of games. It returns
            the number of actions, and a line for each game that broke.
        rows: Games per batch.
        games: Number of games by default.
        args: Arguments of the command.
    """
    parser = argparse.ArgumentParser(prog="make games ARGS=...")
    parser.add_argument("--games", type=int, default=games, help="total number of games, divided among all kinds")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    options = parser.parse_args(args)
    table, problems = [], []
    kinds = list(kinds)
    for kind in kinds:
        requested, played, actions, broken = -(-options.games // len(kinds)), 0, 0, 0
        while played < requested:
            count = min(rows, requested - played)
            num_actions, lines = play(kind, options.seed, played, count)
            played, actions, broken = played + count, actions + num_actions, broken + len(lines)
            problems += lines[:1]
        table.append((kind.title, kind.players, f"{played:,}", f"{actions:,}", broken))
        print(format_columns(COLUMN_TITLES, table[-1:], right_aligned=(1, 2, 3)).splitlines()[-1], flush=True)
    print(format_columns(COLUMN_TITLES, table, right_aligned=(1, 2, 3)))
    for line in problems:
        print(f"BROKEN: {line}")
    return int(bool(problems))


def play(samples: Samples, kind: Kind, seed: int, number: int) -> tuple[int, str]:
    """Play one game by its number; return the length of its record, and the first broken invariant or an empty text."""
    rng = random.Random(f"{kind} {seed} {number}")
    table = samples.new_table(kind, samples.draw_options(kind, rng, number), rng.getrandbits(32))
    while True:
        if broken := find_broken(samples, table):
            return len(table.lines), f"after line {len(table.lines)} {broken}"
        if table.is_terminal:
            return len(table.lines), ""
        table.play(rng.choice(table.legal_texts()))


def find_broken(samples: Samples, table: Table) -> str:
    """Return the broken invariant of a table, or an empty text."""
    try:
        table.game.check_state(table.state)
    except StateError as exc:
        return str(exc)
    return samples.find_broken(table.state)


if __name__ == "__main__":
    sys.exit(main())
