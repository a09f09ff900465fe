"""Hand-written bots of Superpowers; their heuristics compile like rules.

Values are in tenths of a credit, chances in thousandths. The heuristics are ours, not rules of the game.
"""
