import torch
from torch import nn

layer = nn.Linear(2, 1)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[1.0, 2.0]]))
    layer.bias.zero_()


def hook(module, grad_input, grad_output):
    print('in', grad_input)
    print('out', grad_output)


layer.register_full_backward_hook(hook)
x = torch.ones(1, 2, requires_grad=True)
layer(x).sum().backward()
print(x.grad, layer.weight.grad)
