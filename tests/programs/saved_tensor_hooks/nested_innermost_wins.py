import torch

x = torch.ones(2, requires_grad=True)
hooks = torch.autograd.graph.saved_tensors_hooks
with hooks(lambda t: (print('outer pack'), t)[1], lambda t: (print('outer unpack'), t)[1]):
    y = x.exp()
    with hooks(lambda t: (print('inner pack'), t)[1], lambda t: (print('inner unpack'), t)[1]):
        z = y.cos()
z.sum().backward()
print(x.grad)
