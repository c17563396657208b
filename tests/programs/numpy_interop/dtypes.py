import numpy as np
import torch

for dt in ('float32', 'float64', 'int32', 'int64', 'uint8', 'bool', 'float16'):
    t = torch.from_numpy(np.zeros(2, dtype=dt))
    print(dt, t.dtype, t.numpy().dtype)
x = torch.tensor(np.eye(2))
w = torch.ones(2, requires_grad=True)
try:
    x @ w
except RuntimeError as e:
    print(e)
print(x.float() @ w)
