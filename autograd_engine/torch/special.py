"""`torch.special`."""

from ..op import HOMES as _HOMES

globals().update(_HOMES["special"])
