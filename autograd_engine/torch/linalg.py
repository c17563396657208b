"""`torch.linalg`."""

from ..builtin import placed as _placed
from ..op import HOMES as _HOMES

globals().update(_placed("linalg", _HOMES["linalg"]))
