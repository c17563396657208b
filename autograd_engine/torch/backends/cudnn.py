"""`torch.backends.cudnn`: how a GPU would compute."""

from .._switches import switches


def is_available() -> bool:
    """Return whether there is cuDNN: no."""
    return False


def version() -> None:
    """Return cuDNN's version: there is none."""


switches(__name__, enabled=True, benchmark=False, deterministic=False, allow_tf32=True)
