"""What sits between a game and people: the referee, who is at the table, and the game told line by line."""
