"""Bots: their interface, the registry by name, bot files, and trained policies."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.agents.agent import Agent as Agent
    from wd_env.agents.agent import Analysis as Analysis
    from wd_env.agents.agent_registry import bot_files as bot_files
    from wd_env.agents.agent_registry import bots_for as bots_for
    from wd_env.agents.agent_registry import make_bot as make_bot
    from wd_env.agents.files.bot_file import bot_path as bot_path
    from wd_env.agents.files.bot_file import load_bot as load_bot
    from wd_env.agents.files.bot_file import save_bot as save_bot
    from wd_env.agents.files.bot_file_header import BotFileHeader as BotFileHeader
    from wd_env.agents.files.bot_file_header import Provenance as Provenance
    from wd_env.agents.files.onnx_export import export_bot as export_bot
    from wd_env.agents.files.sb3_import import save_policy as save_policy
    from wd_env.agents.networks.architecture import Architecture as Architecture
    from wd_env.agents.networks.numpy_network import Network as Network
    from wd_env.agents.networks.policy_agent import PolicyAgent as PolicyAgent
    from wd_env.agents.networks.value_network import ValueNetwork as ValueNetwork
    from wd_env.agents.networks.value_network import load_value as load_value
    from wd_env.agents.networks.value_network import save_value as save_value
    from wd_env.agents.random_agent import RandomAgent as RandomAgent

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Agent": "wd_env.agents.agent",
        "Analysis": "wd_env.agents.agent",
        "Architecture": "wd_env.agents.networks.architecture",
        "BotFileHeader": "wd_env.agents.files.bot_file_header",
        "Network": "wd_env.agents.networks.numpy_network",
        "PolicyAgent": "wd_env.agents.networks.policy_agent",
        "Provenance": "wd_env.agents.files.bot_file_header",
        "RandomAgent": "wd_env.agents.random_agent",
        "ValueNetwork": "wd_env.agents.networks.value_network",
        "bot_files": "wd_env.agents.agent_registry",
        "bot_path": "wd_env.agents.files.bot_file",
        "bots_for": "wd_env.agents.agent_registry",
        "export_bot": "wd_env.agents.files.onnx_export",
        "load_bot": "wd_env.agents.files.bot_file",
        "load_value": "wd_env.agents.networks.value_network",
        "make_bot": "wd_env.agents.agent_registry",
        "save_bot": "wd_env.agents.files.bot_file",
        "save_policy": "wd_env.agents.files.sb3_import",
        "save_value": "wd_env.agents.networks.value_network",
    },
)
