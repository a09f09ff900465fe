"""The games: one package each. Games do not import each other."""
