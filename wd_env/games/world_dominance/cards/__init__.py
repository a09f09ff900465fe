"""Continent cards, the Manoeuvre deck and the order of the packs."""
