import torch

w = torch.tensor(1.0, requires_grad=True)
for epoch in range(3):
    loss = (2 * w - 6) ** 2
    loss.backward()
    print('epoch', epoch, 'loss', loss, 'grad', w.grad, 'w', w)
    print(f'{epoch:3d} | {loss.item():10.4f} | {w.grad.item():+.2e}')
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad = None
