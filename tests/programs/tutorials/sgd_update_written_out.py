import torch

X = torch.tensor([[1.0], [2.0], [3.0], [4.0]])
Y = 2 * X + 1
w = torch.zeros(1, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(3):
    loss = ((X @ w + b - Y) ** 2).mean()
    loss.backward()
    print(f'epoch {epoch}: loss {loss.item():.4f} dw {w.grad.item():.4f} db {b.grad.item():.4f}')
    with torch.no_grad():
        w.sub_(0.05 * w.grad)
        b.sub_(0.05 * b.grad)
    w.grad.zero_()
    b.grad.zero_()
print(w, b)
