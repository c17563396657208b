"""`torch.linalg`."""

from ..builtin import builtin_of_module as _builtin
from ..op import HOMES as _HOMES

globals().update(_builtin("linalg", _HOMES["linalg"]))
