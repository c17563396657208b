import numpy as np
import torch

x = torch.tensor([1.0, 4.0])
print(np.sqrt(x.numpy()), np.mean(x.numpy()), np.allclose(x.numpy(), [1, 4]))
print(np.sqrt(x), type(np.sqrt(x)).__name__)
w = torch.tensor([1.0, 4.0], requires_grad=True)
try:
    np.sqrt(w)
except RuntimeError as e:
    print(e)
