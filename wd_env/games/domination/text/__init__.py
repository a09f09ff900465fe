"""Domination as text for people."""
