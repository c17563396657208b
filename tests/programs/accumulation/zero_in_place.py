import torch

w = torch.tensor(1.5, requires_grad=True)
for i in range(3):
    loss = (w - 2) ** 2
    loss.backward()
    print(w.grad.item())
    w.grad.zero_()
print(w.grad)
