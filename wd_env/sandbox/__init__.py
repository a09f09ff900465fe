"""Bots in separate processes: untrusted ones in matches, and all bots of the server."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.sandbox.sandboxed_agent import SandboxedAgent as SandboxedAgent
    from wd_env.sandbox.sandboxed_agent import is_untrusted as is_untrusted

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "SandboxedAgent": "wd_env.sandbox.sandboxed_agent",
        "is_untrusted": "wd_env.sandbox.sandboxed_agent",
    },
)
