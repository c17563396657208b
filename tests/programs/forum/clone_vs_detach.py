import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
a = x.clone()
b = x.detach()
c = x.clone().detach()
d = x.detach().clone()
b[0] = 100.0
print(x, a, b, c, d, sep='\n')
((x.clone() * 2) + x.detach()).sum().backward()
print(x.grad)
