"""Drawing a game with pygame (extra `render`), whatever the game: canvas, window, a program that writes a picture."""
