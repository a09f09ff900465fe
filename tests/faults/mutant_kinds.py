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
    loads: bool = False  # compiled rules before the tests, which then take no second to load them


# Compiled code comes from a cache and would not change with its source, so whatever is compiled runs interpreted. These
# run compiled alone, and no test notices a change of them without compiling them anew, which takes a minute.
COMPILED_ONLY = (
    *("wd_env/kernels/game_loop.py", "wd_env/kernels/cuda_loop.py", "wd_env/batch/cuda_batch.py"),
    *(f"wd_env/compiler/{name}.py" for name in ("pointer_types", "vector_planes", "llvm_linking")),
    *(
        f"wd_env/agents/search/{name}.py"
        for name in (
            *("uniform_rollout", "leaf_value", "policy_kernel", "rollouts"),
            *("second_ply", "search_kernel", "turn_kernel", "packed_policy", "policy_sampling"),
        )
    ),
)
INTERPRETED = Kind(
    name="interpreted",
    compiled=False,
    seconds=3.0,
    targets=(
        *(
            f"wd_env/games/{game}/{name}.py"
            for game in ("world_dominance", "domination", "superpowers")
            for name in ("rules/*", *(f"observation/{part}" for part in ("observe", "layout", "planes", "offsets")))
        ),
        *("wd_env/games/*/resample.py", "wd_env/games/*/statistics/counting_engine.py", "wd_env/kernels/*.py"),
        *(f"wd_env/agents/{game}/*.py" for game in ("world_dominance", "domination", "superpowers")),
    ),
    but=COMPILED_ONLY,
    pages=(
        *(
            "tests/games/world_dominance/test_*.py",
            "tests/games/world_dominance/rules/test_*.py",
            *(
                f"tests/{name}/test_*.py"
                for name in "kernels spec storage compiler batch table statistics text".split()
            ),
            "tests/test_*.py",
        ),
        *(
            "tests/games/domination/test_*.py",
            "tests/games/domination/rules/test_*.py",
            *("tests/games/test_every_game.py", "tests/games/test_drawn_secrets.py"),
        ),
        *("tests/games/superpowers/test_*.py", "tests/agents/test_superpowers_*.py"),
        *("tests/envs/test_ally.py", "tests/envs/test_aec_shaping.py", "tests/envs/test_aec_options.py"),
        *("tests/agents/test_s*.py", "tests/agents/test_domination_bots.py", "tests/agents/test_b*.py"),
    ),
    without=(
        # word for word
        *(
            "games/world_dominance/test_golden",
            "games/world_dominance/test_determinism",
            "games/world_dominance/test_docs",
        ),
        # random games at length
        *("games/world_dominance/test_invariants", "games/world_dominance/test_offenders"),
        # about pictures, the source, the compiler or other processes
        *("games/world_dominance/test_picture", "games/domination/test_map_picture"),
        *("games/superpowers/test_picture", "games/superpowers/test_batch", "games/superpowers/test_own_board_batch"),
        *("spec/test_rule_subset", "compiler/test_cold_start", "compiler/test_compiled"),
        *("batch/test_cuda", "batch/test_batch", "batch/test_batch_calls", "batch/test_lockstep"),
    ),
)
# Rules that are there before a test say nothing about what loads and compiles them.
COMPILER = Kind(
    name="compiler",
    compiled=True,
    seconds=5.0,
    targets=("wd_env/compiler/*.py",),
    pages=("tests/compiler/test_*.py", "tests/table/test_*.py", "tests/batch/test_*.py"),
    without=("compiler/test_cold_start", "batch/test_cuda"),
    but=COMPILED_ONLY,
)
COMPILED = Kind(
    name="compiled",
    compiled=True,
    loads=True,
    seconds=2.0,
    targets=("wd_env/*.py", "wd_env/**/*.py"),
    pages=(
        *(
            f"tests/{name}/test_*.py"
            for name in (
                *"kernels spec storage compiler batch table statistics text games patterns".split(),
                *"envs agents evaluation training server cli benchmarks sandbox".split(),
            )
        ),
        "tests/session/test_*.py",
        *(
            "tests/agents/*/test_*.py",
            "tests/evaluation/*/test_*.py",
            "tests/games/world_dominance/test_*.py",
            "tests/games/world_dominance/rules/test_knowledge_models.py",
            "tests/games/domination/test_*.py",
            "tests/games/superpowers/test_*.py",
        ),
        *(
            f"tests/test_{name}.py"
            for name in "games house sized_games seeds errors progress clocks extras python_surface".split()
        ),
    ),
    without=(
        *("compiler/test_cold_start", "batch/test_cuda", "envs/test_sb3_training", "evaluation/spread/test_ray"),
        *(
            "games/world_dominance/test_invariants",
            "games/world_dominance/test_offenders",
            "games/world_dominance/test_picture",
        ),
        *("games/domination/test_map_picture", "games/superpowers/test_picture", "server/test_fuzz"),
        *("training/test_killed_runs", "training/test_company_resumed"),
    ),
    but=(
        *COMPILED_ONLY,
        *("wd_env/text/game_text.py", "wd_env/text/markdown.py", "wd_env/spec/game_tools.py"),
        *("wd_env/text/spec_page.py", "wd_env/cli/help_pages.py", "wd_env/cli/plots/*.py"),
        *("wd_env/rendering/*.py", "wd_env/games/*/picture/*.py", "wd_env/games/*/text/*.py"),
    ),
)
KINDS = (INTERPRETED, COMPILER, COMPILED)


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


def every_mutant(kind: Kind, folder: str = "") -> list[Mutant]:
    """Return all mutants of a kind, or those of one folder."""
    paths = [path for path in targets_of(kind) if folder in ("", folder_of(path))]
    return [mutant for path in paths for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))]
