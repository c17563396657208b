"""`torch.special`."""

from ..builtin import placed as _placed
from ..op import HOMES as _HOMES

globals().update(_placed("special", _HOMES["special"]))
