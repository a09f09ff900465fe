"""Checks of saved states of Superpowers."""
