"""Which files `make mutants` changes, and the pages of tests that count for them.

A file belongs to the first kind that names it. Pictures, texts and what only runs compiled are left out.
"""

from pathlib import Path
from typing import NamedTuple

from tests.faults.mutations import Mutant, mutants_of

ROOT = HOME = Path(__file__).parents[2]  # the tree that is tried, and the one this file belongs to
CACHE = ROOT / ".cache" / "mutants"


class Kind(NamedTuple):
    """Files that are changed in one way, interpreted or beside compiled rules, and the pages of tests that count."""

    name: str
    compiled: bool
    seconds: float  # of the processor; tests that take longer are left out
    targets: tuple[str, ...]
    pages: tuple[str, ...]
    without: tuple[str, ...] = ()  # pages
    but: tuple[str, ...] = ()  # targets


# Compiled code comes from a cache and would not change with its source, so whatever is compiled runs interpreted. These
# run compiled alone, and no test notices a change of them without compiling them anew, which takes a minute.
COMPILED_ONLY = (
    *("wd_env/kernels/game_loop.py", "wd_env/kernels/cuda_loop.py"),
    *("wd_env/compiler/pointer_types.py", "wd_env/compiler/llvm_linking.py"),
    *(
        f"wd_env/agents/search/{name}.py"
        for name in (
            *("uniform_rollout", "leaf_value", "policy_kernel", "rollouts"),
            *("second_ply", "search_kernel", "packed_policy", "policy_sampling"),
        )
    ),
)
INTERPRETED = Kind(
    name="interpreted",
    compiled=False,
    seconds=1.0,
    targets=(
        *(
            f"wd_env/games/{game}/{name}.py"
            for game in ("world_dominance", "domination")
            for name in ("rules/*", "observation/observe", "observation/layout")
        ),
        *("wd_env/games/world_dominance/statistics/counting_engine.py", "wd_env/kernels/*.py"),
        *("wd_env/agents/world_dominance/*.py", "wd_env/agents/domination/*.py"),
    ),
    but=COMPILED_ONLY,
    pages=(
        *("tests/world_dominance/test_*.py", "tests/world_dominance/rules/test_*.py", "tests/core/test_*.py"),
        *("tests/domination/test_*.py", "tests/domination/rules/test_*.py", "tests/games/test_every_game.py"),
        *("tests/faces/test_ally.py", "tests/faces/test_aec_shaping.py", "tests/faces/test_aec_options.py"),
        *("tests/agents/test_s*.py", "tests/agents/test_domination_bots.py", "tests/agents/test_b*.py"),
    ),
    without=(
        # word for word
        *("world_dominance/test_golden", "world_dominance/test_determinism", "world_dominance/test_docs"),
        # random games at length
        *("world_dominance/test_invariants", "world_dominance/test_offenders"),
        # about pictures, the source, the compiler or other processes
        *("world_dominance/test_picture", "domination/test_map_picture"),
        *("core/test_rule_subset", "core/test_cold_start", "core/test_compiled"),
        *("core/test_cuda", "core/test_batch", "core/test_batch_calls", "core/test_lockstep"),
    ),
)
COMPILED = Kind(
    name="compiled",
    compiled=True,
    seconds=2.0,
    targets=("wd_env/*.py", "wd_env/**/*.py"),
    pages=(
        *(f"tests/{name}/test_*.py" for name in "core games patterns faces agents train serve cli bench".split()),
        *("tests/storage/test_*.py", "tests/session/test_*.py"),
        *("tests/agents/*/test_*.py", "tests/world_dominance/test_*.py", "tests/domination/test_*.py"),
        *("tests/test_games.py", "tests/test_house.py", "tests/test_sized_games.py"),
    ),
    without=(
        *("core/test_cold_start", "core/test_cuda", "faces/test_sb3_training", "agents/spread/test_ray"),
        *("world_dominance/test_invariants", "world_dominance/test_offenders", "world_dominance/test_picture"),
        *("domination/test_map_picture", "serve/test_fuzz"),
        *("train/test_killed_runs", "train/test_company_resumed"),
    ),
    but=(
        *COMPILED_ONLY,
        *("wd_env/text/game_text.py", "wd_env/text/markdown.py", "wd_env/spec/data_table.py"),
        *("wd_env/text/spec_page.py", "wd_env/cli/help_pages.py", "wd_env/cli/plots/*.py"),
        *("wd_env/rendering/*.py", "wd_env/games/*/picture/*.py", "wd_env/games/*/text/*.py"),
    ),
)
KINDS = (INTERPRETED, COMPILED)


def files(*patterns: str) -> list[str]:
    """Files of the tree, from its top; empty ones left out."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.stat().st_size}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def targets_of(kind: Kind) -> list[str]:
    """The files of a kind: what it names and no kind before it has."""
    before = KINDS[: KINDS.index(kind)] if kind in KINDS else ()
    taken = {path for other in before for path in files(*other.targets)} | set(files(*kind.but))
    return [path for path in files(*kind.targets) if path not in taken]


def folder_of(path: str) -> str:
    """Return the folder by which a file is counted: a package of `wd_env`, one game, or `wd_env` for its own files."""
    parts = Path(path).parts[:-1]
    return "/".join(parts[:3] if parts[1:2] == ("games",) else parts[:2])


def every_mutant(kind: Kind) -> list[Mutant]:
    """All that can be drawn."""
    return [mutant for path in targets_of(kind) for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))]
