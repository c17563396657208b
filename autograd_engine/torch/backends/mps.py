"""`torch.backends.mps`: whether there is a GPU of Apple's."""


def is_available() -> bool:
    """Return whether it can be used: no."""
    return False


def is_built() -> bool:
    """Return whether it could be used on another machine: no."""
    return False
