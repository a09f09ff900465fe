"""Vector environments: Gymnasium, Stable-Baselines3 and several learning seats."""
