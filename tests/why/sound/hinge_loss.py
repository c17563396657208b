import torch
torch.manual_seed(0)
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
opt = torch.optim.SGD([w, b], lr=0.1)
x, y = torch.randn(6, 2), torch.tensor([1., -1., 1., 1., -1., -1.])
for _ in range(5):
    loss = torch.clamp(1 - y * (x @ w + b), min=0).mean() + 0.01 * (w ** 2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(w, b)
