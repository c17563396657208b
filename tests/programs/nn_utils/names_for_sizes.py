# What modules of PyTorch and of others use for sizes and in annotations.
import torch
print(torch.has_mkl, torch.has_lapack, torch.has_openmp, torch.has_spectral)
from torch.nn.modules import utils as u
from torch.nn.modules.utils import _pair, _single
print(u._pair(3), u._single([2]), u._triple((1,2,3)), u._ntuple(5)(2), u._pair.__name__)
from torch.types import Device, Number, _size
from torch.nn.common_types import _size_2_t
print(Number, Device, _size)
def f(x: torch.Tensor, s: _size_2_t, d: Device = None) -> Number: return x.sum().item()
print(f(torch.ones(2), 3))
