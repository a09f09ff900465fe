"""Behaviour cloning, expert iteration and value networks."""
