"""A sweep over `wd train` with Optuna: each trial is a run in its own folder, scored by its last evaluation.

    python train/optuna_sweep.py --trials 20 --storage sqlite:///sweep.db

Processes and machines that name the same storage share one sweep.
"""

import argparse
import json
from pathlib import Path

import optuna

from wd_env.cli.main import main as wd

DECISIONS, N_ENVS = 100_000, 256


def run(trial: optuna.Trial, folder: Path, decisions: int, more: list[str]) -> float:
    """Train with the suggested settings, and return the learner's mean win rate in the last evaluation."""
    rate = trial.suggest_float("ppo.learning_rate", 1e-5, 1e-3, log=True)
    entropy = trial.suggest_float("ppo.ent_coef", 1e-3, 3e-2, log=True)
    epochs = trial.suggest_int("ppo.n_epochs", 1, 4)
    args = ["--learner", "fast", "--imitation.bot", "", "--expert.bot", "", "--ppo.n_envs", N_ENVS]
    args += ["--ppo.learning_rate", rate, "--ppo.ent_coef", entropy, "--ppo.n_epochs", epochs]
    args += ["--run.total_decisions", decisions, "--run.folder", folder, *more]
    code = wd(["train", *map(str, args)])
    if code:
        raise RuntimeError(f"wd train has ended with {code}")
    matches = json.loads((folder / "results.json").read_text())["matches"]
    return sum(match["win_rate"] for match in matches) / len(matches)


def main() -> None:
    """Run the trials and print the best."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--storage", help="where the sweep is saved, such as sqlite:///sweep.db")
    parser.add_argument("--folder", type=Path, default=Path("runs/sweep"))
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    args, more = parser.parse_known_args()
    sweep = optuna.create_study(
        study_name="wd", storage=args.storage, direction="maximize", load_if_exists=True,
        sampler=optuna.samplers.TPESampler(seed=1),
    )  # fmt: skip
    sweep.optimize(
        lambda trial: run(trial, args.folder / f"trial-{trial.number}", args.decisions, more), n_trials=args.trials
    )
    print(f"best: {sweep.best_value:.1%} with {sweep.best_params}")


if __name__ == "__main__":
    main()
