"""The generator of source files that follow from the tables of a game."""
