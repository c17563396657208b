import numpy as np
import torch

x = torch.ones(3)
n = x.numpy()
x.add_(1)
print(n, type(n), n.dtype)
np.add(n, 1, out=n)
print(x)
print(np.array(x), np.asarray(x).shape, np.sum(x.numpy()))
print(torch.tensor(np.float64(1.5)), torch.tensor(np.int32(2)), torch.tensor([np.float32(1.0)]))
