"""A ladder of bots: blocks of deals in a file that survives a kill, ratings from that file, and sequential tests."""
