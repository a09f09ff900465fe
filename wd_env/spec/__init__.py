"""Declarations of a game: state, actions, decisions, observation, options and rewards."""
