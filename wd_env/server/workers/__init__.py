"""Worker processes in which bots choose actions for the server."""
