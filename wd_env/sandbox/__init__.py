"""Untrusted bots in processes of their own."""
