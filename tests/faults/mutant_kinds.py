"""Which files `make mutants` changes, folder by folder of the package, and the pages of tests that count for them.

A file belongs to the first kind that names it. Pictures and texts are left out.
"""

from typing import NamedTuple


class Kind(NamedTuple):
    """Files that are changed in one way, interpreted or beside compiled rules, and the pages of tests that count."""

    name: str
    compiled: bool
    seconds: float  # of the processor; tests that take longer are left out
    targets: tuple[str, ...]
    pages: tuple[str, ...]
    without: tuple[str, ...] = ()  # pages
    but: tuple[str, ...] = ()  # targets


# Compiled rules come from a cache and would not change with their source, so whatever is compiled runs interpreted.
RULES = Kind(
    name="rules",
    compiled=False,
    seconds=0.5,
    targets=(
        *(
            "wd_env/games/world_dominance/rules/*.py",
            "wd_env/games/world_dominance/observation/observe.py",
            "wd_env/games/world_dominance/observation/layout.py",
        ),
        *(
            "wd_env/games/world_dominance/statistics/counting_engine.py",
            "wd_env/kernels/frames.py",
            "wd_env/kernels/bits.py",
            "wd_env/kernels/philox.py",
        ),
    ),
    pages=(
        *("tests/world_dominance/test_*.py", "tests/world_dominance/rules/test_*.py", "tests/core/test_*.py"),
        *("tests/faces/test_ally.py", "tests/faces/test_aec_shaping.py", "tests/faces/test_aec_options.py"),
    ),
    without=(
        # word for word
        *("world_dominance/test_golden", "world_dominance/test_determinism", "world_dominance/test_docs"),
        # random games at length
        *("world_dominance/test_invariants", "world_dominance/test_offenders"),
        # about pictures, the source, the compiler or other processes
        *("world_dominance/test_picture", "core/test_rule_subset", "core/test_cold_start", "core/test_compiled"),
        *("core/test_cuda", "core/test_batch", "core/test_batch_calls", "core/test_lockstep"),
    ),
)
DOMINATION_RULES = Kind(
    name="domination_rules",
    compiled=False,
    seconds=1.0,
    targets=(
        "wd_env/games/domination/rules/*.py",
        "wd_env/games/domination/observation/observe.py",
        "wd_env/games/domination/observation/layout.py",
    ),
    pages=("tests/domination/test_*.py", "tests/domination/rules/test_*.py", "tests/games/test_every_game.py"),
    without=("domination/test_map_picture",),
)
HABITS = Kind(
    name="habits",
    compiled=False,
    seconds=2.0,
    targets=("wd_env/agents/world_dominance/*.py", "wd_env/agents/domination/*.py"),
    pages=("tests/agents/test_s*.py", "tests/agents/test_domination_bots.py", "tests/agents/test_b*.py"),
)
SEARCH = Kind(
    name="search",
    compiled=False,
    seconds=2.0,
    targets=tuple(
        f"wd_env/agents/search/{name}.py"
        for name in (
            *("uniform_rollout", "leaf_value", "policy_kernel", "rollouts"),
            *("second_ply", "search_kernel", "packed_policy"),
        )
    ),
    pages=("tests/agents/search/test_*.py",),
)
FACES = Kind(
    name="faces",
    compiled=True,
    seconds=2.0,
    targets=("wd_env/envs/**/*.py", "wd_env/spec/rewards.py", "wd_env/spec/view.py", "wd_env/batch/mask_bits.py"),
    pages=(
        *("tests/faces/test_*.py", "tests/core/test_batch*.py", "tests/core/test_returns.py"),
        *("tests/agents/test_base.py", "tests/test_games.py", "tests/patterns/test_*.py"),
    ),
    without=("faces/test_sb3_training",),
)
CORE = Kind(
    name="core",
    compiled=True,
    seconds=2.0,
    targets=(
        *(f"wd_env/{name}/*.py" for name in "kernels storage spec compiler batch table statistics text".split()),
        "wd_env/*.py",
    ),
    pages=(
        *("tests/core/test_*.py", "tests/games/test_*.py", "tests/patterns/test_*.py", "tests/faces/test_*.py"),
        *("tests/test_games.py", "tests/test_house.py", "tests/test_sized_games.py"),
    ),
    without=("core/test_cold_start", "core/test_cuda", "faces/test_sb3_training"),
    but=(
        "wd_env/text/game_text.py",
        "wd_env/text/markdown.py",
        "wd_env/spec/data_table.py",
        "wd_env/text/spec_page.py",
    ),
)
WORLD_DOMINANCE = Kind(
    name="world_dominance",
    compiled=True,
    seconds=2.0,
    targets=tuple(
        f"wd_env/games/world_dominance/{name}*.py"
        for name in ("", "checks/", "cards/", "definitions/", "observation/", "statistics/")
    ),
    pages=("tests/world_dominance/test_*.py", "tests/games/test_*.py", "tests/patterns/test_*.py"),
    without=("world_dominance/test_invariants", "world_dominance/test_offenders", "world_dominance/test_picture"),
)
DOMINATION = Kind(
    name="domination",
    compiled=True,
    seconds=2.0,
    targets=tuple(
        f"wd_env/games/domination/{name}*.py" for name in ("", "definitions/", "logs/", "maps/", "observation/")
    ),
    pages=("tests/domination/test_*.py", "tests/domination/rules/test_*.py", "tests/games/test_*.py"),
    without=("domination/test_map_picture",),
)
AGENTS = Kind(
    name="agents",
    compiled=True,
    seconds=2.0,
    targets=(
        *("wd_env/agents/*.py", "wd_env/agents/*/*.py", "wd_env/evaluation/**/*.py"),
        *("wd_env/parallel/*.py", "wd_env/sandbox/*.py", "wd_env/storage/tensor_file.py"),
    ),
    pages=("tests/agents/test_*.py", "tests/agents/*/test_*.py", "tests/patterns/test_*.py"),
    without=("agents/spread/test_ray",),
)
TRAIN = Kind(
    name="train",
    compiled=True,
    seconds=3.0,
    targets=("wd_env/training/**/*.py",),
    pages=("tests/train/test_*.py",),
    without=("train/test_killed_runs", "train/test_company_resumed"),
)
SERVE = Kind(
    name="serve",
    compiled=True,
    seconds=3.0,
    targets=("wd_env/server/**/*.py", "wd_env/session/*.py"),
    pages=("tests/serve/test_*.py", "tests/cli/test_play*.py", "tests/cli/test_table*.py", "tests/cli/test_story.py"),
    without=("serve/test_fuzz",),
)
CLI = Kind(
    name="cli",
    compiled=True,
    seconds=3.0,
    targets=("wd_env/cli/**/*.py",),
    pages=("tests/cli/test_*.py",),
    but=("wd_env/cli/help_pages.py", "wd_env/cli/plots/*.py"),
)
BENCH = Kind(
    name="bench",
    compiled=True,
    seconds=3.0,
    targets=("wd_env/benchmarks/*.py", "wd_env/benchmarks/peers/*.py"),
    pages=("tests/bench/test_*.py", "tests/cli/test_bench.py"),
)
KINDS = (
    *(RULES, DOMINATION_RULES, HABITS, SEARCH, FACES, CORE, WORLD_DOMINANCE, DOMINATION),
    *(AGENTS, TRAIN, SERVE, CLI, BENCH),
)
