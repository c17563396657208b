"""`torch.functional`: the functions of `torch` that PyTorch has in Python."""

from .. import torch as _torch

globals().update({name: f for name, f in vars(_torch).items() if getattr(f, "__module__", None) == "torch.functional"})
