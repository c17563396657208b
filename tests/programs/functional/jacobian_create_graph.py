import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
J = torch.autograd.functional.jacobian(lambda t: t ** 3, x, create_graph=True)
print(J)
J.sum().backward()
print(x.grad)
