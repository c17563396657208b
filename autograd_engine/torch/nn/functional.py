"""`torch.nn.functional`: what the modules in `ops/` published for it."""

from ...builtin import builtin_of_functional as _builtin
from ...op import HOMES as _HOMES

globals().update(_builtin(_HOMES["nn.functional"]))
