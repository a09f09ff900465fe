"""Look-ahead: every legal action is tried on common luck, played on a little, and valued at the end."""
