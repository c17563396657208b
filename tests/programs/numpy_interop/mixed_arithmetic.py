import numpy as np
import torch

t = torch.tensor([1.0, 2.0])
print(t * np.float32(2.0), t + np.float64(1.5), (t * np.float64(2)).dtype)
print(np.float32(2.0) * 1.5, t.numpy() * np.array([3.0, 4.0]))
print(torch.tensor(2.0).numpy(), t.sum().numpy().shape, float(t.sum()))
