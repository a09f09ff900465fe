"""Functions in the compilable subset of Python: bits, node stack, random numbers, the game loop."""
