"""`torch.linalg`."""

from ..op import HOMES as _HOMES

globals().update(_HOMES["linalg"])
