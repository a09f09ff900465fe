"""Images of a map: positions of countries, and the drawing."""
