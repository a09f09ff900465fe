"""Actions, decisions, chance outcomes and constants of World Dominance."""
