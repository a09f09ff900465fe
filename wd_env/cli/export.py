"""`wd export`: write a trained bot for programs in other languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from wd_env import games
from wd_env.cli.errors import UsageError
from wd_env.cli.fields import Positional
from wd_env.cli.files import check_writable
from wd_env.cli.house import game_meant
from wd_env.cli.usage import parse
from wd_env.core.errors import ConfigError, quoted
from wd_env.core.extras import need
from wd_env.core.spec import GameSpec

MODEL, LAYOUT = ".onnx", ".json"  # suffixes of what can be written
FILES = 2  # the bot's and the one to write


@dataclass(frozen=True)
class Export:
    """Write a trained bot for programs in other languages, as an ONNX model or for wdbot.js.

    The model takes obs and mask, both int8, and gives logits, -inf where the mask is 0, and value. wdbot.js reads the
    bot's file itself and the game's layout beside it.
    """

    files: Annotated[tuple[str, ...], Positional("BOT OUT")] = ()
    """The bot's file, usually .wdbot, or the folder of a run; and the file to write, .onnx for a model or .json for the
    layout."""
    game: str = ""
    """The game, one of `wd info games`."""


def run(arguments: Sequence[str]) -> int:
    """Export, and say what was written."""
    options = parse(Export, arguments, "export")
    if len(options.files) != FILES:
        raise UsageError(f"export: {len(options.files)} files; name the bot's and the one to write")
    game = games.game_named(game_meant(options.game or None)).game
    bot, out = Path(options.files[0]), Path(options.files[1])
    if out.suffix not in (MODEL, LAYOUT):
        raise ConfigError(f"{quoted(str(out))} cannot be written; allowed is a name that ends with {MODEL} or {LAYOUT}")
    check_writable(out)
    need("safetensors", *(["onnx"] if out.suffix == MODEL else []))
    if out.suffix == MODEL:
        _write_model(bot, out, game)
    else:
        _write_layout(bot, out, game)
    return 0


def _write_model(bot: Path, out: Path, game: GameSpec) -> None:
    from wd_env.agents.onnx_export import export_bot

    meta = export_bot(bot, out, game)
    print(f"{bot} is now in {out}: obs int8[batch, {meta.observation_size}] and mask int8[batch, {meta.actions}] in,")
    print("logits and value out.")


def _write_layout(bot: Path, out: Path, game: GameSpec) -> None:
    from wd_env.agents.checkpoint import load_bot
    from wd_env.agents.layout_data import write_layout

    load_bot(bot, game)  # nobody learns only in the browser that the file is damaged
    write_layout(out, game)
    print(f"The layout of {game.name} is in {out}: wdbot.js reads it beside {bot}.")
