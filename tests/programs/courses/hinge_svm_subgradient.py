import torch

X = torch.tensor([[2.0, 1.0], [1.0, 3.0], [-1.0, -1.0], [-2.0, 0.5]])
y = torch.tensor([1.0, 1.0, -1.0, -1.0])
w = torch.zeros(2, requires_grad=True)
for step in range(3):
    margin = 1 - y * (X @ w)
    loss = torch.relu(margin).mean() + 0.05 * w.dot(w)
    loss.backward()
    print(f'{loss.item():.4f}', w.grad)
    with torch.no_grad():
        w -= 0.2 * w.grad
        w.grad.zero_()
