"""The observation of Superpowers and its pointers."""
