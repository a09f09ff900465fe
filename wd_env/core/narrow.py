"""The one place where rules speak of the width of a number."""


def narrow(number):
    """The same number, 0..127, which the compiled rules hold in a byte: bytes are compared many at a time."""
    return number
