"""`wd play`: people at the terminal and bots, with sampled chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.cli.arguments.file_arguments import check_new, check_writable
from wd_env.cli.arguments.rule_arguments import parse_for_game
from wd_env.cli.console.keyboard import shell_quoted
from wd_env.cli.console.start_game import PlayOptions, new_game, requested_seats, resume_game
from wd_env.errors import ConfigError
from wd_env.session.players import HUMAN, default_bot
from wd_env.session.referee import Referee
from wd_env.storage.atomic_files import remove_temporary_files
from wd_env.table.chance_modes import SAMPLED

DEFAULT_PLAYERS = 3


@dataclass(frozen=True)
class PlayCommand(PlayOptions):
    """Play at the terminal against bots, or with several people at one keyboard.

    Each of your decisions shows the table and the effect of every action. `undo` undoes the last one, `hint` asks a
    bot, and ? lists all commands.

    Example:
        wd play --seats human scripted scripted
    """

    seats: tuple[str, ...] = ()
    """Player of each seat: `human`, a bot of `wd info bots`, or the file of a trained bot.
    (default: `human` and the default bot of the game)"""
    record: Path | None = None
    """File for the record of the game, which `wd replay` reads."""
    resume: bool = False
    """Continue the unfinished game in --record, which otherwise must be a new file."""
    hot_seat: bool = True
    """With several people, prompt to hand over the keyboard before secrets are shown."""


def run(args: Sequence[str]) -> int:
    """Play one game."""
    options = parse_for_game(PlayCommand, args, "play")
    referee = _resume_game(options) if options.resume else _new_game(options)
    if referee.table.has_external_chance and not referee.setup.humans:
        players = ",".join(referee.setup.players)
        raise ConfigError(
            f"--seats: expected at least one `human`, because people report answers in this game, got {players}"
        )
    from wd_env.cli.console.play_console import PlayRepl  # late, so that errors in options appear sooner

    PlayRepl(referee, options.record, options.hot_seat).run()
    return 0


def _new_game(options: PlayCommand) -> Referee:
    check_new(options.record)
    return new_game(options, requested_seats(options) or _default_seats(options), SAMPLED)


def _default_seats(options: PlayCommand) -> list[str]:
    game = options.rules.game_entry().game
    players = min(max(DEFAULT_PLAYERS, game.min_players), game.max_players)
    return [HUMAN, *[default_bot(game)] * (players - 1)]


def _resume_game(options: PlayCommand) -> Referee:
    if options.record is None or not options.record.exists():
        raise ConfigError(f"--record: expected the file of a game to continue, got {options.record}")
    check_writable(options.record)
    remove_temporary_files(options.record)  # of a process that was killed while it wrote
    referee = resume_game(options.record, options)
    if referee.table.is_terminal:
        raise ConfigError(f"the game in {options.record} is over; `wd replay {shell_quoted(options.record)}` prints it")
    if referee.setup.chance != SAMPLED:
        raise ConfigError(
            f"the game in {options.record} has explicit chance; `wd table {shell_quoted(options.record)}` continues it"
        )
    return referee
