import torch

@torch.no_grad()
def features(x, w):
    return torch.sigmoid(x @ w)

w = torch.ones(2, 2, requires_grad=True)
v = torch.ones(2, requires_grad=True)
loss = (features(torch.ones(1, 2), w) @ v).sum()
loss.backward()
print(v.grad, w.grad)
# -> w none 3 no_grad
