import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3
y.backward()
print(x.grad)
x.grad = None
y = x ** 3
y.backward(torch.tensor(1.0))
print(x.grad)
x.grad = None
y = x ** 3
y.backward(torch.tensor(10.0))
print(x.grad)
