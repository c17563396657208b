import torch
import torch.nn.functional as F

x = torch.tensor([[-1.0, 2.0]], requires_grad=True)
W = torch.tensor([[1.0, 0.0], [0.0, 1.0]], requires_grad=True)
h = x @ W
F.relu_(h)
y = (h * h).sum()
y.backward()
print(h, x.grad, W.grad)
h2 = torch.tanh(x @ W)
F.relu(h2, inplace=True)
try:
    h2.sum().backward()
except RuntimeError as e:
    print(str(e)[:140])
