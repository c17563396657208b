import torch
torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
velocity = torch.zeros(3)
for i in range(4):
    loss = (w ** 2).sum()
    loss.backward()
    velocity = 0.9 * velocity + w.grad
    w.data -= 0.1 * velocity
    w.grad.data.zero_()
print(w)
