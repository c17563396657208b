import torch

W = torch.full((2, 2), 0.5, requires_grad=True)
h = torch.ones(2)
for step in range(3):
    h = torch.tanh(W @ h.detach())
    h.sum().backward()
    print(step, W.grad)
