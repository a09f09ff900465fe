"""Networks in NumPy, and the bots that play by them."""
