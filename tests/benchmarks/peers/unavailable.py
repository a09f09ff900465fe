"""The error if a library cannot be measured."""


class Unavailable(Exception):
    """A library that cannot be installed or run here; its row gives the reason."""


def error_line(stderr: str) -> str:
    """Return the line of a program's error output that gives the reason."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error:")]
    return (errors or lines or ["it said nothing"])[-1]
