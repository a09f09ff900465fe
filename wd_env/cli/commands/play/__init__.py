"""Play: play, table, serve, replay."""
