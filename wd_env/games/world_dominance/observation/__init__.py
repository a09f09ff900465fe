"""The observation of World Dominance and its pointers."""
