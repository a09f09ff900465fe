"""Matches between bots, in blocks that any executor can play."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_store import BlockStore as BlockStore
    from wd_env.evaluation.matches.block_store import play_missing_blocks as play_missing_blocks
    from wd_env.evaluation.matches.match import JointWin as JointWin
    from wd_env.evaluation.matches.match import MatchResult as MatchResult
    from wd_env.evaluation.matches.match import WinRate as WinRate
    from wd_env.evaluation.matches.match import play_match as play_match
    from wd_env.evaluation.matches.match import play_match_with_bots as play_match_with_bots
    from wd_env.evaluation.matches.match_blocks import Block as Block
    from wd_env.evaluation.matches.match_blocks import BlockResult as BlockResult
    from wd_env.evaluation.matches.match_blocks import Failure as Failure

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Block": "wd_env.evaluation.matches.match_blocks",
        "BlockResult": "wd_env.evaluation.matches.match_blocks",
        "BlockStore": "wd_env.evaluation.matches.block_store",
        "Failure": "wd_env.evaluation.matches.match_blocks",
        "JointWin": "wd_env.evaluation.matches.match",
        "MatchResult": "wd_env.evaluation.matches.match",
        "WinRate": "wd_env.evaluation.matches.match",
        "play_match": "wd_env.evaluation.matches.match",
        "play_match_with_bots": "wd_env.evaluation.matches.match",
        "play_missing_blocks": "wd_env.evaluation.matches.block_store",
    },
)
