import torch

x = torch.tensor([2.0, 4.0], requires_grad=True)
y = 1 / x
y.backward(gradient=torch.tensor([1.0, 1.0]), retain_graph=True)
print(x.grad)
y.backward(torch.tensor([1.0, 1.0]))
print(x.grad)
