"""Benchmarks of the engine (`make bench`, `wd bench`); tests/benchmarks/peers compares other libraries."""
