import torch


def l2_penalty(w):
    return torch.sum(w.pow(2)) / 2


torch.manual_seed(0)
X = torch.randn(6, 3)
y = X @ torch.full((3, 1), 0.5) + 0.05
for lambd in (0, 3):
    w = torch.ones((3, 1), requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for _ in range(3):
        l = ((X @ w + b - y) ** 2 / 2).mean() + lambd * l2_penalty(w)
        l.backward()
        with torch.no_grad():
            for p in (w, b):
                p -= 0.1 * p.grad
                p.grad.zero_()
    print(lambd, f'{l.item():.4f}', 'L2 norm of w:', f'{torch.norm(w).item():.4f}')
