"""The numbers, actions and decisions of Superpowers."""
