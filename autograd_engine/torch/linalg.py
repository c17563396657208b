"""`torch.linalg`."""

from ..op.builtin import placed as _placed
from ..op.namespaces import HOMES as _HOMES

globals().update(_placed("linalg", _HOMES["linalg"]))
