"""`torch.nn.functional`: what the modules in `ops/` published for it."""

from ...op.builtin import placed as _placed
from ...op.namespaces import HOMES as _HOMES

globals().update(_placed("nn.functional", _HOMES["nn.functional"]))
