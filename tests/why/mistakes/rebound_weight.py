import torch

w = torch.tensor(1.0, requires_grad=True)
for step in range(2):
    loss = (w * 2 - 6) ** 2
    loss.backward()
    w = w - 0.1 * w.grad
# -> w none 7 rebound
