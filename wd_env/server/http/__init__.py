"""The HTTP server, its access rules and the browser page."""
