import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (x**3).sin().sum()
(g,) = torch.autograd.grad(y, x, create_graph=True)
v = torch.tensor([1.0, 0.0, -1.0])
(hv,) = torch.autograd.grad(g @ v, x, create_graph=True)
print(g, hv)
hv.sum().backward()
print(x.grad)
print(torch.autograd.functional.hessian(lambda t: (t**2).prod(), torch.tensor([1.0, 2.0])))
