import torch

w = torch.tensor(1.0, requires_grad=True)
for i in range(3):
    w.grad.zero_()
    loss = w ** 2
    loss.backward()
# -> w none 5 no_backward
