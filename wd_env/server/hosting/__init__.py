"""Games that the server hosts: commands, events and storage."""
