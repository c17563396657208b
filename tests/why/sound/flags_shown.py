import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
print(y.requires_grad, y.is_leaf)
z = y.mean()
z.backward()
print(x.grad)
d = x.detach()
print(d.requires_grad)
with torch.no_grad():
    print((x * 2).requires_grad)
