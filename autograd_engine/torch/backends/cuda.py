"""`torch.backends.cuda`: how a GPU would multiply matrices."""

from .._switches import Switch


def is_built() -> bool:
    """Return whether a GPU could be used on another machine: no."""
    return False


class _Products:
    allow_tf32 = Switch(False)


matmul = _Products()
