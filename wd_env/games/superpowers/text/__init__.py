"""Superpowers as text for people."""
