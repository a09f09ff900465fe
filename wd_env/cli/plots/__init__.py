"""Plots of command results."""
