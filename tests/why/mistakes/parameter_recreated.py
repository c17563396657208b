import torch

torch.manual_seed(0)
x = torch.linspace(0, 1, 8)
y = 3 * x + 1
w = torch.randn(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
opt = torch.optim.SGD([w, b], lr=0.1)
w = torch.full((1,), 0.5, requires_grad=True)
for _ in range(4):
    loss = ((w * x + b - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(w, b)
# -> w wrong 9 not_in_optimizer
