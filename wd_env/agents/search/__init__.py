"""Look-ahead search: samples of every legal action with common random numbers, valued after a short rollout."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.agents.search.search_agent import SearchAgent as SearchAgent
    from wd_env.agents.search.search_agent import SearchAnalysis as SearchAnalysis
    from wd_env.agents.search.search_engine import SearchEngine as SearchEngine
    from wd_env.agents.search.search_engine import SearchStats as SearchStats
    from wd_env.agents.search.search_options import SearchOptions as SearchOptions

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "SearchAgent": "wd_env.agents.search.search_agent",
        "SearchAnalysis": "wd_env.agents.search.search_agent",
        "SearchEngine": "wd_env.agents.search.search_engine",
        "SearchOptions": "wd_env.agents.search.search_options",
        "SearchStats": "wd_env.agents.search.search_engine",
    },
)
