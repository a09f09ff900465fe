"""Hand-written bots of Domination for any map; their heuristics compile like rules.

Scores are in hundredths of an army. The heuristics are ours, not rules of the game. `map_array` describes a map as one
array of ints, and `observation_reader` reads what a seat sees.
"""
