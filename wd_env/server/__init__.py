"""The server: one set of messages on two carriers, for other front-ends and for the page in the browser."""
