"""The board as data: lands, sea zones, powers and canals, and the tables that the rules read."""
