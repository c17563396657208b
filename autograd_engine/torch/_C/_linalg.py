"""`torch._C._linalg`: the functions of `torch.linalg` that PyTorch has in C++, under their names there."""

from ...op.builtin import in_c as _in_c

globals().update(_in_c("linalg", "torch._C._linalg"))
