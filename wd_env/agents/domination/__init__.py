"""Bots of Domination that are written by hand, at home on any map; their habits compile like rules.

A score is in tenths of an army. Every rule of thumb is ours and no rule of the game. What a map looks like comes from
its description as one table of ints (`board.py`); what lies on it from what a seat sees (`sight.py`).
"""
