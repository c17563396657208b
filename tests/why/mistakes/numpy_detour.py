import numpy as np
import torch

w = torch.tensor([1.0, 4.0], requires_grad=True)
a = np.sqrt(w.detach().numpy())
roots = torch.from_numpy(a)
roots.requires_grad_()
roots.sum().backward()
print(w.grad)
# -> w none 5 numpy
