"""Matches between bots, in blocks that any executor can play."""
