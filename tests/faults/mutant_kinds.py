"""The files that `make mutants` changes, and the test files that count for them.

A file belongs to the first kind that lists it. Pictures, texts and code that only runs compiled are left out.
"""

from pathlib import Path
from typing import NamedTuple

from tests.faults.mutations import Mutant, mutants_of

ROOT = HOME = Path(__file__).parents[2]  # the tree to mutate, and the tree that contains this file
CACHE = ROOT / ".cache" / "mutants"


class Kind(NamedTuple):
    """Files that are mutated under one set of conditions, and the test files that count for them."""

    name: str
    compiled: bool  # whether the tests run with compiled rules
    seconds: float  # CPU time; tests that take longer are left out
    targets: tuple[str, ...]
    pages: tuple[str, ...]
    excluded_pages: tuple[str, ...] = ()
    excluded_targets: tuple[str, ...] = ()
    preload: bool = False  # load the compiled rules once, before the tests


# Cached compiled code does not change with its source, so mutated rules run interpreted. These files run only compiled;
# a test would have to compile them again, which takes a minute.
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
            for name in (
                "definitions/*",
                "rules/*",
                *(f"observation/{part}" for part in ("observe", "layout*", "planes", "offsets")),
            )
        ),
        *("wd_env/games/*/resample.py", "wd_env/games/*/statistics/counting_engine.py", "wd_env/kernels/*.py"),
        *(f"wd_env/agents/{game}/**/*.py" for game in ("world_dominance", "domination", "superpowers")),
        "wd_env/agents/normal_distribution.py",
    ),
    excluded_targets=COMPILED_ONLY,
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
        # Stored decisions of bots (`test_bot_decisions`) count, though they are stored: the weights of a bot have
        # no other specification, and the stored positions are their input, which mutants of rules do not change.
        *("tests/agents/test_s*.py", "tests/agents/test_domination_*.py", "tests/agents/test_b*.py"),
    ),
    excluded_pages=(
        # comparisons with stored text
        *(
            "games/world_dominance/test_golden",
            "games/world_dominance/test_determinism",
            "games/world_dominance/test_docs",
        ),
        # long random games
        *("games/world_dominance/test_invariants", "games/world_dominance/test_offenders"),
        # about pictures, the source, the compiler or other processes
        *("games/world_dominance/test_picture", "games/domination/test_map_picture"),
        *("games/superpowers/test_picture", "games/superpowers/test_batch", "games/superpowers/test_own_board_batch"),
        *("spec/test_rule_subset", "compiler/test_cold_start", "compiler/test_compiled", "table/test_loading_ahead"),
        *("batch/test_cuda", "batch/test_batch", "batch/test_batch_calls", "batch/test_lockstep"),
    ),
)
# Tests with preloaded rules would not run the code that loads and compiles rules.
COMPILER = Kind(
    name="compiler",
    compiled=True,
    seconds=5.0,
    targets=("wd_env/compiler/*.py",),
    pages=("tests/compiler/test_*.py", "tests/table/test_*.py", "tests/batch/test_*.py"),
    excluded_pages=("compiler/test_cold_start", "batch/test_cuda"),
    excluded_targets=COMPILED_ONLY,
)
COMPILED = Kind(
    name="compiled",
    compiled=True,
    preload=True,
    seconds=10.0,
    targets=("wd_env/*.py", "wd_env/**/*.py"),
    pages=(
        *(
            f"tests/{name}/test_*.py"
            for name in (
                *"kernels spec storage compiler batch table statistics text games patterns".split(),
                *"envs agents evaluation training server cli benchmarks sandbox parallel".split(),
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
            for name in "games house sized_games seeds errors progress clocks extras import_hook python_surface".split()
        ),
    ),
    excluded_pages=(
        *("compiler/test_cold_start", "batch/test_cuda", "envs/test_sb3_training", "evaluation/spread/test_ray"),
        *(
            "games/world_dominance/test_invariants",
            "games/world_dominance/test_offenders",
            "games/world_dominance/test_picture",
        ),
        *("games/domination/test_map_picture", "games/superpowers/test_picture", "server/test_fuzz"),
        *("training/test_killed_runs", "training/test_company_resumed"),
    ),
    excluded_targets=(
        *COMPILED_ONLY,
        *("wd_env/text/game_text.py", "wd_env/text/markdown.py", "wd_env/spec/game_tools.py"),
        *("wd_env/text/spec_page.py", "wd_env/cli/help_pages.py", "wd_env/cli/plots/*.py"),
        *("wd_env/rendering/*.py", "wd_env/games/*/picture/**/*.py", "wd_env/games/*/text/**/*.py"),
        *("wd_env/games/*/doc_pages/*.py", "wd_env/benchmarks/gpu_speed.py"),
        # These need optional libraries; `make test-ray` and `make test-spiel` test them.
        *("wd_env/parallel/ray_executor.py", "wd_env/envs/openspiel/openspiel_games.py"),
    ),
)
KINDS = (INTERPRETED, COMPILER, COMPILED)


def files(*patterns: str) -> list[str]:
    """Return the paths of the files that match, relative to the root of the tree, without empty files."""
    paths = {path for pattern in patterns for path in ROOT.glob(pattern) if path.stat().st_size}
    return sorted(str(path.relative_to(ROOT)) for path in paths)


def targets_of(kind: Kind) -> list[str]:
    """Return the files of a kind: those it lists, without those of earlier kinds."""
    earlier = KINDS[: KINDS.index(kind)] if kind in KINDS else ()
    taken = {path for other in earlier for path in files(*other.targets)} | set(files(*kind.excluded_targets))
    return [path for path in files(*kind.targets) if path not in taken]


def folder_of(path: str) -> str:
    """Return the folder by which a file is counted: a package of `wd_env`, one game, or `wd_env` for its own files."""
    parts = Path(path).parts[:-1]
    return "/".join(parts[:3] if parts[1:2] == ("games",) else parts[:2])


def all_mutants(kind: Kind, folder: str = "") -> list[Mutant]:
    """Return all mutants of a kind, or those of one folder."""
    paths = [path for path in targets_of(kind) if folder in ("", folder_of(path))]
    return [mutant for path in paths for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))]
