"""One game in progress: backends, history and JSON."""
