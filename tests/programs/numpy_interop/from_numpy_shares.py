import numpy as np
import torch

a = np.array([1.0, 2.0, 3.0])
t = torch.from_numpy(a)
print(t, t.dtype)
a[0] = 100
print(t)
t[1] = -5
print(a)
c = torch.tensor(a)
a[2] = 0
print(c, torch.as_tensor(a))
