"""Generated tables of the pages of Superpowers."""
