"""The game as text: the table, record lines and decisions, and help for every action."""
