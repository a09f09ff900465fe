"""What the command line refuses before the game has a say."""


class UsageError(Exception):
    """The command was called in a way that cannot be."""
