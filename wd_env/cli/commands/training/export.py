"""`wd export`: write a trained bot for programs in other languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from wd_env import registry
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.resume_options import print_status
from wd_env.cli.arguments.rule_arguments import resolve_game_name
from wd_env.cli.usage_error import UsageError
from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec

MODEL_SUFFIX, LAYOUT_SUFFIX = ".onnx", ".json"  # suffixes of files to write
NUM_FILES = 2  # the bot's and the one to write


@dataclass(frozen=True)
class ExportCommand:
    """Write a trained bot for programs in other languages, as an ONNX model or for wdbot.js.

    The ONNX model has the inputs `obs` and `mask` (int8) and the outputs `logits` (-inf for illegal actions) and
    `value`. wdbot.js reads the bot file itself, and the observation layout of the game.

    Example:
        wd export runs/quick_seed1 bot.onnx
    """

    files: Annotated[tuple[str, ...], Positional("BOT OUT")] = ()
    """A trained bot (a .wdbot file, a run folder, or a name such as `policy`) and the file to write: .onnx for a model,
    .json for the observation layout."""
    game: str = ""
    """Name of the game (`wd info games`)."""


def run(args: Sequence[str]) -> int:
    """Export a bot and print the files."""
    options = parse(ExportCommand, args, "export")
    if len(options.files) != NUM_FILES:
        raise UsageError(f"export: expected 2 files, that of the bot and the one to write, got {len(options.files)}")
    game = registry.get_game(resolve_game_name(options.game or None)).game
    out = Path(options.files[1])
    if out.suffix not in (MODEL_SUFFIX, LAYOUT_SUFFIX):
        raise ConfigError(
            f"output: expected a name that ends in {MODEL_SUFFIX} or {LAYOUT_SUFFIX}, got {quoted(str(out))}"
        )
    check_writable(out)
    require_libraries("safetensors", *(["onnx"] if out.suffix == MODEL_SUFFIX else []))
    bot = _bot_file(options.files[0], game)
    if out.suffix == MODEL_SUFFIX:
        _write_model(bot, out, game)
    else:
        _write_layout(bot, out, game)
    return 0


def _bot_file(name: str, game: GameSpec) -> Path:
    """Return the file with the network of a bot.

    Raises:
        ConfigError: If the bot is unknown or has no network.
    """
    from wd_env.agents.agent_registry import GREEDY_PREFIX, bot_files, make_bot
    from wd_env.agents.networks.policy_agent import PolicyAgent

    path = Path(name.removeprefix(GREEDY_PREFIX))
    if path.exists() or path.suffix:  # reading a missing file raises an error
        return path
    if not isinstance(make_bot(name, game, np.random.default_rng(0)), PolicyAgent):
        raise ConfigError(f"bot: expected a trained bot, such as policy, got {quoted(name)}, which has no network")
    first, *others = bot_files(name, game.name)
    if others:
        other_paths = ", ".join(map(str, others))
        print_status(f"{name} has several networks; exporting {first}. To export another one, name it: {other_paths}")
    return first


def _write_model(bot: Path, out: Path, game: GameSpec) -> None:
    from wd_env.agents.files.onnx_export import export_bot

    meta = export_bot(bot, out, game)
    print(f"Wrote {bot} to {out}. Inputs: obs int8[batch, {meta.observation_size}], mask int8[batch, {meta.actions}].")
    print("Outputs: logits, value.")


def _write_layout(bot: Path, out: Path, game: GameSpec) -> None:
    from wd_env.agents.files.bot_file import load_bot
    from wd_env.agents.files.layout_export import write_layout
    from wd_env.agents.networks.architecture import check_feed_forward

    network, _ = load_bot(bot, game)  # report a damaged file now rather than in the browser
    check_feed_forward(network.architecture)
    write_layout(out, game)
    print(f"Wrote the layout of {game.name} to {out}; wdbot.js reads it together with {bot}.")
