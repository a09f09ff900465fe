"""Checks of the internals of Numba that our classes override, which may be missing in another version."""


def missing_members(*classes: type) -> list[str]:
    """Return every member of these classes that overrides one of its base which does not exist.

    Numba would never call such a member, and no error would show it.
    """
    return [
        f"{base.__name__}.{name}"
        for kind in classes
        for base in kind.__bases__
        for name in vars(kind)
        if not name.startswith("__") and not hasattr(base, name)
    ]
