"""Checks of saved states: `check_state`, and the requirements of each decision."""
