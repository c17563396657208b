import torch

x = torch.tensor([[1.0, 5.0, 2.0], [7.0, 0.0, 3.0]], requires_grad=True)
r = x.max(dim=1)
print(r)
print(r.values, r.indices, r[0] is r.values)
v, i = torch.min(x, 0)
print(v, i)
r.values.sum().backward()
print(x.grad)
print(torch.max(x), torch.max(x, torch.tensor(2.5)))
