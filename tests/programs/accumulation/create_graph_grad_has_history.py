import torch

x = torch.tensor(3.0, requires_grad=True)
y = x ** 2
y.backward(create_graph=True)
print(x.grad)
first = x.grad
(x * 1).backward()
print(x.grad, first is x.grad)
