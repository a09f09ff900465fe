"""Environment APIs: PettingZoo, Gymnasium, Stable-Baselines3 and OpenSpiel."""
