"""What a game declares: state, actions, decisions, observation, options and rewards."""
