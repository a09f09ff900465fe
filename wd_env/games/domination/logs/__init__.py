"""Logs of the program whose game this is (ledger 9.2): its lines are read, and played on a table."""

from wd_env.games.domination.logs.log_player import LogPlayer, play_log

__all__ = ["LogPlayer", "play_log"]
