"""Functions in the compilable subset of Python: bits, decision stack, random numbers, the game loop."""
