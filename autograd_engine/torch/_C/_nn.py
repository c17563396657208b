"""`torch._C._nn`: the functions of `torch.nn.functional` that PyTorch has in C++, under their names there."""

from ...builtin import placed as _placed
from ...op import HOMES as _HOMES

_functions = _placed("nn.functional", _HOMES["nn.functional"]).values()
globals().update({f.__name__: f for f in _functions if f.__module__ == "torch._C._nn"})
