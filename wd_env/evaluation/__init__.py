"""Matches, ladders, sequential tests and game statistics."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.evaluation.game_stats import GameStats as GameStats
    from wd_env.evaluation.game_stats import collect_game_stats as collect_game_stats
    from wd_env.evaluation.ladder.ladder_file import LadderFile as LadderFile
    from wd_env.evaluation.ladder.ratings import LadderResults as LadderResults
    from wd_env.evaluation.ladder.ratings import ladder_results as ladder_results
    from wd_env.evaluation.ladder.scheduler import LadderPlan as LadderPlan
    from wd_env.evaluation.ladder.scheduler import play_ladder as play_ladder
    from wd_env.evaluation.ladder.sequential_test import Hypotheses as Hypotheses
    from wd_env.evaluation.ladder.sequential_test import InterimResult as InterimResult
    from wd_env.evaluation.ladder.sequential_test import SprtTest as SprtTest
    from wd_env.evaluation.matches.match import JointWin as JointWin
    from wd_env.evaluation.matches.match import MatchResult as MatchResult
    from wd_env.evaluation.matches.match import WinRate as WinRate
    from wd_env.evaluation.matches.match import play_match as play_match
    from wd_env.evaluation.matches.match import play_match_with_bots as play_match_with_bots

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "GameStats": "wd_env.evaluation.game_stats",
        "Hypotheses": "wd_env.evaluation.ladder.sequential_test",
        "InterimResult": "wd_env.evaluation.ladder.sequential_test",
        "JointWin": "wd_env.evaluation.matches.match",
        "LadderFile": "wd_env.evaluation.ladder.ladder_file",
        "LadderPlan": "wd_env.evaluation.ladder.scheduler",
        "LadderResults": "wd_env.evaluation.ladder.ratings",
        "MatchResult": "wd_env.evaluation.matches.match",
        "SprtTest": "wd_env.evaluation.ladder.sequential_test",
        "WinRate": "wd_env.evaluation.matches.match",
        "collect_game_stats": "wd_env.evaluation.game_stats",
        "ladder_results": "wd_env.evaluation.ladder.ratings",
        "play_ladder": "wd_env.evaluation.ladder.scheduler",
        "play_match": "wd_env.evaluation.matches.match",
        "play_match_with_bots": "wd_env.evaluation.matches.match",
    },
)
