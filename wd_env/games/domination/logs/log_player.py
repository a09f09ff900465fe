"""Play the logs of the original program on a table, line by line (ledger 9.2)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wd_env.errors import DataError, IllegalAction, listed, quoted
from wd_env.games.domination.config import Config
from wd_env.games.domination.logs.log_commands import LogCommands
from wd_env.games.domination.logs.log_lines import LogLine, read_log
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord

PROGRAM_OPTIONS: Mapping[str, Any] = {
    "amounts": "exact",  # any number moves
    "trade_mode": "exact",  # a trade names its cards
    "after_deal": "next",
    "max_rounds": 30_000,  # the program truncates no game; None is not allowed if `min_new_armies` is 0
}


class LogPlayer:
    """The lines of a log and the table on which they are played.

    Iterating plays one line per step and yields it; `table` is then in the state after it.

    Args:
        lines: Lines of the log.
        config: Options of the table.
        name: Name of the log in error messages.

    Attributes:
        table: The table.

    Raises:
        DataError: During iteration, if a line cannot be played; the message names file, line, node and legal actions.
            The table is then in the state before the line.
    """

    def __init__(self, lines: Sequence[LogLine], config: Config, name: str = "log") -> None:
        self.table = Domination(config, chance=EXPLICIT)
        self._lines, self._name = lines, name
        self._commands = LogCommands(self.table)

    def __iter__(self) -> Iterator[LogLine]:
        for line in self._lines:
            self._play(line)
            yield line

    def record(self) -> GameRecord:
        """Return the record of all lines played so far."""
        return self.table.record()

    def _play(self, line: LogLine) -> None:
        try:
            self._commands.play(line)
        except IllegalAction as exc:
            text = " ".join(str(word) for word in (line.name, *line.values))
            where = f"{self._name}: line {line.number}: {quoted(text)} cannot be played at {self.table.node.name}"
            raise DataError(f"{where}: {exc}; expected {listed(self.table.legal_texts())}") from exc


def play_log(path: str | Path, **options: Any) -> LogPlayer:
    """Return the player of a log.

    Args:
        path: The log.
        **options: Options of `Config`; the defaults are those of the program (`PROGRAM_OPTIONS`).

    Returns:
        The player, at the start of the game.

    Raises:
        DataError: If `read_log` rejects the file.
        ConfigError: If an option is invalid.
    """
    return LogPlayer(read_log(path), Config.of(**{**PROGRAM_OPTIONS, **options}), str(path))
