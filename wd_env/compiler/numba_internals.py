"""What our classes take over from inner parts of Numba, which may be gone in another version of it."""


def missing_members(*classes: type) -> list[str]:
    """Name every member of these classes that takes the place of one of their base, which has none of that name.

    Numba would never call such a member; nothing else would tell.
    """
    return [
        f"{base.__name__}.{name}"
        for kind in classes
        for base in kind.__bases__
        for name in vars(kind)
        if not name.startswith("__") and not hasattr(base, name)
    ]
