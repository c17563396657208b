import torch

residual = torch.zeros(3, requires_grad=True)
w = torch.tensor([1.0, -2.0], requires_grad=True)
opt = torch.optim.SGD([residual, w], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = residual.norm() + w.pow(2).sum()
    loss.backward()
    opt.step()
print(residual, w)
