import numpy as np
import torch

array = np.ones(2, np.float32)
print(torch.as_tensor(array, dtype=torch.float64), torch.as_tensor(array).data_ptr() == array.ctypes.data)
x = torch.ones(2, requires_grad=True)
wide = torch.as_tensor(x, dtype=torch.float64)
print(torch.as_tensor(x) is x, wide)
wide.sum().backward()
print(x.grad)
for options in ({}, {"requires_grad": True}, {"copy": True}, {"dtype": torch.float64}):
    print(torch.asarray(x, **options), torch.asarray(x * 2, **options), torch.asarray(x, **options) is x)
print(torch.asarray(x * 2, requires_grad=False), torch.asarray(x, requires_grad=False) is x, x.requires_grad)
print(torch.asarray([1.0, 2.0], requires_grad=True), torch.asarray(array, copy=True), torch.asarray(3))
