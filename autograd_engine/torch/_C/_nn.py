"""`torch._C._nn`: the functions of `torch.nn.functional` that PyTorch has in C++, under their names there."""

from ...op.builtin import in_c as _in_c

globals().update(_in_c("nn.functional", "torch._C._nn"))
