"""Logs of the original program (ledger 9.2): reading their lines, playing them on a table, and how it places armies."""

from wd_env.games.domination.logs.log_placement import placement_odds
from wd_env.games.domination.logs.log_player import LogPlayer, play_log

__all__ = ["LogPlayer", "placement_odds", "play_log"]
