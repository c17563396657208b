import torch

x = torch.tensor(5.0, requires_grad=True)
x.backward()
print(x.grad)
x.backward(torch.tensor(3.0))
print(x.grad)
