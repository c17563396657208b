import torch

w = torch.tensor(5.0, requires_grad=True)
u = torch.tensor(5.0, requires_grad=True)
opt = torch.optim.SGD([u], lr=0.1, momentum=0.9)
velocity = 0.0
for _ in range(4):
    w.grad = None
    (w ** 2).backward()
    velocity = 0.9 * velocity + w.grad
    with torch.no_grad():
        w -= 0.1 * velocity
    opt.zero_grad()
    (u ** 2).backward()
    opt.step()
    print(f'{w.item():.4f} {u.item():.4f}')
