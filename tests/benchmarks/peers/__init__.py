"""Random play of other libraries beside ours: `make bench-peers`."""
