import torch

w = torch.tensor(0.0, requires_grad=True)
for epoch in range(4):
    loss = (w - 3) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    print(f'{epoch}: w={w.item():.3f} grad={w.grad.item():.3f}')
