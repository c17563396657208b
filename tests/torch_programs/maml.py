import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.randn(1, 2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
meta = torch.optim.Adam([w, b], lr=1e-2)
meta.zero_grad()
for task in range(2):
    x, y = torch.randn(4, 2), torch.randn(4, 1)
    fast = [w, b]
    for _ in range(2):
        grads = torch.autograd.grad(F.mse_loss(F.linear(x, *fast), y), fast, create_graph=True)
        fast = [p - 0.1 * g for p, g in zip(fast, grads)]
    F.mse_loss(F.linear(x, *fast), y).backward()
meta.step()
print(w, b, w.grad)
