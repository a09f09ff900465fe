"""Actions, decisions and constants of Domination."""
