"""Snapshots that resume a run with identical results."""
