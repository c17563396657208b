import torch
x = torch.tensor(2.0, requires_grad=True)
print(x.grad)
y = x ** 2
print(x.grad)
y.backward()
print(x.grad)
x.grad.zero_()
print(x.grad)
x.grad = None
print(x.grad)
