import torch
torch.manual_seed(0)
x = torch.randn(6, 1); y = 3 * x + 1
W = torch.zeros(1, requires_grad=True); b = torch.zeros(1, requires_grad=True)
for i in range(10):
    loss = ((W * x + b - y) ** 2).mean()
    W.grad = b.grad = None
    loss.backward()
    for p in (W, b):
        p.data = p.data - 0.1 * p.grad
print(W, b)
