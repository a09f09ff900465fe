"""`make fuzz-serve`: send random requests of all kinds to a server; exit with 1 if a reply is wrong.

schemathesis, in its own environment, sends requests that it derives from the OpenAPI description. The other parts
repeat the tests of changed messages, of complete games by the schema and of resampled positions with many more cases.
"""

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.server.dealt_positions import positions
from tests.server.raw_garbage import garbage_by_lines, garbage_by_socket
from tests.server.schema_client import SchemaClient
from tests.server.servers import ROOT, Server, serving
from tests.server.whole_games import differences
from wd_env.games.world_dominance.variants import VARIANTS
from wd_env.server.client import LineClient

PROGRAM = ROOT / ".venv-jobs" / "fuzz" / "bin" / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
OPERATIONS = 8  # operations (path and method) of the API
MAX_TURNS = 40
PARTS = ("garbage", "games", "positions", "schemathesis")


def main(args: list[str] | None = None) -> int:
    """Run the named parts, or all, and return 1 if one has found an error."""
    parser = argparse.ArgumentParser(prog="make fuzz-serve ARGS=...", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="parts to run; all by default")
    parser.add_argument("--cases", type=int, default=2000, help="number of requests that schemathesis sends")
    parser.add_argument(
        "--garbage", type=int, default=1000, help="number of changed messages, for HTTP and for standard input"
    )
    parser.add_argument("--games", type=int, default=20, help="number of games per variant")
    parser.add_argument("--positions", type=int, default=2000, help="number of resampled positions")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="path of schemathesis")
    options = parser.parse_args(args)
    runners: dict[str, Callable[[argparse.Namespace], list[str]]] = {
        "garbage": _garbage, "games": _games, "positions": _positions, "schemathesis": _schemathesis,
    }  # fmt: skip
    errors = []
    for part in options.parts or PARTS:
        problems = runners[part](options)
        print(f"{part}: {'; '.join(problems) or 'no errors'}", flush=True)
        errors += problems
    return int(bool(errors))


def _garbage(options: argparse.Namespace) -> list[str]:
    with serving("--processes", "1") as server:
        errors = garbage_by_socket(server, random.Random(options.seed), options.garbage)
    with LineClient(("--processes", "1")) as lines:
        return errors + garbage_by_lines(lines, random.Random(options.seed), options.garbage)


def _games(options: argparse.Namespace) -> list[str]:
    with serving("--processes", "2") as server:
        client = SchemaClient(server.port)
        seeds = range(options.seed, options.seed + options.games)
        found = [differences(client, variant, seed, MAX_TURNS) for variant in VARIANTS for seed in seeds]
    print(f"{len(found)} games of {len(VARIANTS)} variants with the client of the schema")
    return [difference for differences_of_game in found for difference in differences_of_game]


def _positions(options: argparse.Namespace) -> list[str]:
    counts = positions(options.positions, options.seed)
    print(", ".join(f"{result} {count}" for result, count in counts.items()))
    problems = [f"{counts['other']} positions reveal hidden information"] if counts["other"] else []
    return problems if counts["shown"] else [*problems, "no position had a secret"]


def _schemathesis(options: argparse.Namespace) -> list[str]:
    with serving("--processes", "1") as server:
        result = subprocess.run(_command(options, server), env=_environ(), cwd=ROOT, check=False)
    return [f"schemathesis: exit status {result.returncode}"] if result.returncode else []


def _command(options: argparse.Namespace, server: Server) -> list[str]:
    each = -(-options.cases // OPERATIONS)
    return [str(options.program), "run", f"http://127.0.0.1:{server.port}/v1/openapi.json", "--phases",
            "fuzzing,stateful", "--checks", CHECKS, "--continue-on-failure", "--max-examples", str(each), "--seed",
            str(options.seed), "--generation-database", "none"]  # fmt: skip


def _environ() -> dict[str, str]:
    return os.environ | {"SCHEMATHESIS_HOOKS": "tests.server.fuzz_hooks", "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    sys.exit(main())
