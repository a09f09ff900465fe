"""The picture of a board: owners, stacks and powers, drawn from the places in the board file."""
