import torch

Q = torch.tensor([[1.0, 0.0], [0.0, 1.0]], requires_grad=True)
K = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
V = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
scores = Q @ K.t() / 2 ** 0.5
weights = torch.softmax(scores, dim=-1)
out = weights @ V
print(weights)
print(out)
out.sum().backward()
print(Q.grad)
print(V.grad)
