"""The values of settings that neither a file nor the command line sets."""

import dataclasses

from wd_env.training.settings.training_settings import TrainSettings

DEFAULTS = {
    "learner": "maskable",
    "shaping": {},
    "game": {"name": "world_dominance", "players": (2, 3, 4, 5), "weights": (), "options": {}, "option_sets": ()},
    "imitation": {
        "bot": "", "decisions": 2_000_000, "n_envs": 256, "batch_size": 512, "learning_rate": 1e-3, "vf_coef": 1.0,
        "label_smoothing": 0.0,
    },
    "expert": {
        "bot": "", "decisions": 200_000, "iterations": 8, "label_window": 4, "label_fraction": 0.25,
        "class_balance": 0.0, "temperature": 0.03, "n_envs": 512, "n_epochs": 2, "batch_size": 512,
        "learning_rate": 5e-4, "vf_coef": 1.0,
    },
    "ppo": {
        "n_envs": 128, "n_steps": 128, "batch_size": 2048, "n_epochs": 4, "gamma": 0.999, "gae_lambda": 0.95,
        "clip_range": 0.2, "ent_coef": 0.01, "ent_coef_end": None, "vf_coef": 0.5, "learning_rate": 3e-4,
        "learning_rate_end": 0.0, "scale_by_players": False, "max_grad_norm": 0.5, "anchor_kl_coef": 0.0,
        "counterfactual_bot": "", "counterfactual_fraction": 0.25, "average_weights": False, "target_kl": None,
        "sequence_length": 32,
    },
    "net": {
        "hidden": (128, 128), "shared": 1, "activation": "tanh", "pointer_units": 0, "item_embeddings": False,
        "input_features": (), "recurrent": "none", "recurrent_units": 64, "standardise_inputs": False, "init_from": "",
    },
    "opponents": {
        "self_play_fraction": 0.5, "learner_seat_fraction": 0.0, "weights": {"past": 0.6, "random": 0.4},
        "pfsp_power": 0.0, "pool_size": 8, "checkpoint_freq": 200_000,
    },
    "evaluation": {
        "freq": 500_000, "games": 200, "players": 4, "opponents": ("random",), "final_games": 1000, "greedy": False,
    },
    "run": {
        "name": "world_dominance", "folder": "", "seed": 1, "total_decisions": 2_000_000, "time_limit_minutes": None,
        "snapshot_freq": 200_000, "torch_threads": 1, "log_nodes": False,
    },
}  # fmt: skip


def test_settings_that_nobody_sets_have_these_values():
    assert dataclasses.asdict(TrainSettings()) == DEFAULTS
