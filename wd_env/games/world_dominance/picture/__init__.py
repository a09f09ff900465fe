"""The picture of the table, drawn by `draw.draw`."""
