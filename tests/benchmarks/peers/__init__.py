"""`make bench-peers`: random play of other libraries, compared with ours."""
