"""The scores of legal actions, one module per kind of order."""
