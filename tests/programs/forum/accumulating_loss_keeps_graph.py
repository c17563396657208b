import torch

w = torch.tensor(1.0, requires_grad=True)
running = 0
for i in range(3):
    loss = (w - i) ** 2
    running += loss
print(running, running.grad_fn.name())
running2 = 0
for i in range(3):
    running2 += ((w - i) ** 2).item()
print(running2)
