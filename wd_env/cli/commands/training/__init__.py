"""Train: train, value, export."""
