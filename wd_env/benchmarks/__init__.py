"""What the engine costs: `make bench`, `wd bench`; tests/benchmarks/peers has other libraries beside it."""
