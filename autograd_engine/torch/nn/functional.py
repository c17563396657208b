"""`torch.nn.functional`: what the modules in `ops/` published for it."""

from ...op import HOMES as _HOMES

globals().update(_HOMES["nn.functional"])
