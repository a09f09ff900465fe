"""Logs of the original program (ledger 9.2): reading their lines, and playing them on a table."""

from wd_env.games.domination.logs.log_player import LogPlayer, play_log

__all__ = ["LogPlayer", "play_log"]
