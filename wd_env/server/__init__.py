"""The game server: one set of messages over HTTP and standard input, for other front-ends and the web page."""
