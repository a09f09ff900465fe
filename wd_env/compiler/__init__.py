"""Compile the rules to machine code with Numba and cache them on disk."""
