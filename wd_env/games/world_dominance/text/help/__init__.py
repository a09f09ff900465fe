"""Help texts of World Dominance."""
