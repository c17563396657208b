import torch
import torch.nn.functional as F

x = torch.tensor([0.5, -0.25], requires_grad=True)
h = torch.sigmoid(x)
out = F.relu(h)
h += out
try:
    h.sum().backward()
    print(x.grad)
except RuntimeError as e:
    print(e)
