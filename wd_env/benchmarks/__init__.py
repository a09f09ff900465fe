"""What the engine costs, alone (`make bench`, `wd bench`) and beside other libraries (`make bench-peers`)."""
