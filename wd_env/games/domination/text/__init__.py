"""Domination in words for people."""
