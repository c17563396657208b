import torch

x = torch.tensor([3.0, 1.0, 4.0, 1.5], requires_grad=True)
values, idx = x.topk(2)
print(values, idx)
s, order = torch.sort(x, descending=True)
print(s, order)
(values * torch.tensor([1.0, 10.0])).sum().backward(retain_graph=True)
print(x.grad)
s[0].backward()
print(x.grad)
