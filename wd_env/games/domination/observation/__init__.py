"""The observation of Domination and its pointers."""
