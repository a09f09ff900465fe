"""The rules of Domination, a module for each mechanism."""
