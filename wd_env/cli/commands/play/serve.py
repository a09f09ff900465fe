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
    """Answer other programs, and show a page on which people play in the browser.

    By HTTP, or with --stdio by lines of JSON; docs/reference/server_messages.md lists the messages.

    Example:
        wd serve --port 8000
    """

    stdio: bool = False
    """Talk by lines on stdin and stdout."""
    address: str = "127.0.0.1"
    """Where to listen."""
    port: int = 8151
    """The port there."""
    bots: tuple[str, ...] = ()
    """More bots, each ID=NAME, as files of trained ones."""
    budget_ms: Annotated[int, Interval(ge=1, le=600_000)] = 10_000
    """The most milliseconds that a bot may think."""
    processes: Annotated[int, Interval(ge=1, le=64)] = 2
    """Processes in which bots think."""
    save_dir: Path | None = None
    """Folder in which games are kept, and go on."""
    allowed_hosts: tuple[str, ...] = ()
    """More names by which it may be called."""
    allowed_origins: tuple[str, ...] = ()
    """Pages from elsewhere that may ask."""
    catalogue: Any = None


def run(args: Sequence[str]) -> int:
    """Serve until the input ends, or the process is asked to end."""
    row = requested_game(args, "serve")
    options = parse_for_game(ServeCommand, args, "serve")
    require_libraries("msgspec", *(() if options.stdio else ("starlette", "granian")))
    _check(options)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="wd serve: %(message)s")
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(options, row))
    if not options.stdio:
        exit_now(0)
    return 0


def _check(options: ServeCommand) -> None:
    if re.search(HOST_AND_PORT, options.address):
        told = "an address or the name of a host alone, and the port as --port"
        raise ConfigError(f"--address is {quoted(options.address)}; allowed is {told}")
    for bot in options.bots:
        if "=" not in bot:
            raise ConfigError(f"--bots has {quoted(bot)}; allowed is ID=NAME")


async def _serve(options: ServeCommand, row: GameEntry) -> None:
    from wd_env.server.bot_catalogue import make_bot_catalogue
    from wd_env.server.hosting.custom_file_catalogue import load_custom_files
    from wd_env.server.request_handler import RequestHandler
    from wd_env.server.workers.worker_pool import WorkerLimits

    named = dict(bot.split("=", 1) for bot in options.bots)
    worker_limits = WorkerLimits(workers=options.processes, budget_ms=options.budget_ms)
    catalogue = load_custom_files(row, options.catalogue.paths())
    desk = RequestHandler(
        row, make_bot_catalogue(row.game, named), worker_limits, folder=options.save_dir, catalogue=catalogue
    )
    if options.stdio:
        from wd_env.server.stdio_server import serve_lines

        await serve_lines(desk, sys.stdin.buffer, sys.stdout.buffer)
        return
    from wd_env.server.http.http_access import LOCAL_HOSTS, AccessRules, is_local
    from wd_env.server.http.http_server import check_port_free, serve_http

    check_port_free(options.address, 0)  # before anybody hears that it can be reached from elsewhere
    token = "" if is_local(options.address) else _token(options.address)
    host = f"[{options.address}]" if ":" in options.address else options.address
    access = AccessRules((*LOCAL_HOSTS, host, *options.allowed_hosts), options.allowed_origins, token)
    told = f"wd serve: http://{host}:{options.port}/"
    await serve_http(desk, access, options.address, options.port, lambda: print(told, file=sys.stderr, flush=True))


def _token(address: str) -> str:
    """The token of the environment; ConfigError where there is none that will do."""
    token = os.environ.get(TOKEN_VARIABLE, "")
    if len(token) < MIN_TOKEN_CHARS or not token.isascii() or not token.isprintable():
        told = f"a token of at least {MIN_TOKEN_CHARS} printable ASCII characters in {TOKEN_VARIABLE}"
        raise ConfigError(f"{address} can be reached from elsewhere; allowed is that with {told}")
    return token
