import torch
torch.manual_seed(0)
U = torch.randn(4, 2, requires_grad=True)
V = torch.randn(3, 2, requires_grad=True)
R = torch.rand(4, 3)
mask = (torch.rand(4, 3) > 0.5).float()
for _ in range(3):
    loss = (((U @ V.T) - R) * mask).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        for p in (U, V):
            p -= 0.05 * p.grad
            p.grad = None
