"""Playing and refereeing at the terminal."""
