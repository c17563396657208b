import torch

w = torch.tensor(1.0, requires_grad=True)
for i in range(3):
    loss = (w - 3) ** 2
    loss.backward()
    w = (w - 0.1 * w.grad).detach().requires_grad_(True)
print(w)
