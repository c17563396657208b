# A .grad that was put there by hand keeps its place in memory, which may not be that of its parameter.
import torch

layer = torch.nn.Linear(3, 2, bias=False)
layer.weight.data.fill_(1.0)
x = torch.ones(1, 3)
layer.weight.grad = torch.zeros(3, 2).t()
for _ in range(2):
    layer(x).sum().backward()
    print(layer.weight.grad, layer.weight.grad.stride())
flat = torch.zeros(6)
layer.weight.grad = flat.view(2, 3)
layer(x).sum().backward()
print(flat, layer.weight.grad._base is flat)
layer.weight.grad = torch.zeros(1, 3).expand(2, 3)
layer(x).sum().backward()
