import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward(retain_graph=True)
print(x.grad)
y.backward()
print(x.grad)
x.grad = None
(x * 2).backward()
print(x.grad)
