"""The bots: what they are, how a trained one is saved, and how it plays."""
