import numpy as np
import torch

w = torch.tensor([0.1, 0.2], requires_grad=True)
h = torch.sigmoid(w)
numbers = h.detach().numpy()
np.clip(numbers, 0.0, 0.1, out=numbers)
h.sum().backward()
print(w.grad)
# -> w wrong 7 saved_changed_unseen
