import torch

X = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
y = torch.tensor([1.0, 2.0, 3.0, 4.0])
w = torch.zeros(2, requires_grad=True)
((X @ w - y) ** 2).mean().backward()
full = w.grad.clone()
w.grad = None
for i in range(0, 4, 2):
    loss = ((X[i:i + 2] @ w - y[i:i + 2]) ** 2).mean() / 2
    loss.backward()
    print(w.grad)
print(torch.allclose(full, w.grad))
