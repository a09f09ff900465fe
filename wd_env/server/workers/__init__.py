"""Processes in which bots choose actions for the server."""
