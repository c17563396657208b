import torch

x = torch.tensor(3.0, requires_grad=True)
for _ in range(2):
    (x ** 2).backward(create_graph=True)
x.grad = None
(x ** 3).backward(create_graph=True)
torch.autograd.backward(x ** 4, create_graph=True)
print(x.grad)
