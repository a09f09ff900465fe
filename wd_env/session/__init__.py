"""Sessions: people and bots around one table, with referee, seating and narration."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.session.narration import NarratedLine as NarratedLine
    from wd_env.session.narration import Narrator as Narrator
    from wd_env.session.referee import Referee as Referee
    from wd_env.session.referee import SteppedReferee as SteppedReferee
    from wd_env.session.session_setup import SessionSetup as SessionSetup

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "NarratedLine": "wd_env.session.narration",
        "Narrator": "wd_env.session.narration",
        "Referee": "wd_env.session.referee",
        "SessionSetup": "wd_env.session.session_setup",
        "SteppedReferee": "wd_env.session.referee",
    },
)
