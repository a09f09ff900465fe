"""A map as a picture: where countries are drawn, and the drawing."""
