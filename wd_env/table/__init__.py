"""One game in progress: its backends, history, records and JSON data."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.table.game_record import GameRecord as GameRecord
    from wd_env.table.game_record import RecordLine as RecordLine
    from wd_env.table.game_table import Table as Table
    from wd_env.table.play_out import play_out as play_out
    from wd_env.table.saved_table import at_line as at_line
    from wd_env.table.saved_table import replay_record as replay_record
    from wd_env.table.saved_table import table_from_json as table_from_json

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "GameRecord": "wd_env.table.game_record",
        "RecordLine": "wd_env.table.game_record",
        "Table": "wd_env.table.game_table",
        "at_line": "wd_env.table.saved_table",
        "play_out": "wd_env.table.play_out",
        "replay_record": "wd_env.table.saved_table",
        "table_from_json": "wd_env.table.saved_table",
    },
)
