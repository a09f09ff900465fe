"""Matches, ladders, sequential tests and game statistics."""
