"""`torch.linalg`."""

from ..op.builtin import placed as _placed
from ..op.op import HOMES as _HOMES

globals().update(_placed("linalg", _HOMES["linalg"]))
