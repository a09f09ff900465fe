"""Run the examples of one environment briefly: `python tests/examples/run_examples.py rllib`.

The exit status is 1 if an example fails or does not end.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 1800  # seconds per example
NOTEBOOK = "import nbclient, nbformat, sys; nbclient.NotebookClient(nbformat.read(sys.argv[1], 4)).execute()"
JOBS = {
    "train": (
        ("train/ppo.py", "--total-decisions", "4096", "--n-envs", "16", "--n-steps", "32", "--max-turns", "40"),
        ("train/self_play.py", "--total-decisions", "4096", "--n-envs", "16", "--n-steps", "32", "--max-turns", "40",
         "--test-games", "20"),
        ("train/sb3_maskable_ppo.py", "--decisions", "4096", "--iterations", "2", "--games", "12"),
        ("agents/examples/minimal_agent.py", "--games", "12"),
        ("agents/examples/rule_based_agent.py", "--games", "60"),
        ("agents/examples/search_with_chance.py", "--games", "20"),
        ("train/optuna_sweep.py", "--trials", "2", "--decisions", "4096", "--ppo.batch_size", "512",
         "--evaluation.final_games", "20", "--evaluation.games", "20"),
        ("docs/tutorial/from_install_to_bot.ipynb",),
    ),
    "rllib": (("train/rllib_ppo.py", "--decisions", "4096", "--max-turns", "20"),),
    "torchrl": (("train/torchrl_ppo.py", "--decisions", "4096", "--max-turns", "20"),),
    "tianshou": (("train/tianshou_ppo.py", "--decisions", "4096", "--max-turns", "20"),),
}  # fmt: skip


def main(names: list[str]) -> int:
    """Run the jobs with these names in an empty folder, and return the number of failed examples."""
    failed = []
    for name in names:
        for script, *words in JOBS[name]:
            print(f"== {script} {' '.join(words)}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                command = [sys.executable, *(["-c", NOTEBOOK] if script.endswith(".ipynb") else []), str(ROOT / script)]
                try:
                    code = subprocess.run([*command, *words], cwd=folder, timeout=PATIENCE, check=False).returncode
                except subprocess.TimeoutExpired:
                    code = 1
            if code:
                failed.append(script)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
