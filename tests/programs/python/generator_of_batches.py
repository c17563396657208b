import torch


def batches(X, size):
    for i in range(0, len(X), size):
        yield i, X[i:i + size]


X = torch.arange(5.0)
w = torch.tensor(1.0, requires_grad=True)
for i, xb in batches(X, 2):
    loss = (w * xb - 1).pow(2).sum()
    loss.backward()
    print(i, len(xb), w.grad)
