"""`wd serve`: bots, games and a page for other programs and for the browser."""

import asyncio
import contextlib
import logging
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.arguments.rule_arguments import GameOptions, parse_for_game, requested_game
from wd_env.cli.process_exit import exit_now
from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError, quoted
from wd_env.options import Interval
from wd_env.registry import GameEntry

TOKEN_VARIABLE = "WD_SERVE_TOKEN"  # noqa: S105 - of the environment: options can be seen by every user of the machine
MIN_TOKEN_CHARS = 16  # characters
HOST_AND_PORT = r"^(//|\w+://|[^:]*:[0-9]+$|\[)"


@dataclass(frozen=True)
class ServeCommand(GameOptions):
    """Serve the browser page, and bots and games for other programs.

    Programs send JSON over HTTP, or over standard input with --stdio; docs/reference/server_messages.md lists the
    messages.

    Example:
        wd serve --port 8000
    """

    stdio: bool = False
    """Use JSON lines on standard input instead of HTTP."""
    address: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Interval(ge=0, le=65_535)] = 8151
    """Port to listen on."""
    bots: tuple[str, ...] = ()
    """Additional bots as ID=NAME; NAME is a bot name, a bot file or a run folder."""
    budget_ms: Annotated[int, Interval(ge=1, le=600_000)] = 10_000
    """Maximum time per action of a bot, in milliseconds."""
    processes: Annotated[int, Interval(ge=1, le=64)] = 2
    """Number of processes for bots."""
    save_dir: Path | None = None
    """Folder for saved games, which continue after a restart."""
    allowed_hosts: tuple[str, ...] = ()
    """Additional host names that clients may use."""
    allowed_origins: tuple[str, ...] = ()
    """Origins of other web pages that may send requests."""
    catalogue: Any = None


def run(args: Sequence[str]) -> int:
    """Serve until the input ends or the process is terminated."""
    game_entry = requested_game(args, "serve")
    options = parse_for_game(ServeCommand, args, "serve")
    require_libraries("msgspec", *(() if options.stdio else ("starlette", "granian")))
    _check(options)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="wd serve: %(message)s")
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(options, game_entry))
    if not options.stdio:
        exit_now(0)
    return 0


def _check(options: ServeCommand) -> None:
    if re.search(HOST_AND_PORT, options.address):
        raise ConfigError(
            f"--address: expected an address or host name, and the port as --port, got {quoted(options.address)}"
        )
    for bot in options.bots:
        if "=" not in bot:
            raise ConfigError(f"--bots: expected ID=NAME, got {quoted(bot)}")


async def _serve(options: ServeCommand, game_entry: GameEntry) -> None:
    from wd_env.server.bot_catalogue import make_bot_catalogue
    from wd_env.server.hosting.custom_file_catalogue import load_custom_files
    from wd_env.server.request_handler import RequestHandler
    from wd_env.server.worker_pool import WorkerLimits

    named = dict(bot.split("=", 1) for bot in options.bots)
    worker_limits = WorkerLimits(workers=options.processes, budget_ms=options.budget_ms)
    catalogue = load_custom_files(game_entry, options.catalogue.paths())
    handler = RequestHandler(
        game_entry,
        make_bot_catalogue(game_entry.game, named),
        worker_limits,
        folder=options.save_dir,
        catalogue=catalogue,
    )
    if options.stdio:
        from wd_env.server.stdio_server import serve_lines

        await serve_lines(handler, sys.stdin.buffer, sys.stdout.buffer)
        return
    from wd_env.server.http.http_access import LOCAL_HOSTS, AccessRules, is_local
    from wd_env.server.http.http_server import check_port_available, serve_http

    check_port_available(options.address, 0)  # before the error about a missing token
    token = "" if is_local(options.address) else _token(options.address)
    host = f"[{options.address}]" if ":" in options.address else options.address
    access = AccessRules((*LOCAL_HOSTS, host, *options.allowed_hosts), options.allowed_origins, token)
    address_text = f"wd serve: http://{host}:{options.port}/"
    await serve_http(
        handler, access, options.address, options.port, lambda: print(address_text, file=sys.stderr, flush=True)
    )


def _token(address: str) -> str:
    """Return the token of the environment; raise ConfigError if it is missing or too short."""
    token = os.environ.get(TOKEN_VARIABLE, "")
    if len(token) < MIN_TOKEN_CHARS or not token.isascii() or not token.isprintable():
        raise ConfigError(
            f"{TOKEN_VARIABLE}: expected at least {MIN_TOKEN_CHARS} printable ASCII characters, because other machines "
            f"can reach {address}"
        )
    return token
