"""The game in words: the whole table, its lines and questions, and help for every action."""
