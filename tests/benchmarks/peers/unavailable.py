"""The error if a library cannot be measured."""


class Unavailable(Exception):
    """The peer does not install or does not run here; its row gives the reason."""


def error_line(stderr: str) -> str:
    """The line of a program's last words that says what is wrong."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error:")]
    return (errors or lines or ["it said nothing"])[-1]
