import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = x * 2; old = y; y = y + 1; print(old is y, old._version)   # False 0   a new node, name rebound
z = x * 2; old = z; z += 1;    print(old is z, old._version, z.grad_fn.name())   # True 1 AddBackward0
