"""Confidence intervals, estimates from blocks of games and statistics collectors."""
