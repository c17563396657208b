import numpy as np
import torch
a = torch.tensor([0.5, 1.5], requires_grad=True)
arr = np.sin(a.detach().numpy())
s = torch.as_tensor(arr).sum()
s.backward()
# -> s error 4 numpy
