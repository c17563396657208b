import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
d = x.detach()
d[0] = 9.0
print(x, x._version, d.requires_grad)
n = x.detach().numpy()
n[1] = -1
print(x)
