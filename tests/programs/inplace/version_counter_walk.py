import torch

x = torch.zeros(3)
print(x._version)
x += 1
print(x._version)
x[0] = 2
print(x._version)
x.mul_(3)
print(x._version)
v = x[1:]
print(v._version)
v.add_(1)
print(x._version, v._version)
d = x.detach()
d.zero_()
print(x._version, d._version)
e = x.data
e.add_(1)
print(x._version, e._version)
c = x.clone()
print(c._version)
y = x.view(3, 1)
print(y._version)
