import torch

w = torch.tensor(4.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(4):
    loss = w ** 2
    loss.backward()
    opt.step()
    print(f'{w.item():.4f} {w.grad.item():.4f}')
