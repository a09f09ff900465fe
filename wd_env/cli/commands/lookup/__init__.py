"""Look up: info, map, odds."""
