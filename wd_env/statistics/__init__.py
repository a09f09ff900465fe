"""Confidence intervals, estimates from blocks of games, and statistics collectors."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.statistics.collector import StatsCollector as StatsCollector
    from wd_env.statistics.counting_spec import instrumented as instrumented
    from wd_env.statistics.estimates import BlockSample as BlockSample
    from wd_env.statistics.estimates import Estimate as Estimate
    from wd_env.statistics.intervals import bootstrap_means as bootstrap_means
    from wd_env.statistics.intervals import wilson as wilson

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "BlockSample": "wd_env.statistics.estimates",
        "Estimate": "wd_env.statistics.estimates",
        "StatsCollector": "wd_env.statistics.collector",
        "bootstrap_means": "wd_env.statistics.intervals",
        "instrumented": "wd_env.statistics.counting_spec",
        "wilson": "wd_env.statistics.intervals",
    },
)
