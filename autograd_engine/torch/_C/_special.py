"""`torch._C._special`: the functions of `torch.special` that PyTorch has in C++, under their names there."""

from ...op.builtin import in_c as _in_c

globals().update(_in_c("special", "torch._C._special"))
