"""Settings of training runs: their groups, and how they are read from YAML."""
