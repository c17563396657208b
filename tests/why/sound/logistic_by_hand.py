import torch
w = torch.nn.Parameter(torch.zeros(3))
b = torch.nn.Parameter(torch.zeros(1))
X = torch.tensor([[1., 2., 3.], [0., 1., 0.]]); y = torch.tensor([1., 0.])
for i in range(50):
    p = torch.sigmoid(X @ w + b)
    loss = torch.nn.functional.binary_cross_entropy(p, y)
    loss.backward()
    with torch.no_grad():
        for q in (w, b):
            q -= 0.5 * q.grad
            q.grad = None
print(loss.item())
