import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
for epoch in range(2):
    w.grad.data.zero_()
    loss = (w ** 2).sum()
    loss.backward()
