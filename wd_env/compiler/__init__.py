"""Compilation of the rules to machine code with Numba, with a cache on disk."""
