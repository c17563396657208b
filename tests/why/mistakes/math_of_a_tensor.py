import torch
import math
w = torch.tensor(0.5, requires_grad=True)
y = math.exp(w) * torch.ones(2, requires_grad=True)
y.sum().backward()
print(w.grad)
# -> w none 4 item
