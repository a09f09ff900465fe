"""Statistics of World Dominance games."""
