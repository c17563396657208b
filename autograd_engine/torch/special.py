"""`torch.special`."""

from ..op.builtin import placed as _placed
from ..op.namespaces import HOMES as _HOMES

globals().update(_placed("special", _HOMES["special"]))
