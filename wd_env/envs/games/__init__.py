"""PettingZoo environments of the single games."""
