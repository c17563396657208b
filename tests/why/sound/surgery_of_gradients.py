import torch
torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    grads = []
    for target in (1.0, -1.0):
        opt.zero_grad()
        ((w - target) ** 2).mean().backward()
        grads.append(w.grad.clone())
    opt.zero_grad()
    w.grad = sum(grads) / 2
    opt.step()
